/* A function gets the number of threads, makes an array for them, and fills each element before the thread
   that gets it is created.
   RACY 1 'w->number': the number is given too late
   RACY 2 'w->number': that of the thread before is changed
   RACY 3 'w[1].number': a thread looks at the next element
   RACY 4 'shared[].number': threads of the first call still run in the second
   RACY 5 'w->number': two threads get one element
   RACY 6 'w->result': collected too early */
#include "common.h"
struct worker {
  pthread_t handle;
  int *job;
  int number, result;
};
static struct worker shared[16];
static void *work (void *data)
{
  struct worker *w = data;
  w->result = w[R == 3].number + *w->job;
  return NULL;
}
static int search (int *job, int count)
{
  int sum = 0;
#if R == 4
  struct worker *workers = shared;
#else
  struct worker *workers = calloc (count, sizeof *workers);
#endif
  for (int i = 0; i < count; i++) {
    workers[i].job = job;
    workers[i].number = i;
    if (pthread_create (&workers[i].handle, NULL, work, &workers[R == 5 ? i / 2 : i]))
      exit (1);
#if R == 1
    workers[i].number = i;
#elif R == 2
    if (i)
      workers[i - 1].number = i;
#endif
  }
#if R != 4
  for (int i = 0; i < count; i++) {
    if (R == 6)
      sum += workers[i].result;
    pthread_join (workers[i].handle, NULL);
    sum += workers[i].result;
  }
#endif
  return sum;
}
int main (int argc, char **argv)
{
  static int c = 4;
  return search (&c, argc) + search (&c, 4);
}
