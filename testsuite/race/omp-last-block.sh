# Blocks of an array by the number of the thread, of which the last one ends elsewhere.
. "$TESTSUITE/lib.sh"

judge() { # EXPECTED LOW HIGH
  local level
  cat > block.c <<C
#include <omp.h>
static int a[2000];
int main (int argc, char **argv)
{
  int n = 1000 + argc;
#pragma omp parallel
  {
    int t = omp_get_thread_num (), k = omp_get_num_threads (), c = n / k, r = n % k;
    int low = $2, high = $3;
    for (int i = low; i < high; i++)
      a[i]++;
  }
  return a[0];
}
C
  for level in -O0 -O2; do
    $CC $with -w -fopenmp $level -c block.c -o block.o
    "$RACECHECK" block.o > block.txt
    if grep -q "race on 'a\[" block.txt; then
      [ "$1" = race ] || fail "$level $*: a false alarm"
    else
      [ "$1" = ok ] || fail "$level $*: missed"
    fi
  done
}
judge ok   't * c' 't * c + c'
judge ok   't * c' 't == k - 1 ? n : low + c'
judge ok   't * c' 't == k - 1 ? n : (t + 1) * c'
judge ok   't * c' 't != k - 1 ? low + c : n'
judge race 't * c' 't == k - 1 ? n : low + c + 1'
judge race 't * c' 't == k - 2 ? n : low + c'
judge race 't * c' 't == 0 ? n : low + c'
judge race 't * c' 't == k ? low + c : n'
judge race 't * c - 1' 't == k - 1 ? n : low + c + 1'
judge race 't * r' 't == k - 1 ? n : t * r + c'
exit 0
