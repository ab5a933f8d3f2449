# Handles in arrays that are written and read in different pieces: whoever is not joined is reported.
. "$TESTSUITE/lib.sh"

cat > handles.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct worker { int id; pthread_t h; };
static void *one (void *a) { pthread_mutex_lock (&m); x++; pthread_mutex_unlock (&m); return a; }
static void *two (void *a) { pthread_mutex_lock (&m); x += 2; pthread_mutex_unlock (&m); return a; }
#define GO(h, f) pthread_create (&(h), 0, f, 0)
#define J(h) pthread_join (h, 0)
#define EACH(i, from, to) for (int i = from; i < to; i++)
static pthread_t g[8];
static struct worker w[8];
int main (int c, char **v)
{
#ifdef HEAP
  pthread_t *h = malloc (8 * sizeof *h);
#else
  pthread_t h[8];
#endif
  BODY
  x++;
  return 0;
}
C

judge() { # EXPECTED BODY [FLAG]
  local level
  for level in -O0 -O2; do
    $CC $with -w $level $3 -DBODY="$2" -c handles.c -o handles.o
    "$RACECHECK" handles.o > handles.txt
    if grep -q "race on 'x'" handles.txt; then
      [ "$1" = race ] || fail "$level $2: a false alarm"
    else
      [ "$1" = ok ] || fail "$level $2: missed"
    fi
  done
}

for heap in -UHEAP -DHEAP; do
  judge ok   'EACH (i, 0, 3) GO (h[i], one); J (h[0]); J (h[1]); J (h[2]);' $heap
  judge ok   'EACH (i, 0, 3) GO (h[i], one); J (h[2]); J (h[0]); J (h[1]);' $heap
  judge race 'EACH (i, 0, 3) GO (h[i], one); J (h[0]); J (h[1]); J (h[1]);' $heap
  judge race 'EACH (i, 0, 3) GO (h[i], one); J (h[0]); J (h[1]); if (c) J (h[2]);' $heap
  judge race 'J (h[0]); EACH (i, 0, 2) GO (h[i], one); J (h[1]);' $heap
  judge race 'EACH (k, 0, 2) { if (k) J (h[0]); EACH (i, 0, 2) GO (h[i], one); if (k) J (h[1]); }' $heap
  judge ok   'GO (h[0], one); GO (h[1], two); GO (h[2], one); EACH (i, 0, 3) J (h[i]);' $heap
  judge race 'GO (h[0], one); GO (h[1], two); GO (h[3], one); EACH (i, 0, 3) J (h[i]);' $heap
  judge race 'GO (h[0], one); GO (h[1], two); GO (h[2], one); EACH (i, 1, 3) J (h[i]);' $heap
  judge race 'GO (h[0], one); GO (h[1], two); GO (h[1], one); EACH (i, 0, 3) J (h[i]);' $heap
  judge race 'GO (h[0], one); EACH (i, 0, 3) J (h[i]); GO (h[1], two);' $heap
  judge ok   'EACH (i, 0, 3) GO (h[i], one); EACH (i, 0, 3) GO (h[3 + i], two); EACH (i, 0, 6) J (h[i]);' $heap
  judge race 'EACH (i, 0, 3) GO (h[i], one); EACH (i, 0, 3) GO (h[3 + i], two); EACH (i, 0, 5) J (h[i]);' $heap
  judge race 'EACH (i, 0, 3) GO (h[i], one); EACH (i, 0, 3) GO (h[2 + i], two); EACH (i, 0, 6) J (h[i]);' $heap
  judge race 'EACH (i, 0, 3) GO (h[i], one); EACH (i, 0, 3) GO (h[3 + i], two); for (int i = 0; i < 6; i += 2) J (h[i]);' $heap
  judge ok   'for (int i = 0; i < 6; i += 2) { GO (h[i], one); GO (h[i + 1], two); } EACH (i, 0, 6) J (h[i]);' $heap
  judge race 'for (int i = 0; i < 6; i += 2) { GO (h[i], one); GO (h[i + 1], two); } for (int i = 0; i < 6; i += 2) J (h[i]);' $heap
  judge race 'EACH (i, 0, 6) { GO (h[i], one); GO (h[i + 1], two); } EACH (i, 0, 7) J (h[i]);' $heap
  judge ok   'EACH (i, 0, 6) if (i % 2) GO (h[i], one); else GO (h[i], two); EACH (i, 0, 6) J (h[i]);' $heap
  judge race 'EACH (i, 0, 6) { if (i % 2) GO (h[i], one); if (i > c) GO (h[i], two); } EACH (i, 0, 6) J (h[i]);' $heap
  judge race 'EACH (i, 0, 6) if (i % 2) GO (h[i], one); else GO (h[i], two); for (int i = 0; i < 6; i += 2) J (h[i]);' $heap
done
judge ok   'EACH (i, 0, 3) GO (w[i].h, one); J (w[0].h); J (w[1].h); J (w[2].h);'
judge race 'EACH (i, 0, 3) GO (w[i].h, one); J (w[0].h); J (w[1].h); J (w[3].h);'
judge ok   'GO (w[0].h, one); GO (w[1].h, two); EACH (i, 0, 2) J (w[i].h);'
judge ok   'GO (g[0], one); GO (h[0], two); EACH (i, 0, 2) J (g[i]); J (h[0]);'
judge race 'GO (g[0], one); GO (h[0], two); EACH (i, 0, 2) J (g[i]);'
judge race 'EACH (i, 0, 3) GO (g[i], one); J (h[0]); J (g[1]); J (g[2]);'
exit 0
