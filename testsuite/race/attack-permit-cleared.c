/* Main clears the word while others hold it. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static int x;
static atomic_int l;
static void lock (void)
{
  while (atomic_exchange (&l, 1)) /* dg-warning "data race on 'l'" dg-message "updated here" */
    ;
}
static void *t1 (void *p)
{
  lock ();
  x++; /* dg-warning "data race on 'x'" dg-message "updated here" */
  atomic_store (&l, 0);
  return p;
}

static void *t2 (void *p)
{
  lock ();
  x++; /* dg-message "updated here" */
  atomic_store (&l, 0);
  return p;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, t1, NULL);
  pthread_create (&b, NULL, t2, NULL);
  memset ((void *)&l, 0, sizeof l); /* dg-message "written here" */
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return x;
}
