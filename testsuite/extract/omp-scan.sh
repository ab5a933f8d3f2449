# Of a loop with `scan' the compiler makes two, over the same iterations of the same thread: both are marked, and
# with their bounds.
. "$TESTSUITE/lib.sh"

cat > scan.c <<'EOF'
int a[1000], b[1000];
int scan (void)
{
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < 1000; i++) {
    s += a[i];
#pragma omp scan inclusive(s)
    b[i] = s;
  }
  return s;
}
EOF
$CC $with -fopenmp -c scan.c -o scan.o
n=$("$RACECHECK" --dump=facts scan.o | grep -c "phi .*iteration=257 .*first=0 last=1000") || :
[ "$n" = 2 ] || fail "$n loops are marked, not 2"
