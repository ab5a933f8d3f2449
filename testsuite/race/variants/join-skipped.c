/* Loops that join only those threads that were created: by the condition of their creation, a flag of the element, or the
   handle itself.
   WITHOUT schedule: the program is small
   RACY 1 'flags': one flag is reset before the joins
   RACY 2 'flags': threads reset their own flag
   RACY 3 'flags': not all that are created set it
   RACY 4 'flags': the flag of the next element is looked at
   RACY 5 'conditions': the numbers that decide change between
   RACY 6 'conditions': one more condition for the joins
   RACY 7 'conditions': the opposite condition
   RACY 8 'flags': a function resets flags before the joins
   RACY 9 'flags': the join of one element resets the flag of the next
   RACY 10 'flags': it is reset behind the creation that has set it
   RACY 11 'handles': a handle is overwritten before the joins
   RACY 12 'masks': the mask is cleared between
   RACY 13 'masks': the mask of other threads
   RACY 14 'conditions': an element decides that is not of the same number
   RACY 15 'conditions': the number is read anew in each round */
#define _GNU_SOURCE
#include "common.h"
#include <sched.h>
#define N 12
struct worker { pthread_t t; int at; _Bool up; };
static int flags, conditions, handles, masks;
static struct worker flagged[N];
static void *by_flag (void *p)
{
  struct worker *w = p;
#if R == 2
  w->up = 0;
#endif
  return flags + w->at ? p : NULL;
}
static void *by_condition (void *p) { return conditions ? p : NULL; }
static void *by_handle (void *p) { return handles ? p : NULL; }
static void *by_mask (void *p) { return masks ? p : NULL; }
static void reset (int n)
{
  flagged[n % N].up = 0;
}
static void run_flagged (int n)
{
  for (int i = 0; i < N; i++) {
    if (i > n)
      continue;
    flagged[i].up = 0;
    flagged[i].at = i;
    if (pthread_create (&flagged[i].t, NULL, by_flag, &flagged[i])) {
      perror ("pthread_create");
      continue;
    }
#if R == 3
    if (i != 5)
#endif
    flagged[i].up = 1;
#if R == 10
    if (n == 7)
      flagged[i].up = 0;
#endif
  }
#if R == 1
  flagged[3].up = 0;
#elif R == 8
  reset (n);
#endif
  for (int i = 0; i < N; i++) {
#if R == 4
    if (!flagged[(i + 1) % N].up)
#else
    if (!flagged[i].up)
#endif
      continue;
    pthread_join (flagged[i].t, NULL);
    flagged[i].up = 0;
#if R == 9
    flagged[(i + 1) % N].up = 0;
#endif
  }
  flags = 1;
}
static void run_conditional (int n, int limit)
{
  struct worker w[N];
  int wanted[N];
  for (int i = 0; i < N; i++)
    wanted[i] = i % (n + 1);
  for (int i = 0; i < N; i++)
    if (wanted[i] > limit && pthread_create (&w[i].t, NULL, by_condition, &w[i]))
      abort ();
#if R == 5
  wanted[4] = 0;
#endif
  for (int i = 0; i < N; i++) {
#if R == 6
    if (wanted[i] > limit && i != n)
#elif R == 7
    if (wanted[i] <= limit)
#elif R == 14
    if (wanted[N - 1 - i] > limit)
#elif R == 15
    limit = getpid () % 10;
    if (wanted[i] > limit)
#else
    if (wanted[i] > limit)
#endif
      pthread_join (w[i].t, NULL);
  }
  conditions = 1;
}
static void run_handles (int n)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    t[i] = 0;
  for (int i = 0; i < N; i++)
    if (i < n && pthread_create (&t[i], NULL, by_handle, NULL))
      abort ();
#if R == 11
  t[2] = 0;
#endif
  for (int i = 0; i < N; i++)
    if (t[i])
      pthread_join (t[i], NULL);
  handles = 1;
}
static void run_masks (void)
{
  struct worker w[N];
  cpu_set_t mask, other;
  sched_getaffinity (0, sizeof mask, &mask);
  sched_getaffinity (1, sizeof other, &other);
  for (int i = 0; i < N; i++) {
    if (!CPU_ISSET (i, &mask))
      continue;
    if (pthread_create (&w[i].t, NULL, by_mask, &w[i]))
      abort ();
  }
#if R == 12
  CPU_ZERO (&mask);
#elif R == 13
#define mask other
#endif
  for (int i = 0; i < N; i++) {
    if (!CPU_ISSET (i, &mask))
      continue;
    pthread_join (w[i].t, NULL);
  }
  masks = 1;
}
int main (int argc, char **argv)
{
  run_flagged (argc);
  run_conditional (argc, argc / 2);
  run_handles (argc);
  run_masks ();
  return 0;
}
