/* A slot between two semaphores, behind a loop that waits for a counter.  Racy: the slot is given back before
   it is read. */
/* dg-racecheck-options "--without=schedule" */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int running;
static sem_t is_free, is_full;
static int slot;

static void *counted (void *argument)
{
  pthread_mutex_lock (&m);
  running--;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return argument;
}

static void *consume (void *argument)
{
  int byte;
  do {
    sem_wait (&is_full);
    sem_post (&is_free);
    byte = slot; /* dg-warning "data race on 'slot'" dg-message "read here" */
    if (byte != EOF)
      putchar (byte);
  } while (byte != EOF);
  return argument;
}

int main (void)
{
  pthread_t t, u;

  running = 1;
  pthread_create (&t, NULL, counted, NULL);
  pthread_mutex_lock (&m);
  while (running > 0)
    pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
  sem_init (&is_free, 0, 1);
  sem_init (&is_full, 0, 0);
  pthread_create (&u, NULL, consume, NULL);
  int byte;
  do {
    byte = getchar ();
    sem_wait (&is_free);
    slot = byte; /* dg-message "written here" */
    sem_post (&is_full);
  } while (byte != EOF);
  pthread_join (u, NULL);
  pthread_join (t, NULL);
  return 0;
}
