/* Main waits as often as there are threads, each of which posts once when it is done. Racy:
   each thread posts before it writes. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

enum { N = 5 };

static sem_t done;
static int square[N];

static void *compute (void *arg)
{
  long i = (long)arg;

  sem_post (&done);
  square[i] = (int)(i * i); /* dg-warning "data race on 'square..'" dg-message "written here" */
  return NULL;
}

int main (void)
{
  pthread_t id[N];

  sem_init (&done, 0, 0);
  for (long i = 0; i < N; i++) {
    pthread_create (&id[i], NULL, compute, (void *)i);
    pthread_detach (id[i]);
  }
  for (int i = 0; i < N; i++)
    sem_wait (&done);
  for (int i = 0; i < N; i++)
    printf ("%d\n", square[i]); /* dg-message "read here" */
  return 0;
}
