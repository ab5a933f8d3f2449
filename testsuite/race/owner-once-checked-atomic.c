/* Double-checked locking with an atomic pointer: acquire outside, release inside. Racy: the pointer
   is a plain variable. */
#include <pthread.h>
#include <stdlib.h>

struct settings {
  int level;
  int size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct settings *current;

static struct settings *get (void)
{
  struct settings *s = current; /* dg-warning "data race on 'current'" dg-message "read here" */

  if (!s) {
    pthread_mutex_lock (&lock);
    s = current;
    if (!s) {
      s = malloc (sizeof *s);
      if (!s)
        abort ();
      s->level = 3;
      s->size = 40;
      current = s; /* dg-message "written here" */
    }
    pthread_mutex_unlock (&lock);
  }
  return s;
}

static void *worker (void *argument)
{
  int *sum = argument;

  *sum = get ()->level + get ()->size;
  return NULL;
}

int main (void)
{
  pthread_t id[4];
  int sum[4];

  for (int i = 0; i < 4; i++)
    pthread_create (&id[i], NULL, worker, &sum[i]);
  for (int i = 0; i < 4; i++)
    pthread_join (id[i], NULL);
  return sum[0] != 43;
}
