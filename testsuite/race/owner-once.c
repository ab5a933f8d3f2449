/* Lazily initialised with pthread_once.  Racy: one user does not call pthread_once. */
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int base;

static void setup (void)
{
  base = 1000; /* dg-message "written here" */
}

static void *first (void *unused)
{
  pthread_once (&once, setup);
  printf ("%d\n", base + 1);
  return unused;
}

static void *second (void *unused)
{
  printf ("%d\n", base + 2); /* dg-warning "data race on 'base'" dg-message "read here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
