# --self-check: whether compiler, plugin and analysis work together.
. "$TESTSUITE/lib.sh"
mkdir bin && cp "$RACECHECK" bin/ && cp "$PLUGIN" bin/
check() { try output bin/racecheck --self-check; }
check
[ $status -eq 0 ] && [ "$(grep -c '^ok: ' output)" -eq 3 ] || fail "$status $(cat output)"
CC=no-such-compiler check
[ $status -eq 2 ] && grep -q '^FAILED: plugin: .* in no-such-compiler: No such file' output || fail "$(cat output)"
if [ -n "$OTHER_CC" ]; then
  CC=$OTHER_CC check
  [ $status -eq 2 ] && grep -q '^FAILED: plugin' output && grep -q 'was built for GCC' output || fail "$(cat output)"
fi
TMPDIR=/no/such/folder check
[ $status -eq 2 ] && grep -q '^FAILED: folder' output || fail "$(cat output)"
