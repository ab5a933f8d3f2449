# The plugin on the link line is inert in lto1; the objects keep their facts.
. "$TESTSUITE/lib.sh"
cat > a.c <<'X'
extern int b (int *);
int shared;
int main (void) { return b (&shared) + shared; }
X
cat > b.c <<'X'
int b (int *p) { return ++*p - 1; }
X
# -g notes all options of the command line
for options in "" "-g -gno-record-gcc-switches" "-O2" "-O2 -g -gno-record-gcc-switches -ffat-lto-objects"; do
  $CC $options $with -flto -c a.c
  $CC $options $with -flto -c b.c
  facts a.o b.o > before
  [ "$(grep -c '^unit' before)" -eq 2 ] || fail "$options: $(cat before)"
  for partition in "" -flto-partition=none; do
    try out $CC $options $partition -flto $with a.o b.o -o program
    [ $status -eq 0 ] && [ ! -s out ] || fail "link $options $partition: $(cat out)"
    status=0
    ./program || status=$?
    [ $status -eq 1 ] || fail "the program returns $status"
    $CC $options $partition -flto a.o b.o -o without
    cmp program without || fail "$options $partition: the plugin changes what is linked"
  done
done
