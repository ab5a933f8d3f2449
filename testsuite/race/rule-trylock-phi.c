/* RULES 1.1 trap (c): result of trylock or of lock.
   Racy: of trylock or 0, which proves nothing. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void add (int polite)
{
  int rc = polite ? pthread_mutex_trylock (&m) : 0;

  if (rc == 0) {
    x++; /* dg-warning "data race on 'x'" dg-message "updated here" dg-message "updated here" */
    if (polite)
      pthread_mutex_unlock (&m);
  }
}

static void *rude (void *unused)
{
  add (0);
  return unused;
}

static void *gentle (void *unused)
{
  add (1);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, rude, NULL);
  pthread_create (&b, NULL, gentle, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
