/* A client writes its request without looking, since the server is idle.  Racy: the server changes
 * the response after it was given. */
#include <pthread.h>
#include <stdio.h>
#include <stdatomic.h>
static int request, response;
static atomic_int pending;
static void *server (void *a)
{
  for (;;) {
    int p;
    while ((p = atomic_load (&pending)) == 0)
      ;
    if (p == 2)
      break;
    response = request * 2; /* dg-warning "data race on 'response'" */
    atomic_store (&pending, 0);
    response++;
  }
  return NULL;
}
static int call (int v)
{
  request = v;
  atomic_store (&pending, 1);
  while (atomic_load (&pending) != 0)
    ;
  return response;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, server, NULL);
  for (int i = 0; i < 10; i++)
    printf ("%d\n", call (i));
  atomic_store (&pending, 2);
  pthread_join (t, NULL);
  return 0;
}
