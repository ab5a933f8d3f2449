# The comparison of levels finds what it is there to find.
. "$TESTSUITE/lib.sh"
expect_failure() {
  try output bash -e "$TESTSUITE/invariance/levels" "$PWD/program.c"
  [ $status -eq 1 ] && grep -q 'only in' output || fail "not found: $(cat program.c output)"
}
cat > program.c <<'X'
int x;
void f (void)
{
#ifdef __OPTIMIZE__
  x = 1;
#endif
}
X
expect_failure
cat > program.c <<'X'
int x, y;
int f (void)
{
#ifdef __OPTIMIZE__
  return x;
#else
  return y;
#endif
}
X
expect_failure
cat > program.c <<'X'
int x;
void f (int *p)
{
#ifndef __SANITIZE_THREAD__
  *p = x;
#endif
}
X
expect_failure
