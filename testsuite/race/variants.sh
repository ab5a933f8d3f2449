# Programs of variants/ that use pthreads.
. "$TESTSUITE/lib.sh"

judge_variants -pthread $(ls "$TESTSUITE"/race/variants/*.c | grep -v /omp-)
