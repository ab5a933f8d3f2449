/* Two buffers are filled and drained in turn. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
struct buf {
  sem_t filled, drained;
  int len;
  char data[512];
};
static struct buf bufs[2];
static void *reader (void *a)
{
  for (int i = 0; i < 100; i++) {
    struct buf *b = &bufs[i & 1];
    sem_wait (&b->drained);
    b->len = snprintf (b->data, 512, "block %d", i);
    sem_post (&b->filled);
  }
  return NULL;
}
static void *writer (void *a)
{
  for (int i = 0; i < 100; i++) {
    struct buf *b = &bufs[i & 1];
    sem_wait (&b->filled);
    fwrite (b->data, 1, b->len, stdout);
    sem_post (&b->drained);
  }
  return NULL;
}
int main (void)
{
  pthread_t r, w;
  for (int i = 0; i < 2; i++) {
    sem_init (&bufs[i].filled, 0, 0);
    sem_init (&bufs[i].drained, 0, 1);
  }
  pthread_create (&r, NULL, reader, NULL);
  pthread_create (&w, NULL, writer, NULL);
  pthread_join (r, NULL);
  pthread_join (w, NULL);
  return 0;
}
