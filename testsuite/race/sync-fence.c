/* A flag that relaxed atomics set and read, with fences beside them.  Racy: the reader has its
   fence before it looks. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *writer (void *unused)
{
  data = 42; /* dg-warning "data race on 'data'" dg-message "written here" */
  atomic_thread_fence (memory_order_release);
  atomic_store_explicit (&ready, 1, memory_order_relaxed);
  return unused;
}

static int is_ready (void)
{
  atomic_thread_fence (memory_order_acquire);
  int now = atomic_load_explicit (&ready, memory_order_relaxed);
  return now;
}

static void *reader (void *unused)
{
  while (!is_ready ())
    ;
  return (char *)unused + data; /* dg-message "read here" */
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
