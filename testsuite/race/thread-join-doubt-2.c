/* There is no doubt about a thread that one way does not join.  */
#include <pthread.h>

static int count;

static void *work (void *p)
{
  count++; /* dg-warning "data race on 'count'" dg-message "updated here by thread 'work'" */
  return p;
}

int main (int argc, char **argv)
{
  pthread_t all[2], t;
  (void)argv;
  pthread_create (&t, NULL, work, NULL);
  all[argc & 1] = t;
  if (argc > 1)
    pthread_join (all[argc & 1], NULL);
  return count; /* dg-message "read here by thread 'main'" */
}
