# A run that is ended leaves nothing half-written: old files stay as they were, and no others are there.
. "$TESTSUITE/lib.sh"
$CC $with -pthread "$TESTSUITE"/demo/*.c -o demo
mkdir temporary out
export TMPDIR=$PWD/temporary
echo old > out/report.json
echo old > out/known
nothing_new() { # WHAT
  [ "$(ls -A out)" = "known
report.json" ] && [ -z "$(ls -A temporary)" ] || fail "$1: $(ls -A out temporary)"
  [ "$(cat out/report.json)" = old ] && [ "$(cat out/known)" = old ] || fail "$1: the old files are not there"
}

# While it analyses: it waits for a file of models that does not come.
mkfifo models
for signal in INT TERM HUP KILL; do
  (
    trap - INT
    exec "$RACECHECK" --models=models --output=json:out/report.json --write-baseline=out/known demo
  ) > /dev/null 2>&1 &
  pid=$!
  exec 3> models # there is a reader now
  kill -$signal $pid
  status=0
  wait $pid 2> /dev/null || status=$?
  exec 3>&-
  # A shell starts jobs with SIGINT ignored; what is ignored stays so.
  [ $status -gt 128 ] || [ $signal = INT ] || fail "$signal: exit status $status"
  [ $status -gt 128 ] || { echo old > out/report.json && echo old > out/known; }
  nothing_new $signal
done

# While it writes: the file becomes larger than it may.
(
  ulimit -f 1
  exec "$RACECHECK" --output=json:out/report.json demo
) > /dev/null 2>&1 || :
nothing_new "in the middle of a file"

# A link that is ended: the analysis does not live on, and writes nothing.
RACECHECK_OPTIONS="--models=$PWD/models --output=json:$PWD/out/report.json" setsid \
  $CC -specs="${PLUGIN%/*}/racecheck.specs" -pthread "$TESTSUITE"/demo/*.c -o linked > /dev/null 2>&1 &
pid=$!
exec 3> models
kill -TERM -- -$pid
wait $pid 2> /dev/null || :
exec 3>&-
sleep 0.2
[ "$(cat out/report.json)" = old ] && [ "$(ls -A out | wc -l)" -eq 2 ] || fail "$(ls -A out)"
