# Rows of a matrix that are allocated one by one: different rows are different memory, unless a pointer to one
# is in two places.
. "$TESTSUITE/lib.sh"

judge() { # EXPECTED SETUP LOOP
  local level
  cat > rows.c <<C
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double **make (int n)
{
  double **a = malloc (n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = malloc (n * sizeof **a);
  return a;
}
static void set (double *row, int n) { for (int j = 0; j < n; j++) row[j] = j; }
int main (int c, char **v)
{
  int n = 100;
  double **a = make (n), **b = make (n);
  $2
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++) { $3 }
  printf ("%f\n", a[1][1]);
  return 0;
}
C
  for level in -O0 -O2; do
    $CC $with -w -fopenmp $level -c rows.c -o rows.o
    "$RACECHECK" rows.o > rows.txt
    if grep -q "warning: .*race" rows.txt; then
      [ "$1" = race ] || fail "$level $2 $3: a false alarm"
    else
      [ "$1" = ok ] || fail "$level $2 $3: missed"
    fi
  done
}
pairs='struct { double *x, *y; } *p = malloc (n * sizeof *p); for (int i = 0; i < n; i++) p[i].x = malloc (8);'
judge ok   "$pairs for (int i = 0; i < n; i++) p[i].y = malloc (8);" 'p[i].x[0] = i; p[i].y[0] = i;'
judge ok   "$pairs for (int i = 0; i < n; i++) p[i].y = p[i].x;" 'p[i].x[0] = i; p[i].y[0] = i;'
judge race "$pairs for (int i = 0; i < n; i++) p[i].y = p[i].x;" 'p[i].x[0] = i; p[i - 1].y[0] = i;'
judge ok   '' 'for (int j = 0; j < n; j++) a[i][j] = i + j;'
judge ok   '' 'for (int j = 0; j < n; j++) a[i][j] += b[i - 1][j] + b[i + 1][j];'
judge ok   '' 'set (a[i], n);'
judge race '' 'for (int j = 0; j < n; j++) a[i][j] += a[i - 1][j];'
judge race '' 'for (int j = 0; j < n; j++) a[j][i] += a[i][j];'
judge race '' 'set (a[i], n); set (a[i + 1], n);'
judge race '' 'a[0][i / 2] = i;'
judge race 'a[3] = a[4];' 'for (int j = 0; j < n; j++) a[i][j] = i + j;'
judge race 'a[3] = b[4];' 'for (int j = 0; j < n; j++) a[i][j] = b[i][j];'
judge race 'memcpy (a, b, n * sizeof *a);' 'for (int j = 0; j < n; j++) a[i][j] = b[i + 1][j];'
judge race 'double **t = b; b = a; a = t; if (c > 1) b = t;' 'for (int j = 0; j < n; j++) a[i][j] = b[i + 1][j];'
judge race 'double *x = malloc (n * sizeof *x); for (int i = 0; i < n; i++) a[i] = x;' \
  'for (int j = 0; j < n; j++) a[i][j] = i + j;'
judge race '' 'double *t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; a[i][0] = 1;'
exit 0
