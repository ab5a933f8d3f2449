/* Threads that each take every fourth element, of which the last one differs, or only the first one.
   WITHOUT schedule: the program is small
   RACY 1 'a[]': down from the same element */
#include "common.h"
static int a[200];
static void *w (void *p)
{
  int id = (int)(long)p;
#if R == 1
  for (int i = 101; i >= id; i -= 4)
#else
  for (int i = id; i < 101; i += 4)
#endif
    a[i] = id;
  return 0;
}
int main (void)
{
  pthread_t t[4];
  for (long i = 0; i < 4; i++)
    pthread_create (&t[i], 0, w, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  return a[3];
}
