/* Threads that each have a struct, or a row, with an array in it whose elements they choose by data.
   WITHOUT schedule: the programs are small
   RACY 1 'parts[].count[]': two threads have one struct
   RACY 2 'parts[].count[]': the struct of the next one
   RACY 3 'parts[].count[]': the next one, for one of them
   RACY 4 'parts[].count[]': main has one, too
   RACY 5 'rows[][]': a row for two threads
   RACY 6 'rows[][]': columns that go on in the next row
   RACY 7 'parts[].n': a pointer that may have been moved to the next one */
#include "common.h"
#define T 4
struct part {
  int n;
  unsigned count[256];
};
static struct part parts[T + 1];
static unsigned rows[T + 1][256];
static unsigned char data[1000];
static void *w (void *a)
{
  struct part *p = a, *q = p;
#if R == 2
  q = p + 1;
#elif R == 3 || R == 7
  if (p == parts)
    q = p + 1;
#endif
  for (int i = 0; i < 1000; i++)
    p->count[data[i]]++;
  for (int i = 0; i < 1000; i++)
#if R == 7
    q->n++;
#else
    q->count[data[i]]++;
#endif
  return 0;
}
static void *row (void *a)
{
  int id = (int)(long)a;
#if R == 5
  unsigned *count = rows[id / 2];
#else
  unsigned *count = rows[id];
#endif
  for (int i = id; i < 1000; i += T)
    count[data[i]]++;
#if R == 6
  for (int i = 0; i <= 256; i++)
#else
  for (int i = 0; i < 256; i++)
#endif
    count[i] /= 2;
  return 0;
}
int main (void)
{
  pthread_t t[T];
  for (int i = 0; i < T; i++)
#if R == 1
    pthread_create (&t[i], 0, w, &parts[i / 2]);
#else
    pthread_create (&t[i], 0, w, &parts[i]);
#endif
#if R == 4
  parts[2].count[data[0]] = 1;
#endif
  for (int i = 0; i < T; i++)
    pthread_join (t[i], 0);
  for (long i = 0; i < T; i++)
    pthread_create (&t[i], 0, row, (void *)i);
  for (int i = 0; i < T; i++)
    pthread_join (t[i], 0);
  printf ("%u %u\n", parts[0].count[0], rows[1][2]);
  return 0;
}
