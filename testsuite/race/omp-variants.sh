# Programs of variants/ that use OpenMP.
. "$TESTSUITE/lib.sh"

judge_variants -fopenmp "$TESTSUITE"/race/variants/omp-*.c
