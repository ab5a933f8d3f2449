/* What several threads may touch: a candidate is written by one and touched by another, or by another
   instance of the same. */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int only_main;           /* not shared: main alone */
static int only_once;           /* not shared: one thread, started once */
static int by_many;             /* shared: a thread that runs many times */
static int config;              /* shared: main writes, threads read */
static const int constant = 3;  /* not shared: nobody writes */
static __thread int own;        /* not shared: each thread has its own */
static __thread int lent;       /* shared: its address is given away */
static int *loan;               /* shared: the way it is given */
static union { long all; int half[2]; } pair; /* shared: a store of 8 bytes, a load of the upper 4 */
static char text[16];           /* shared: written by memcpy, read by strlen */

struct job { int number, result; };

static void *once (void *arg)
{
  struct job *job = arg;
  only_once++;
  job->result = job->number; /* shared: main.job, its address is the argument */
  pair.all = config;
  return NULL;
}

static void *many (void *arg)
{
  struct job *mine = malloc (sizeof *mine); /* not shared: nobody else gets its address */
  if (mine)
    mine->number = own++;
  free (mine);
  loan = &lent;
  lent = by_many++;
  memcpy (text, "hello", 6);
  return arg;
}

int main (void)
{
  pthread_t t, u[4];
  struct job job = {constant, 0};
  only_main = 1;
  config = 2;
  pthread_create (&t, NULL, once, &job);
  for (int i = 0; i < 4; i++)
    pthread_create (&u[i], NULL, many, NULL);
  only_main += pair.half[1] + job.result + (int)strlen (text) + *loan;
  return only_main;
}
