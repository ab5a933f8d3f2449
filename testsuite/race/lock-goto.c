/* Critical section left by goto to a label that unlocks.
   Racy: a jump from before the lock to an access. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int valid, invalid;

static void check (int n)
{
  int locked = 0;

  if (n > 1000)
    goto bad;
  pthread_mutex_lock (&lock);
  locked = 1;
  if (n < 0)
    goto bad;
  valid++;
  goto out;
bad:
  invalid++; /* dg-warning "data race on 'invalid'" dg-message "updated here" */
out:
  if (locked)
    pthread_mutex_unlock (&lock);
}

static void *checker (void *unused)
{
  check (3);
  check (2000);
  return unused;
}

static void *printer (void *unused)
{
  pthread_mutex_lock (&lock);
  printf ("%d good\n", valid);
  printf ("%d bad\n", invalid); /* dg-message "read here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, checker, NULL);
  pthread_create (&b, NULL, printer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
