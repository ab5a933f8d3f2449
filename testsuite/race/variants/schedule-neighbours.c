/* A lock for readers made of two counts side by side, of which the compiler asks at once whether
   both are 0.
   RACY 1 'data.version': only one of them is looked at
   RACY 2 'data.version': one of the two is enough
   RACY 3 'data.version': the writer only reads */
#include "common.h"
struct lock {
  pthread_mutex_t mutex;
  pthread_cond_t free;
  int readers, writer;
};
static struct {
  struct lock lock;
  int version;
} data = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0}, 0};
static void read_lock (struct lock *l)
{
  pthread_mutex_lock (&l->mutex);
  while (l->writer)
    pthread_cond_wait (&l->free, &l->mutex);
  l->readers++;
  pthread_mutex_unlock (&l->mutex);
}
static void read_unlock (struct lock *l)
{
  pthread_mutex_lock (&l->mutex);
  if (--l->readers == 0)
    pthread_cond_broadcast (&l->free);
  pthread_mutex_unlock (&l->mutex);
}
static void write_lock (struct lock *l)
{
  pthread_mutex_lock (&l->mutex);
#if R == 1
  while (l->writer)
#elif R == 2
  while (l->readers && l->writer)
#else
  while (l->readers || l->writer)
#endif
    pthread_cond_wait (&l->free, &l->mutex);
  l->writer = 1;
  pthread_mutex_unlock (&l->mutex);
}
static void write_unlock (struct lock *l)
{
  pthread_mutex_lock (&l->mutex);
  l->writer = 0;
  pthread_cond_broadcast (&l->free);
  pthread_mutex_unlock (&l->mutex);
}
static void *reader (void *p)
{
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    read_lock (&data.lock);
    sum += data.version;
    read_unlock (&data.lock);
  }
  printf ("%d\n", sum);
  return p;
}
static void *writer (void *p)
{
  for (int i = 0; i < 3; i++) {
#if R == 3
    read_lock (&data.lock);
    data.version++;
    read_unlock (&data.lock);
#else
    write_lock (&data.lock);
    data.version++;
    write_unlock (&data.lock);
#endif
  }
  return p;
}
int main (void)
{
  pthread_t a, b, c;
  spawn (&a, reader, 0);
  spawn (&b, reader, 0);
  spawn (&c, writer, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  pthread_join (c, 0);
  return data.version;
}
