/* More threads than a few, whose handles are at constant places of one array, each joined by itself.
   RACY 1 'v7': it is not joined
   RACY 2 'v7': the next one puts its handle over this one's
   RACY 3 'v3': another handle is stored there
   RACY 4 'v5': a thread is created with that handle again, and only one joined */
#include <pthread.h>
#ifndef R
#define R 0
#endif

#define EACH(F) \
  F (0) F (1) F (2) F (3) F (4) F (5) F (6) F (7) F (8) F (9) F (10) F (11) F (12) F (13) F (14) \
  F (15) F (16) F (17) F (18) F (19) F (20)

#define THREAD(n) \
  static int v##n; \
  static void *run##n (void *p) { v##n = 1; return p; }
EACH (THREAD)

static pthread_t handles[21];

int main (void)
{
  int sum = 0;
#define CREATE(n) pthread_create (&handles[R == 2 && n == 8 ? 7 : n], NULL, run##n, NULL);
  EACH (CREATE)
#if R == 3
  handles[3] = handles[4];
#endif
#if R == 4
  pthread_create (&handles[5], NULL, run5, NULL);
#endif
#define JOIN(n) \
  if (!(R == 1 && n == 7) && !(R == 2 && n == 8) && !(R == 3 && n == 4)) \
    pthread_join (handles[n], NULL);
  EACH (JOIN)
#define SUM(n) sum += v##n;
  EACH (SUM)
  return sum;
}
