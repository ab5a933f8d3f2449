/* Two consumers look into a ring of pointers, and do not move its start. */
#include <pthread.h>
#include <stdlib.h>

enum { SIZE = 8 };

struct job {
  int in, out;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static struct job *ring[SIZE];
static int head, tail, n;

static void put (struct job *j)
{
  pthread_mutex_lock (&lock);
  while (n == SIZE)
    pthread_cond_wait (&emptied, &lock);
  ring[tail] = j;
  tail = (tail + 1) % SIZE;
  n++;
  pthread_cond_signal (&filled);
  pthread_mutex_unlock (&lock);
}

static struct job *get (void)
{
  pthread_mutex_lock (&lock);
  while (n == 0)
    pthread_cond_wait (&filled, &lock);
  struct job *j = ring[head];
  n--;
  pthread_cond_signal (&emptied);
  pthread_mutex_unlock (&lock);
  return j;
}

static void *consume (void *p)
{
  for (int i = 0; i < 8; i++) {
    struct job *j = get ();
    j->out = j->in * 2; /* dg-warning "data race on .*out" */
  }
  return p;
}

static void *produce (void *p)
{
  for (int i = 0; i < 16; i++) {
    struct job *j = malloc (sizeof *j);
    j->in = i;
    put (j);
  }
  return p;
}

int main (void)
{
  pthread_t t, u, v;
  pthread_create (&t, NULL, consume, NULL);
  pthread_create (&u, NULL, consume, NULL);
  pthread_create (&v, NULL, produce, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  pthread_join (v, NULL);
  return 0;
}
