/* Two buffers, written and read in turn by all threads, with a barrier after each phase. Racy:
   the barrier is for one thread less. */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 10 };

static pthread_barrier_t step;
static int front[THREADS], back[THREADS];

static void *run (void *arg)
{
  int me = (int)(long)arg;

  for (int r = 0; r < ROUNDS; r++) {
    int left = front[(me + THREADS - 1) % THREADS]; /* dg-warning "data race on 'front..'" dg-message "read here" */
    back[me] = left + 1;
    pthread_barrier_wait (&step);
    front[me] = back[me]; /* dg-message "written here" */
    pthread_barrier_wait (&step);
  }
  return NULL;
}

int main (void)
{
  pthread_t id[THREADS];

  pthread_barrier_init (&step, NULL, THREADS - 1);
  for (int i = 0; i < THREADS; i++)
    pthread_create (&id[i], NULL, run, (void *)(long)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (id[i], NULL);
  printf ("%d\n", front[0]);
  return 0;
}
