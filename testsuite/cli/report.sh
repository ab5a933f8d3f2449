# The report of the bundled example and of some racy programs: its findings, what each of them must say,
# --Werror, --max and --explain.
. "$TESTSUITE/lib.sh"

for f in "$TESTSUITE"/demo/*.c; do
  $CC $with -pthread -c "$f" -o "$(basename "$f" .c).o"
done
"$RACECHECK" ./*.o > report || fail "exit status $?"
grep -c ': warning: ' report | grep -qx 3 || { cat report; fail "not three findings in the example"; }
for name in closed misses used; do
  grep -q "data race on '[^']*$name'" report || fail "no race on $name"
done

# The page about it shows what is printed.
sed -n '/^`make demo` prints/,/^The warning has/p' "$TESTSUITE/../README.md" | sed '1,/^```$/d;/^```$/,$d' > page
[ -s page ] || fail "README.md shows no report"
sed "s#$TESTSUITE/demo#testsuite/demo#g" report > plain
while IFS= read -r line; do
  grep -qxF -e "$line" plain || fail "README.md shows another line: $line"
done < page

status=0
"$RACECHECK" -Werror=race ./*.o > errors || status=$?
[ $status = 1 ] || fail "exit status $status with -Werror=race"
grep -q ': error: data race on .* \[-Werror=race\]' errors || fail "no error"
"$RACECHECK" --max=1 ./*.o > one
grep -c ': warning: ' one | grep -qx 1 || fail "--max=1 printed others too"
grep -q '2 more findings' one || fail "--max does not say that there are more"
"$RACECHECK" --explain=misses ./*.o | grep -q '^misses: race' || fail "--explain=misses"
"$RACECHECK" --explain=buckets.used ./*.o | grep -q '^buckets.*: race' || fail "--explain of a field of an array's elements"
"$RACECHECK" --explain=nothing ./*.o | grep -q "called 'nothing'" || fail "--explain of what is not there"

# Each finding says by itself: two places, two threads and how each came to be, the locks at each.
: > all
for f in "$TESTSUITE"/race/{lock-global,lock-field,thread-loop,thread-wrapper,rule-merged,paper-bank}.c; do
  sources=$(sed -n 's/.*dg-additional-sources "\([^"]*\)".*/\1/p' "$f")
  objects=
  for s in $(basename "$f") $sources; do
    $CC $with -pthread -c "$TESTSUITE/race/$s" -o "$s.o" 2> /dev/null
    objects="$objects $s.o"
  done
  # shellcheck disable=SC2086
  "$RACECHECK" --no-caret $objects >> all
done
cat report >> all
awk '
function judge() {
  if (!finding) return
  if (accesses != 2) bad("has " accesses " accesses, not two")
  if (threads != 2) bad("names the threads of " threads " accesses")
  if (locks != 2) bad("tells the locks of " locks " accesses")
  if (others && !created) bad("does not say where a thread is created")
  if (!evidence) bad("has no evidence")
}
function bad(what) { print finding ": " what; failed = 1 }
/: (warning|error): / { judge(); finding = $0; accesses = threads = locks = created = evidence = others = 0 }
/: note: (read|written|updated|freed) here/ {
  accesses++
  threads += /(by|in) (another )?thread /
  locks += /with no lock held/ || /holding /
  others += !/thread .main./
}
/: note: thread .* is created here/ { created = 1 }
/(is|are) held at|no lock is|allocated here|common to/ { evidence = 1 }
END { judge(); if (!finding) { print "no findings"; failed = 1 } exit failed }' all
