/* A loop that creates one thread, as a flag says.
   RACY 1 'data': the flag is taken back
   RACY 2 'data': it is set only now and then
   RACY 3 'data': another flag is asked
   RACY 4 'data': it gets the value that it had before
   RACY 5 'data': the loop is executed again, and the flag is a new one
   RACY 7 'data': the loop is in another, where the flag is a new one each time
   RACY 6 'data': who has seen the flag does not wait for the thread
   RACY 8 'data': it is set to what it was
   RACY 9 'seen': main looks at it in the loop, when the thread may run
   RACY 10 'late': behind the loop the flag is set again
   RACY 11 'data': on a way that is left early the flag stays as it was
   WITHOUT schedule: the program is small */
#include "common.h"
#include <stdatomic.h>
static atomic_int steps, rounds;
static int data, seen, late;
static void *run (void *unused)
{
  data++;
  seen++;
  late++;
  atomic_fetch_add_explicit (&steps, 1, memory_order_relaxed);
  return unused;
}
static int work (int argc, char **argv)
{
  pthread_t t;
  int started = 0, other = 0, sum = 0;
  for (int i = 0; i < argc; i++) {
    int before = started;
    atomic_fetch_add_explicit (&rounds, 1, memory_order_relaxed);
    if (argv[i][0] == '-' && !(R == 3 ? other : started)) {
      spawn (&t, run, NULL);
#if R == 2
      if (argv[i][1])
        started = 1;
#elif R == 8
      started = 0;
#else
      started = 1;
#endif
#if R == 11
      if (argv[i][1] == 'x') {
        started = before;
        continue;
      }
#endif
    }
#if R == 1
    if (argv[i][0] == '+')
      started = 0;
#endif
#if R == 4
    if (argv[i][0] == '+')
      started = before;
#endif
#if R == 9
    sum += seen;
#else
    if (!started)
      sum += seen;
#endif
  }
#if R == 10
  if (argc > 3)
    started = 0;
#endif
  if (started && R != 6)
    pthread_join (t, NULL);
  sum += late;
  sum += data;
  return sum;
}
static void work_often (int argc, char **argv)
{
  pthread_t t;
  for (int k = 0; k < argc; k++) {
    int started = 0;
    for (int i = 0; i < k; i++)
      if (!started) {
        spawn (&t, run, NULL);
        started = 1;
      }
#if R != 7
    if (started)
      pthread_join (t, NULL);
#endif
  }
}
int main (int argc, char **argv)
{
  int sum = work (argc, argv);
  work_often (argc, argv);
#if R == 5
  for (int i = 0; i < argc; i++) {
    pthread_t t;
    int started = 0;
    if (!started) {
      spawn (&t, run, NULL);
      started = 1;
    }
  }
#endif
  return sum;
}
