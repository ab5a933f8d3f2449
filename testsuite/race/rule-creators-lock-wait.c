/* RULES 1.4: the creator's lock, held from create to join.
   Racy: there is a wait on its condition in between. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int x, go;

static void *child (void *unused)
{
  usleep (1000);
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
  return unused;
}

static void *creator (void *unused)
{
  pthread_t id;

  pthread_mutex_lock (&lock);
  pthread_create (&id, NULL, child, NULL);
  while (!go)
    pthread_cond_wait (&ready, &lock);
  pthread_join (id, NULL);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, creator, NULL);
  usleep (500);
  pthread_mutex_lock (&lock);
  x = 10; /* dg-message "written here" */
  go = 1;
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  printf ("%d\n", x);
  return 0;
}
