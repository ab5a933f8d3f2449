# A unit that is not compiled for OpenMP says how many threads regions of another one get.
. "$TESTSUITE/lib.sh"

cat > region.c <<'C'
#include <omp.h>
void prepare (void);
static int x;
int main (void)
{
  omp_set_num_threads (1);
  prepare ();
#pragma omp parallel
  x++;
  return x;
}
C
for number in 1 4; do
  cat > prepare.c <<C
void omp_set_num_threads (int);
void prepare (void) { omp_set_num_threads ($number); }
C
  for level in -O0 -O2; do
    $CC $with -w -fopenmp $level -c region.c -o region.o
    $CC $with -w $level -c prepare.c -o prepare.o
    "$RACECHECK" region.o prepare.o > found.txt
    if grep -q "race on 'x'" found.txt; then
      [ $number = 4 ] || fail "$level: a false alarm"
    else
      [ $number = 1 ] || fail "$level: a race is missed"
    fi
  done
done
