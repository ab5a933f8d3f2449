/* Two flags share a storage unit, each guarded by the same lock. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static struct {
  unsigned a : 4;
  unsigned b : 4;
} f;

static void *set_a (void *arg)
{
  pthread_mutex_lock (&m);
  f.a = 1;
  pthread_mutex_unlock (&m);
  return arg;
}

static void *set_b (void *arg)
{
  pthread_mutex_lock (&m);
  f.b = 1;
  pthread_mutex_unlock (&m);
  return arg;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, set_a, NULL);
  pthread_create (&b, NULL, set_b, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return f.a + f.b;
}
