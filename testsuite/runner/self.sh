# The runner itself: each case says by its name how it ends, and the last line adds up.
. "$TESTSUITE/lib.sh"

try output env RACECHECK="$TESTSUITE/runner/fake-racecheck" "$TESTSUITE/run" -v --root "$TESTSUITE/runner/cases" dg golden
[ $status -eq 1 ] || fail "exit status $status instead of 1" "$(cat output)"
sed -n 's/^\([A-Z]*\): [a-z]*\/\([a-z]*\)-\([^:]*\).*/\1 \2 \3/p' output > results
while read -r verdict expected name; do
  [ "$verdict" = "${expected^^}" ] || fail "$expected-$name ends as $verdict" "$(cat output)"
done < results

count() { grep -c "^$1 " results || :; }
cases=$(ls "$TESTSUITE"/runner/cases/*/*-*.c "$TESTSUITE"/runner/cases/*/*.sh | wc -l)
[ "$(wc -l < results)" -eq "$cases" ] || fail "$(wc -l < results) results of $cases cases" "$(cat output)"
[ "$(tail -n 1 output)" = "$(($(count PASS) + $(count XFAIL))) passed, $(count FAIL) failed" ] ||
  fail "last line: $(tail -n 1 output)"

# Choosing, and what happens when there is nothing to choose.
export RACECHECK="$TESTSUITE/runner/fake-racecheck"
run() { try output "$TESTSUITE/run" --root "$TESTSUITE/runner/cases" "$@"; }
run pass-here dg/pass-line testsuite/dg/pass-order.c
[ $status -eq 0 ] && [ "$(cat output)" = "3 passed, 0 failed" ] || fail "$(cat output)"
run no-such-test
[ $status -eq 2 ] || fail "no-such-test: $status"
run --no-such-option
[ $status -eq 2 ] || fail "--no-such-option: $status"

# A failing test shows why.
run fail-golden
grep -q '^-line two' output && grep -q '^+line one' output || fail "no difference shown: $(cat output)"
run fail-excess
grep -q 'not expected: fail-excess.c:1:5: warning: race' output || fail "$(cat output)"

# --update writes the golden file.
cp -r "$TESTSUITE/runner/cases" copy
try output "$TESTSUITE/run" --root copy --update fail-golden
[ "$(cat copy/golden/fail-golden.golden)" = "line one" ] || fail "--update did nothing"
