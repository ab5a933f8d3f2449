/* Functions that call themselves: a recursive call is not instantiated.  What it is given is not
   published, since it only comes to memory by it; the locks that it takes itself are not those of its callers. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int guarded; /* by the lock of who calls */
static int open;    /* a race */
static int own;     /* guarded: taken inside */

static void down (int depth, int *data)
{
  if (!depth)
    return;
  ++*data;
  down (depth - 1, data);
}

static void odd (int depth);

static void even (int depth)
{
  pthread_mutex_lock (&lock);
  own++;
  pthread_mutex_unlock (&lock);
  if (depth)
    odd (depth - 1);
}

static void odd (int depth)
{
  open++;
  if (depth)
    even (depth - 1);
}

static void *work (void *arg)
{
  pthread_mutex_lock (&lock);
  down (3, &guarded);
  pthread_mutex_unlock (&lock);
  even (3);
  return arg;
}

int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  work (0);
  pthread_join (t, 0);
  return 0;
}
