# Some generated programs run with ThreadSanitizer: what it sees was planted.
. "$TESTSUITE/lib.sh"
echo 'int main (void) { return 0; }' > empty.c
$CC -fsanitize=thread empty.c -o empty && ./empty || skip "no ThreadSanitizer"
$CC -std=c11 -D_GNU_SOURCE -O1 "$TESTSUITE"/fuzz/generator/*.c -o generate
export GENERATE=$PWD/generate
"$TESTSUITE/fuzz/seeds" --tsan=2 --table 1001 1004 work --cells=14 || fail "generated programs"
