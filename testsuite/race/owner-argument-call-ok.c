/* A variable of a call is the argument of the thread that the call creates and joins; such calls
   run in several threads.  */
#include <pthread.h>

struct job {
  int in, out;
};

static void *work (void *p)
{
  struct job *j = p;
  j->out = j->in * 2;
  return NULL;
}

static int twice (int x)
{
  struct job j = {x, 0};
  pthread_t t;
  if (pthread_create (&t, NULL, work, &j))
    return -1;
  pthread_join (t, NULL);
  return j.out;
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
