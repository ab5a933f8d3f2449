/* What only one of the threads does that a loop creates: the one that is left by a comparison.
   RACY 1 'odd': there are two of them
   RACY 2 'last': two are greater
   RACY 3 'other': all but the first */
#include "common.h"
enum { TWO = R == 1 || R == 3 ? 3 : 2, THREE = 3 };
static int odd, last, other, first;
static void *of_two (void *a)
{
  if ((long)a)
    odd++;
  if ((long)a == 0)
    first++;
  else
    other++;
  return 0;
}
static void *of_three (void *a)
{
  if ((long)a > (R == 2 ? 0 : 1))
    last++;
  return 0;
}
int main (void)
{
  pthread_t t[THREE], u[THREE];
  for (long i = 0; i < TWO; i++)
    spawn (&t[i], of_two, (void *)i);
  for (long i = 0; i < THREE; i++)
    pthread_create (&u[i], 0, of_three, (void *)i);
  for (int i = 0; i < TWO; i++)
    pthread_join (t[i], 0);
  for (int i = 0; i < THREE; i++)
    pthread_join (u[i], 0);
  return 0;
}
