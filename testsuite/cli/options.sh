# The command line: options, files that cannot be read, @FILE, standard input, output that cannot be
# written.  Status 0, or 2 with a message.  Run by testsuite/run, or by hand with RACECHECK and PLUGIN
# set, in an empty folder.
: "${CC:=gcc}" "${RACECHECK:?}" "${PLUGIN:?}"
failed=0

# check NAME STATUS PATTERN...: the last run ended with STATUS, and each PATTERN is in its output.
check() {
  name=$1 expected=$2
  shift 2
  problem=
  [ "$status" = "$expected" ] || problem="exit status $status instead of $expected"
  for pattern; do
    grep -Eq -e "$pattern" output || problem="$problem; no '$pattern'"
  done
  if [ -z "$problem" ]; then
    echo "PASS $name"
  else
    echo "FAIL $name: $problem"
    sed 's/^/    /' output | head -n 20
    failed=1
  fi
}
run() {
  status=0
  timeout 60 "$RACECHECK" "$@" > output 2>&1 || status=$?
}

for n in one two; do
  echo "int $n; int get_$n (int *p) { return *p + $n; }" > $n.c
  "$CC" -fplugin="$PLUGIN" -c $n.c -o $n.o
done

run
check no-files 2 '^racecheck: error: no input files'
run --no-such-option one.o
check unknown-option 2 "^racecheck: error: unknown option '--no-such-option'; see racecheck --help"
run -x one.o
check unknown-short-option 2 "unknown option '-x'"
run --dump one.o
check dump-without-value 2 "option '--dump' needs an argument"
run --dump= one.o
check dump-empty 2 "unknown stage ''; stages are facts, accesses"
run --dump=nothing one.o
check unknown-stage 2 "unknown stage 'nothing'; stages are facts, accesses"
run --without=nothing one.o
check unknown-proof 2 "unknown proof 'nothing'; there are lock, object, index"
run --no-assume=nothing one.o
check unknown-assumption 2 "unknown assumption 'nothing'; there are fields, signatures, libraries, references, stopped, taken, failures, handles, locked, lists"
run --stats=1 one.o
check value-for-none 2 "option '--stats' takes no argument"
run --help
check help 0 '^Usage: racecheck' '--dump=STAGE' 'Exit status'
run --version one.o
check version 0 '^racecheck [0-9.]+$'
run --stats one.o two.o
check stats 0 '^ *objects +2$' '^ *units +2$' '^ *functions +2$' '^ *unknown records +0$'

run missing.o
check missing-file 2 '^racecheck: warning: missing.o: No such file or directory'
run --dump=facts missing.o one.o
check missing-file-and-good 0 'missing.o: No such file' get_one
mkdir folder
run folder
check folder 2 'folder: is a directory'
: > empty.o
run empty.o
check empty-file 2 'empty.o: is empty'
if [ "$(id -u)" -ne 0 ]; then
  cp one.o secret.o && chmod 0 secret.o
  run secret.o
  check unreadable-file 2 'secret.o: Permission denied'
else
  echo "SKIP unreadable-file: root reads everything"
fi
ln -s loop loop
run loop
check link-to-itself 2 'loop: Too many levels'
run one.c
check source 2 'one.c: is a text file'
run /dev/null
check device 2 '/dev/null: is not a regular file'

# After -- everything is a file.
cp one.o ./--stats
run --dump=facts -- --stats two.o
check files-after-dashes 0 get_one get_two
run --
check dashes-alone 2 'no input files'

# Standard input: a file, a pipe, nothing, closed.
status=0 && "$RACECHECK" --dump=facts - < one.o > output 2>&1 || status=$?
check stdin-file 0 get_one
status=0 && cat one.o | "$RACECHECK" --dump=facts two.o - > output 2>&1 || status=$?
check stdin-pipe 0 get_one get_two
status=0 && "$RACECHECK" --dump=facts - < /dev/null > output 2>&1 || status=$?
check stdin-empty 2 '<stdin>: is empty'
status=0 && "$RACECHECK" --dump=facts - <&- > output 2>&1 || status=$?
check stdin-closed 2 '<stdin>: '
mkfifo pipe
cat one.o > pipe &
run --dump=facts pipe
check named-pipe 0 get_one

# @FILE as GCC takes it: quotes, escapes, inside each other, not there, itself.
cp one.o 'with space.o' && cp two.o "with'quote.o"
printf '%s\n' "--dump=facts 'with space.o'" '"with'"'"'quote.o"' > arguments
run @arguments
check response-file 0 get_one get_two
printf '%s\n' 'with\ space.o @inner' > outer && echo two.o > inner
run --dump=facts @outer
check response-file-nested 0 get_one get_two
run @not-there
check response-file-missing 2 '@not-there: No such file'
: > nothing
run @nothing
check response-file-empty 2 'no input files'
echo @itself > itself
run @itself
check response-file-itself 2 'too many @-files'
run @folder
check response-file-folder 2 'directory'

# Output: full, closed, or to someone who went away.
for what in --help --version '--stats one.o' '--dump=facts one.o' '--dump=accesses one.o two.o'; do
  status=0
  "$RACECHECK" $what > /dev/full 2> output || status=$?
  check "full ($what)" 2 '^racecheck: error: cannot write the output'
  status=0
  "$RACECHECK" $what >&- 2> output || status=$?
  check "closed ($what)" 2 '^racecheck: error: cannot write the output'
done
# `racecheck ... | head' ends like every other tool: by the signal, without a word.
rm -f output && mkfifo gone
{
  status=0
  "$RACECHECK" --dump=models > gone 2> output || status=$?
  echo $status > status
} &
exec 3< gone && exec 3<&-
wait
status=$(cat status)
check pipe-closed 141
[ ! -s output ] || { echo "FAIL pipe-closed: says something" && exit 1; }

# The order of the command line makes no difference to a dump.
"$RACECHECK" --dump=facts one.o two.o > forth
"$RACECHECK" --dump=facts two.o one.o > back
status=0
cmp forth back > output 2>&1 || status=$?
check order 0

exit $failed
