/* Double-checked initialisation: an atomic flag says that a table is ready. */
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int table[SIZE];

static void build (void)
{
  pthread_mutex_lock (&lock);
  if (!ready) {
    for (int i = 0; i < SIZE; i++)
      table[i] = i * i;
    ready = 1;
  }
  pthread_mutex_unlock (&lock);
}

static int square (int i)
{
  if (!ready)
    build ();
  return table[i];
}

static void *worker (void *argument)
{
  long sum = 0;

  for (int i = 0; i < SIZE; i++)
    sum += square (i);
  *(long *) argument = sum;
  return NULL;
}

int main (void)
{
  pthread_t a, b;
  long x, y;

  pthread_create (&a, NULL, worker, &x);
  pthread_create (&b, NULL, worker, &y);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return x != y;
}
