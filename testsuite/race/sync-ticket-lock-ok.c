/* A ticket lock: who draws the number that is served may go on. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct ticket_lock {
  atomic_uint next, serving;
};

static struct ticket_lock lock;
static int data;

static void acquire (struct ticket_lock *l)
{
  unsigned mine = atomic_fetch_add_explicit (&l->next, 1, memory_order_relaxed);
  while (atomic_load_explicit (&l->serving, memory_order_acquire) != mine)
    sched_yield ();
}

static void release (struct ticket_lock *l)
{
  unsigned now = atomic_load_explicit (&l->serving, memory_order_relaxed);
  atomic_store_explicit (&l->serving, now + 1, memory_order_release);
}

static void *worker (void *unused)
{
  for (int i = 0; i < 10; i++) {
    acquire (&lock);
    data++;
    release (&lock);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return data;
}
