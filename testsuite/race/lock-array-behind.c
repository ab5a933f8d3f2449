/* The pointer to the locks moves while the threads run: element I is not the same lock in both.
   A neighbour's lock does not do, either. */
#include <pthread.h>

enum { N = 4 };
static pthread_mutex_t all[N + 1] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                      PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                      PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t moves = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *moved = all, *fixed;
static long sums[N], others[N + 1];

static void *worker (void *unused)
{
  pthread_mutex_t *mine;
  pthread_mutex_lock (&moves);
  mine = moved;
  pthread_mutex_unlock (&moves);
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock (&mine[i]);
    sums[i]++; /* dg-warning "data race on 'sums" dg-message "updated here" dg-message "updated here" */
    pthread_mutex_unlock (&mine[i]);
    pthread_mutex_lock (&fixed[i]);
    others[i]++; /* dg-warning "data race on 'others" dg-message "updated here" */
    others[i + 1]++; /* dg-message "updated here" */
    pthread_mutex_unlock (&fixed[i]);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;
  fixed = all;
  pthread_create (&a, NULL, worker, NULL);
  pthread_mutex_lock (&moves);
  moved = all + 1;
  pthread_mutex_unlock (&moves);
  pthread_create (&b, NULL, worker, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
