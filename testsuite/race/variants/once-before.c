/* Tables that are made once, by whoever comes first to the function that creates threads: the threads find them made.
   RACY 1 'table[]': they are made when the thread runs
   RACY 2 'table[]': main sets the variable back, and they are made again
   RACY 3 'table[]': another function creates such a thread before that
   RACY 4 'table[]': the function that makes them creates it
   RACY 5 'made': a thread sets the variable back that another one looks at */
#include "common.h"
struct job { pthread_t t; int at; long sum; };
static long table[16];
static pthread_once_t made = PTHREAD_ONCE_INIT;
static struct job early;
static void *work (void *p)
{
  struct job *j = p;
#if R == 5
  pthread_once (&made, abort);
  if (j->at == 3)
    made = PTHREAD_ONCE_INIT;
#endif
  j->sum = table[j->at & 15];
  return 0;
}
static void make (void)
{
#if R == 4
  pthread_create (&early.t, 0, work, &early);
#endif
  for (int i = 0; i < 16; i++)
    table[i] = i * i;
}
static struct job *begin (int at)
{
#if R != 1
  pthread_once (&made, make);
#endif
  struct job *j = malloc (sizeof *j);
  if (!j)
    abort ();
  j->at = at;
  if (pthread_create (&j->t, 0, work, j))
    abort ();
#if R == 1
  pthread_once (&made, make);
#elif R == 2
  made = (pthread_once_t) PTHREAD_ONCE_INIT;
#endif
  return j;
}
int main (int argc, char **argv)
{
  struct job *all[64];
  int n = argc > 64 ? 64 : argc;
#if R == 3
  pthread_create (&early.t, 0, work, &early);
#endif
  for (int i = 0; i < n; i++)
    all[i] = begin (i);
  return all[0]->at;
}
