# Members of archives take part if the linker would take them.
. "$TESTSUITE/lib.sh"
cat > main.c <<'C'
int pulled (void); int both (void); extern int weak_want (void) __attribute__ ((weak));
int main (void) { return pulled () + both () + (weak_want ? weak_want () : 0); }
C
echo 'int deeper (void); int pulled (void) { return deeper (); }' > pulled.c
echo 'int deeper (void) { return 1; }' > deeper.c
echo 'int nobody (void) { return 1; }' > nobody.c
echo 'int weak_want (void) { return 1; }' > weak.c
echo 'int both (void) { return 1; }' > both.c
echo 'int both (void) { return 2; } int also (void) { return 3; }' > member.c
for i in main pulled deeper nobody weak both member; do $CC $with -c $i.c; done
ar rc liba.a nobody.o pulled.o member.o
ar rc libb.a deeper.o weak.o
names() { "$RACECHECK" --dump=program "$@" | sed -n 's/^function \([^ ]*\) public.*/\1/p' | tr '\n' ' '; }

# `both' is defined by an object: the member that defines it, too, is not taken.
for order in "main.o both.o liba.a libb.a" "both.o main.o libb.a liba.a" "liba.a libb.a main.o both.o"; do
  found=$(names $order)
  [ "$found" = "both deeper main pulled " ] || fail "$order: $found"
done
found=$(names main.o liba.a libb.a)
[ "$found" = "also both deeper main pulled " ] || fail "without both.o: $found"
# Archives alone are a library.
found=$(names liba.a libb.a)
[ "$found" = "also both deeper nobody pulled weak_want " ] || fail "archives: $found"

# Objects without facts may use what they name.
$CC -c pulled.c -o plain.o
"$RACECHECK" --dump=program main.o plain.o both.o deeper.o > program 2> messages
grep -q '^function deeper public used-outside' program || fail "$(cat program)"
grep -q '^function both public [^u]' program || fail "$(cat program)"
grep -q 'facts missing for 1 of 4 objects: plain.o' messages

# Two strong definitions: a warning, and the first one is taken.
"$RACECHECK" --dump=program both.o main.o pulled.o deeper.o member.o > program 2> messages
grep -q "member.o: 'both' is defined again; the definition in both.o is used" messages || fail "$(cat messages)"
grep -q '^function both public both.c' program
