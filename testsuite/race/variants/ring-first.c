/* Rings that are empty as long as their two ends are equal: whoever finds them different has what was
   prepared before the first thing was put there, also by who passes on what it has got from another ring.
   RACY 1 'table[]': prepared when something is in the first ring already
   RACY 2 'table[]': a thread that has got nothing puts something into the second ring, too
   RACY 3 'table[]': the ring is not empty at the start
   RACY 4 'table[]': who finds the ring empty goes on all the same
   RACY 5 'table[]': a thread that has got nothing moves the end where things are taken out
   RACY 6 'table[]': the reader passes something on before it has got anything
   RACY 7 'table[]': the reader passes on what it has got from a third ring, which is filled before
   RACY 8 'table[]': a ring is emptied by moving the wrong end
   RACY 9 'table[]': who moves the end where things are taken out has compared the other one with the size */
#include "common.h"
struct ring {
  pthread_mutex_t lock;
  pthread_cond_t empty, full;
  int size, in, out;
  void **data;
};
static struct ring *first, *second, *third;
static int table[8], work;

static struct ring *ring_init (int size)
{
  struct ring *r = malloc (sizeof *r);
  if (!r)
    exit (1);
  r->data = malloc ((size + 1) * sizeof *r->data);
  r->size = size + 1;
  r->in = r->out = 0;
#if R == 3
  r->in = 1;
  r->data[0] = &work;
#endif
  pthread_mutex_init (&r->lock, NULL);
  pthread_cond_init (&r->empty, NULL);
  pthread_cond_init (&r->full, NULL);
  return r;
}

static void put (struct ring *r, void *data)
{
  int next;
  pthread_mutex_lock (&r->lock);
  while ((next = (r->in + 1) % r->size) == r->out)
    pthread_cond_wait (&r->full, &r->lock);
  r->data[r->in] = data;
  r->in = next;
  pthread_cond_signal (&r->empty);
  pthread_mutex_unlock (&r->lock);
}

static void *get (struct ring *r)
{
  void *data;
  pthread_mutex_lock (&r->lock);
#if R == 4
  if (r->out == r->in)
#else
  while (r->out == r->in)
#endif
    pthread_cond_wait (&r->empty, &r->lock);
  data = r->data[r->out];
  r->out = (r->out + 1) % r->size;
  pthread_cond_signal (&r->full);
  pthread_mutex_unlock (&r->lock);
  return data;
}

static void flush (struct ring *r)
{
  pthread_mutex_lock (&r->lock);
#if R == 8
  r->in = r->size - 1;
#elif R == 9
  if (r->in != r->size)
    r->out = 2;
#else
  r->out = r->in;
#endif
  pthread_mutex_unlock (&r->lock);
}

static void *reader (void *a)
{
#if R == 6
  put (second, &work);
#elif R == 7
  put (second, get (third));
#endif
  for (void *data; (data = get (first));)
    put (second, data);
  put (second, NULL);
  return NULL;
}

static void *worker (void *a)
{
  while (get (second))
    printf ("%d\n", table[3]);
  put (second, NULL);
  return NULL;
}

static void *other (void *a)
{
#if R == 2
  put (second, &work);
#elif R == 5
  pthread_mutex_lock (&second->lock);
  second->out = 1;
  pthread_mutex_unlock (&second->lock);
#endif
  flush (second);
  return NULL;
}

int main (int argc, char **argv)
{
  pthread_t t[3];
  if (argc > 1) {
    first = ring_init (8);
    second = ring_init (8);
  } else {
    first = ring_init (2);
    second = ring_init (2);
  }
  third = ring_init (2);
  pthread_create (&t[0], NULL, reader, NULL);
  pthread_create (&t[1], NULL, worker, NULL);
  pthread_create (&t[1], NULL, worker, NULL);
  pthread_create (&t[2], NULL, other, NULL);
#if R == 1
  put (first, &work);
#elif R == 7
  put (third, &work);
#endif
  for (int i = 0; i < 8; i++)
    table[i] = i;
  for (int i = 0; i < 8; i++)
    put (first, &work);
  put (first, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
