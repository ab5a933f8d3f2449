/* Threads created in loops, and who is left after the loops that join them. */

#include <pthread.h>

enum { N = 4 };

static int all;    /* ordered: all that read it are joined before it is written */
static int some;   /* a race: one that reads it is not joined */
static int one;    /* ordered: each is joined before the next begins */
static int shared; /* a race: several write it at a time */

static void *every (void *arg)
{
  shared++;
  return all ? arg : NULL;
}

static void *most (void *arg)
{
  return some ? arg : NULL;
}

static void *serial (void *arg)
{
  one++;
  return arg;
}

int main (void)
{
  pthread_t t[N], u[N], v;
  for (int i = 0; i < N; i++)
    pthread_create (&t[i], NULL, every, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
  for (int i = 0; i < N; i++) {
    pthread_create (&v, NULL, serial, NULL);
    pthread_join (v, NULL);
  }
  for (int i = 0; i < N; i++)
    pthread_create (&u[i], NULL, most, NULL);
  for (int i = 1; i < N; i++)
    pthread_join (u[i], NULL);
  all++;
  some++;
  one++;
  return 0;
}
