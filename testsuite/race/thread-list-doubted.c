/* A list that a loop goes through up to its end, if that is not believed to have one. */
/* dg-racecheck-options "--no-assume=lists --without=schedule" */
#include <pthread.h>
#include <stdlib.h>
struct node {
  int v;
  struct node *next;
};
static void *work (void *a)
{
  struct node *p = a;
  p->v *= 2; /* { dg-warning "possible data race on 'p->v'" } */
  return 0;
}
int main (int argc, char **argv)
{
  struct node *first = NULL;
  pthread_t t[100];
  int k = 0;
  for (int i = 0; i < argc; i++) {
    struct node *p = malloc (sizeof *p);
    p->v = i;
    p->next = first;
    first = p;
  }
  for (struct node *p = first; p; p = p->next)
    pthread_create (&t[k++], 0, work, p);
  for (int i = 0; i < k; i++)
    pthread_join (t[i], 0);
  return 0;
}
