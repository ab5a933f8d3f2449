# --output: what is written where, and what is left when that cannot be done.
. "$TESTSUITE/lib.sh"
for f in "$TESTSUITE"/demo/*.c; do
  $CC $with -pthread -c "$f" -o "$(basename "$f" .c).o"
done
says() { # STATUS PATTERN, of the last run
  [ "$status" = "$1" ] || { cat output && fail "exit status $status instead of $1"; }
  grep -q -- "$2" output || { cat output && fail "does not say: $2"; }
}

try output "$RACECHECK" --output=xml main.o
says 2 "unknown format 'xml'; formats are text, sarif, csdiff, json, html"
try output "$RACECHECK" --output=json: main.o
says 2 "'--output=json:' names no file"
try output "$RACECHECK" --output=json --output=text main.o
says 2 'only one output can go to standard output'

echo old > out.json
chmod 640 out.json
try output "$RACECHECK" --output=json:out.json ./*.o
[ "$status" = 0 ] && [ ! -s output ] || fail "says something when it writes a file"
grep -q '"racecheck"' out.json || fail "the old file is still there"
try output "$RACECHECK" --output=text:out.txt --Werror=race ./*.o
[ "$status" = 1 ] || fail "exit status $status with -Werror=race"
"$RACECHECK" --Werror=race ./*.o > direct || :
same direct out.txt

# Nothing half-written, nothing left over.
try output "$RACECHECK" --output=json:no/such/folder.json --output=csdiff:other.json ./*.o
says 2 'cannot write no/such/folder.json: No such file'
[ -s other.json ] || fail "the other file is not there"
mkdir folder
try output "$RACECHECK" --output=json:folder ./*.o
says 2 'cannot write folder'
try output "$RACECHECK" --output=json:/dev/full ./*.o
says 2 'cannot write /dev/full'
try output "$RACECHECK" --output=json:- ./*.o
says 0 '"racecheck"'
mkfifo pipe
cat pipe > piped &
"$RACECHECK" --output=json:pipe ./*.o
wait
same piped out.json
[ -z "$(ls ./*.??????.?????? ./*.json.* 2> /dev/null)" ] || fail "temporary files are left"
