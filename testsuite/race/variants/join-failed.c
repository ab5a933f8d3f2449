/* A loop that creates threads until one fails, and makes their number the bound of the loop that joins them.
   WITHOUT schedule: the program is small
   RACY 1 'total': one less
   RACY 2 'total': the number is taken behind the creation
   RACY 3 'total': the bound is another number
   RACY 4 'total': it is left before the creation with the number of the one before
   RACY 5 'total': it goes on where it makes what it has come to the bound
   RACY 6 'total': ... in memory
   RACY 7 'total': each round asks anew how many there are to be */
#include "common.h"
static int total;
static void *work (void *p)
{
  return total ? p : NULL;
}
static __attribute__ ((noinline)) int ask (void)
{
  return rand () % 9;
}
static int run (int n, int other)
{
  pthread_t *t = malloc (n * sizeof *t);
  int failed = 0;
  if (!t)
    return 1;
#if R == 6
  int bound = n, *b = other > 100 ? &total : &bound;
#define n (*b)
#endif
#if R == 7
  for (int i = 0; n = ask (), i < n; i++) {
#else
  for (int i = 0; i < n; i++) {
#endif
#if R == 4
    if (i == other) {
      n = i - 1;
      break;
    }
#endif
    if (pthread_create (&t[i], NULL, work, NULL)) {
      failed++;
      n = i;
      break;
    }
#if R == 5 || R == 6
    if (i == other)
      n = i;
#elif R == 2
    if (i == other) {
      n = i;
      break;
    }
#endif
  }
#if R == 1
  n--;
#elif R == 3
  if (failed)
    n = other;
#endif
  for (int i = 0; i < n; i++)
    pthread_join (t[i], NULL);
  total = 5;
  free (t);
  return failed;
}
int main (int argc, char **argv)
{
  return run (argc, argc / 2);
}
