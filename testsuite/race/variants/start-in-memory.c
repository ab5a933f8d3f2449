/* A thread whose argument is a variable in memory.
   RACY 1 'p->value': by its address
   RACY 2 'p->value': in a union that a timer gives
   RACY 3 'p->value': ... the arrival of a message
   RACY 4 'p->value': ... the end of an operation */
#include "common.h"
#include <aio.h>
#include <mqueue.h>
#include <signal.h>
#include <time.h>
struct item { int value; struct aiocb operation; };

__attribute__ ((noinline)) static void use (void **at)
{
  struct item *p = *at;
  p->value++;
}
static void *run (void *a)
{
  use (&a);
  return NULL;
}
static void notify (union sigval v)
{
  struct item *p = v.sival_ptr;
  p->value++;
}
int main (void)
{
  struct item *item = calloc (1, sizeof *item);
  pthread_t t;
  timer_t timer;
  struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = notify};
  e.sigev_value.sival_ptr = item;
  item->value++;
#if R == 2
  timer_create (CLOCK_REALTIME, &e, &timer);
  item->value++;
#elif R == 3
  mq_notify (0, &e);
  item->value++;
#elif R == 4
  item->operation.aio_sigevent = e;
  aio_read (&item->operation);
  item->value++;
#else
  spawn (&t, run, item);
#if R == 1
  item->value++;
#endif
  pthread_join (t, NULL);
#endif
  return 0;
}
