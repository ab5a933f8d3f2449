/* The result is read before the thread is joined.  */
#include <pthread.h>

struct job {
  int in, out;
};

static void *work (void *p)
{
  struct job *j = p;
  j->out = j->in * 2; /* dg-warning "data race on .j.out" */
  return NULL;
}

static int twice (int x)
{
  struct job j = {x, 0};
  pthread_t t;
  if (pthread_create (&t, NULL, work, &j))
    return -1;
  int out = j.out; /* dg-message "read here by thread .top" */
  pthread_join (t, NULL);
  return out;
}

static void *top (void *p)
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += twice (i);
  return sum ? p : NULL;
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
