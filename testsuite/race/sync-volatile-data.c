/* A volatile register image under a lock.  Racy: volatile in the place of the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned control;

static void set_bit (int bit)
{
  control |= 1u << bit; /* dg-warning "data race on 'control'" dg-message "updated here" */
}

static void *driver (void *unused)
{
  for (int i = 0; i < 8; i++)
    set_bit (i);
  return unused;
}

int main (void)
{
  pthread_t id;
  unsigned c;

  pthread_create (&id, NULL, driver, NULL);
  pthread_mutex_lock (&lock);
  c = control; /* dg-message "read here" */
  pthread_mutex_unlock (&lock);
  pthread_join (id, NULL);
  printf ("%x\n", c);
  return 0;
}
