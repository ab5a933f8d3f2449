/* Semaphores as mutexes: tried for, with a name, allocated.
   RACY 1 'c->tried': not got
   RACY 2 'named': starts as 2
   RACY 3 'c->tried': goes on after some attempts */
#include "common.h"
#include <fcntl.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>
struct counter {
  sem_t s;
  int tried, timed;
};
static sem_t *by_name;
static int named;
static void *w (void *a)
{
  struct counter *c = a;
  for (int i = 0; i < 99; i++) {
#if R == 1
    sem_trywait (&c->s);
    c->tried++;
    sem_post (&c->s);
#elif R == 3
    int left = 9;
    while (sem_trywait (&c->s) != 0 && left)
      left--;
    c->tried++;
    sem_post (&c->s);
#else
    while (sem_trywait (&c->s) != 0)
      sched_yield ();
    c->tried++;
    sem_post (&c->s);
    if (sem_trywait (&c->s) == 0) {
      c->tried++;
      sem_post (&c->s);
    }
    struct timespec limit = {time (0) + 1, 0};
    int got;
    do
      got = sem_timedwait (&c->s, &limit);
    while (got == -1);
    c->timed++;
    sem_post (&c->s);
#endif
    sem_wait (by_name);
    named++;
    sem_post (by_name);
  }
  return 0;
}
int main (void)
{
  pthread_t t[2];
  struct counter *c = calloc (1, sizeof *c);
  sem_init (&c->s, 0, 1);
  by_name = sem_open ("/racecheck", O_CREAT, 0600, R == 2 ? 2 : 1);
  if (by_name == SEM_FAILED)
    return 1;
  for (int i = 0; i < 2; i++)
    spawn (&t[i], w, c);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
