/* Each round of a loop gives a variable to a thread and joins it; such loops run in several threads.  */
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

static int sum (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++) {
    struct job j = {i, 0};
    pthread_t t;
    pthread_create (&t, NULL, work, &j);
    pthread_join (t, NULL);
    s += j.out;
  }
  return s;
}

static void *top (void *p)
{
  return sum (4) ? p : NULL;
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
