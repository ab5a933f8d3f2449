/* A ring between two semaphores, with counters that only grow. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
struct msg {
  int kind;
  char text[32];
};
struct ring {
  struct msg slots[16];
  unsigned head, tail;
  sem_t items, space;
};
static struct ring r;
static void put (struct ring *q, int k, const char *s)
{
  sem_wait (&q->space);
  struct msg *m = &q->slots[q->tail % 16];
  m->kind = k;
  strncpy (m->text, s, 31);
  q->tail++;
  sem_post (&q->items);
}
static void get (struct ring *q, struct msg *o)
{
  sem_wait (&q->items);
  *o = q->slots[q->head++ % 16];
  sem_post (&q->space);
}
static void *producer (void *a)
{
  for (int i = 0; i < 100; i++)
    put (a, i, "hello");
  put (a, -1, "");
  return NULL;
}
static void *consumer (void *a)
{
  struct msg m;
  do {
    get (a, &m);
    puts (m.text);
  } while (m.kind >= 0);
  return NULL;
}
int main (void)
{
  pthread_t p, p2, c;
  sem_init (&r.items, 0, 0);
  sem_init (&r.space, 0, 16);
  pthread_create (&p, NULL, producer, &r);
  pthread_create (&c, NULL, consumer, &r);
  pthread_join (p, NULL);
  pthread_join (c, NULL);
  return 0;
}
