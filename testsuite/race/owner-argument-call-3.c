/* A call gives one variable to two threads.  */
#include <pthread.h>

struct job {
  int in, out;
};

static void *work (void *p)
{
  struct job *j = p;
  j->out = j->in * 2; /* dg-warning "data race on 'j.out'" */
  return NULL;
}

static int twice (int x)
{
  struct job j = {x, 0};
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, &j);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return j.out;
}

static void *top (void *p)
{
  return twice (3) ? p : NULL;
}

int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, top, NULL);
  pthread_create (&u, NULL, top, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
