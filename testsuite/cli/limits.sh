# Limits of time and memory, and progress: a run that is stopped says so, and calls nothing guarded.
. "$TESTSUITE/lib.sh"
$CC $with -pthread "$TESTSUITE"/demo/*.c -o demo
$RACECHECK demo > complete

# What a stage has built when it is stopped is left to the end of the process.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0

# Whatever the limit, the report is the whole one or says that it is not.
case $RACECHECK in
*/sanitize/*) limits= ;; # sanitizers need all the memory there is
*) limits="1 2 3 4 6 8 12 16 24 32 48 64 96 512" ;;
esac
for limit in $limits; do
  "$RACECHECK" --memory-limit=$limit demo > output 2> messages
  if grep -q "^racecheck: warning: stopped at $limit MB, in the stage '[a-z]*'\$" messages; then
    ! grep -q 'warning\|guarded\|read-only\|ordered' output || fail "$limit MB: $(cat output)"
    grep -q '^racecheck: nothing is decided$\|^racecheck: \([0-9]*\) locations shared: \1 not decided, 0 racy$' output ||
      fail "$limit MB: $(cat output)"
  else
    same output complete "$limit MB"
  fi
done
[ -z "$limits" ] || same output complete

# Time: the run waits for a file of models that comes late.
mkfifo models
late() { timeout 100 sh -c "exec 3> models; sleep ${1:-1.6}; echo >&3" & } # opens when there is a reader
late
"$RACECHECK" --timeout=1 --models=models demo > output 2> messages
[ "$(cat messages)" = "racecheck: warning: stopped after 1 s, in the stage 'models'" ] || fail "$(cat messages)"
[ "$(cat output)" = "racecheck: nothing is decided" ] || fail "$(cat output)"
late
"$RACECHECK" --timeout=60 --models=models demo > output
same output complete
late
"$RACECHECK" --dump=verdicts --timeout=1 --models=models demo > output 2> messages
[ ! -s output ] && grep -q stopped messages || fail "$(cat output messages)"

# The same at a link, which goes on.
specs=${PLUGIN%/*}/racecheck.specs
late
RACECHECK_OPTIONS="--timeout=1 --models=$PWD/models" $CC -specs="$specs" -pthread "$TESTSUITE"/demo/*.c -o linked 2> output
[ -x linked ] && grep -q 'stopped after 1 s' output && grep -q 'nothing is decided' output || fail "$(cat output)"

# Progress is for terminals.
has script || skip "no script(1)"
late 3.2
script -qec "$RACECHECK --models=models demo" typescript > /dev/null
grep -q 'racecheck: 2 s, stage 1: models' typescript || fail "$(cat typescript)"
late 3.2
"$RACECHECK" --models=models demo > output 2>&1
same output complete

for wrong in --timeout= --timeout=-1 --timeout=soon --memory-limit=1x --timeout=99999999999; do
  try output "$RACECHECK" $wrong demo
  [ $status -eq 2 ] && grep -q 'is not a number' output || fail "$wrong: $status $(cat output)"
done
