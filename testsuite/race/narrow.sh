# Numbers that tell threads apart, in types that are too narrow for all of them, and in types that are not.
. "$TESTSUITE/lib.sh"

cat > narrow.c <<'C'
#include <pthread.h>
static pthread_t h[N];
static int d[N];
struct arg { BITS; } arg[N];
static void *by_number (void *a) { TYPE i = (long) a; d[i]++; return a; }
static void *by_sum (void *a) { TYPE i = (long) a + MORE; d[i]++; return a; }
static void *by_field (void *a) { d[((struct arg *) a)->id]++; return a; }
static void create (void)
{
#if WAY == 1
  for (long i = 0; i < N; i++) pthread_create (&h[i], 0, by_number, (void *) i);
#elif WAY == 2
  for (int i = 0; i < N; i++) { arg[i].id = i; pthread_create (&h[i], 0, by_field, &arg[i]); }
#elif WAY == 3 /* a second counter, which wraps */
  TYPE k = 0;
  for (int i = 0; i < N; i++, k++) pthread_create (&h[i], 0, by_number, (void *) (long) k);
#elif WAY == 4
  for (TYPE i = 0; i < N; i++) pthread_create (&h[i], 0, by_number, (void *) (long) i);
#elif WAY == 5
  for (TYPE i = N - 1; i > 0; i--) pthread_create (&h[i], 0, by_number, (void *) (long) i);
#elif WAY == 6
  for (long i = 0; i < N; i++) pthread_create (&h[i], 0, by_sum, (void *) i);
#endif
}
int main (int n, char **v)
{
#if WAY == 7 /* so many are created, and fewer joined */
  if (n > N) return 1;
  for (int i = 0; i < n; i++) pthread_create (&h[i], 0, by_number, 0);
  for (int i = 0; i < (TYPE) n; i++) pthread_join (h[i], 0);
  d[0] = 1;
#else
  create ();
  for (int i = 0; i < N; i++) pthread_join (h[i], 0);
#endif
  return 0;
}
C

judge() { # EXPECTED WAY N TYPE BITS [MORE]
  local level
  for level in -O0 -O2; do
    $CC $with -w $level -DWAY="$2" -DN="$3" -DTYPE="$4" -DBITS="$5" -DMORE="${6:-0}" -c narrow.c -o narrow.o
    "$RACECHECK" narrow.o > narrow.txt
    if grep -q "race on 'd\[" narrow.txt; then
      [ "$1" = race ] || fail "$*: a false alarm"
    else
      [ "$1" = ok ] || fail "$*: missed"
    fi
  done
}

judge race 1 300 'unsigned char' 'int id'
judge ok   1 200 'unsigned char' 'int id'
judge race 1 200 'signed char' 'int id'
judge ok   1 100 'signed char' 'int id'
judge race 1 70000 'short' 'int id'
judge ok   1 70000 'int' 'int id'
judge race 2 300 int 'unsigned char id'
judge ok   2 200 int 'unsigned char id'
judge race 2 8 int 'unsigned id : 2'
judge ok   2 8 int 'unsigned id : 3'
judge race 3 300 'unsigned char' 'int id'
judge ok   3 300 'unsigned' 'int id'
judge race 4 300 'unsigned char' 'int id'
judge ok   4 200 'unsigned char' 'int id'
judge ok   5 200 'unsigned char' 'int id'
judge race 6 100 'unsigned char' 'int id' '(long) a'
judge race 6 200 'signed char' 'int id' 100
judge ok   6 200 'int' 'int id' 100
judge race 7 300 'unsigned char' 'int id'
exit 0
