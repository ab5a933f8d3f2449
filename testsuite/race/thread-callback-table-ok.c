/* Threads reach the data through a table of operations. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level;

static int get_locked (void)
{
  int n;

  pthread_mutex_lock (&lock);
  n = level;
  pthread_mutex_unlock (&lock);
  return n;
}

static int get_fast (void)
{
  return level;
}

static void set_locked (int n)
{
  pthread_mutex_lock (&lock);
  level = n;
  pthread_mutex_unlock (&lock);
}

static struct ops {
  int (*get) (void);
  void (*set) (int);
} ops = { get_locked, set_locked };

static void *reader (void *arg)
{
  struct ops *o = arg;

  printf ("%d\n", o->get ());
  return NULL;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, reader, &ops);
  ops.set (3);
  pthread_join (id, NULL);
  return get_fast () != 3;
}
