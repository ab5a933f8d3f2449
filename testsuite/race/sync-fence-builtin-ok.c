/* Fences of gcc, in functions of their own. */
#include <pthread.h>

static int ready;
static int data;

static void write_barrier (void)
{
  __sync_synchronize ();
}

static void read_barrier (void)
{
  __atomic_thread_fence (__ATOMIC_ACQUIRE);
}

static void *writer (void *unused)
{
  data = 42;
  write_barrier ();
  __atomic_store_n (&ready, 1, __ATOMIC_RELAXED);
  return unused;
}

static void *reader (void *unused)
{
  while (!__atomic_load_n (&ready, __ATOMIC_RELAXED))
    ;
  read_barrier ();
  return (char *)unused + data;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, writer, NULL);
  pthread_create (&b, NULL, reader, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
