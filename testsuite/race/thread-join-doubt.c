/* Threads are joined through a list of their handles, from which one is missing: it is not certain that there
   is a race, but whoever knows that all are joined should not be told that it is.  */
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_t thread;
  struct node *next;
};

static struct node *list;
static int count;

static void *work (void *p)
{
  count++; /* dg-warning "possible data race on 'count'" dg-message "updated here by thread 'work'" dg-message "one of the threads may have been joined before the other access" */
  return p;
}

static void add (int keep)
{
  struct node *n = malloc (sizeof *n);
  pthread_create (&n->thread, NULL, work, NULL);
  if (keep) {
    n->next = list;
    list = n;
  }
}

int main (int argc, char **argv)
{
  (void)argv;
  add (argc > 1);
  for (struct node *n = list; n; n = n->next)
    pthread_join (n->thread, NULL);
  return count; /* dg-message "read here by thread 'main'" */
}
