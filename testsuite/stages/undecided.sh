# A program with threads is never passed over in silence, nor is one without.
. "$TESTSUITE/lib.sh"
$CC $with -c "$TESTSUITE/stages/shared.c" -o shared.o
try said "$RACECHECK" shared.o
[ $status = 0 ] || fail "exit status $status"
grep -q 'several threads may touch 9 locations; which accesses race is not decided yet' said || fail "$(cat said)"
echo 'int main (void) { return 0; }' > alone.c
$CC $with -c alone.c
try said "$RACECHECK" alone.o
grep -qx 'racecheck: no thread is created: nothing can race' said || fail "$(cat said)"
