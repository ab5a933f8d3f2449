/* Table of start routines, created in a loop.  Racy: one of them forgets the lock. */
/* dg-additional-sources "thread-table-b.c" */
#include <pthread.h>
#include <stdio.h>

void *flusher (void *unused);
void *reporter (void *unused);

pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
int cache_dirty;

static const struct service {
  const char *name;
  void *(*start) (void *);
} services[] = {
  { "flusher", flusher },
  { "reporter", reporter },
};

int main (void)
{
  pthread_t id[2];

  for (int i = 0; i < 2; i++) {
    puts (services[i].name);
    pthread_create (&id[i], NULL, services[i].start, NULL);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (id[i], NULL);
  return 0;
}
