# Keys, and a plugin that does not fit the compiler.
. "$TESTSUITE/lib.sh"
arg=-fplugin-arg-racecheck

echo 'int x; int f (void) { return x; }' > a.c

$CC $with -c a.c -o plain.o
try out $CC $with $arg-disable -c a.c
[ $status -eq 0 ] && [ ! -s out ] || fail "disable: $(cat out)"
if readelf -SW a.o | grep -q racecheck; then fail "disable: there are facts"; fi

try out $CC $with $arg-verbose -c a.c
[ $status -eq 0 ] && grep -q 'note:.*racecheck.* bytes of facts' out || fail "verbose: $(cat out)"
same plain.o a.o "verbose"

try out $CC $with $arg-no-such-key -c a.c
[ $status -eq 0 ] || fail "unknown key: status $status"
grep -q "warning:.*unknown key .no-such-key.*known keys are .*verbose.*strict.*disable" out || fail "unknown key: $(cat out)"
[ "$(grep -c warning: out)" -eq 1 ] || fail "unknown key: $(cat out)"
same plain.o a.o "unknown key"

try out $CC $with $arg-strict -c a.c
[ $status -eq 0 ] && [ ! -s out ] || fail "strict: $(cat out)"
same plain.o a.o strict

# gcc --help shows what there is.
try out $CC $with --help -v -c a.c
grep -q 'disable' out && grep -q 'strict' out || fail "no help: $(grep -A9 -i plugin out)"

[ "${OTHER_PLUGIN:-}" ] || { echo "no second compiler: mismatch not tried" && exit 0; }
mismatch() { # COMPILER PLUGIN
  try out $1 -fplugin="$2" -c a.c
  [ $status -eq 0 ] || fail "$1: status $status: $(cat out)"
  [ "$(wc -l < out)" -eq 1 ] && grep -q 'note:.*racecheck was built for GCC .*no facts' out || fail "$1: $(cat out)"
  if readelf -SW a.o | grep -q racecheck; then fail "$1: facts of a plugin that does not fit"; fi
  try out $1 -fplugin="$2" $arg-strict -c a.c
  [ $status -eq 1 ] && grep -q 'error:.*racecheck was built for' out || fail "$1 strict: $status $(cat out)"
  try out $1 -fplugin="$2" $arg-disable -c a.c
  [ $status -eq 0 ] && [ ! -s out ] || fail "$1 disable: $(cat out)"
  try out $1 -fplugin="$2" -Werror -c a.c
  [ $status -eq 0 ] || fail "$1 -Werror: $(cat out)"
}
mismatch "$OTHER_CC" "$PLUGIN"
mismatch "$CC" "$OTHER_PLUGIN"
