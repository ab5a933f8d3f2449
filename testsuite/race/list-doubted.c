/* Nodes of a list lead to what threads are created for, if they are not believed to lead to
   different objects. */
/* dg-racecheck-options "--no-assume=lists --without=schedule" */
#include <pthread.h>
#include <stdlib.h>
struct element {
  int v;
  pthread_t thread;
};
struct node {
  struct element *data;
  struct node *next;
};
static int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *a)
{
  pthread_mutex_lock (&m);
  total += ((struct element *)a)->v;
  pthread_mutex_unlock (&m);
  return 0;
}
int main (int argc, char **argv)
{
  struct node *first = NULL;
  for (int i = 0; i < argc; i++) {
    struct node *p = malloc (sizeof *p);
    p->data = malloc (sizeof *p->data);
    p->data->v = i;
    p->next = first;
    first = p;
  }
  for (struct node *p = first; p; p = p->next)
    if (pthread_create (&p->data->thread, 0, work, p->data))
      abort ();
  for (struct node *p = first; p; p = p->next)
    pthread_join (p->data->thread, 0);
  return total; /* { dg-warning "possible data race on 'total'" } */
}
