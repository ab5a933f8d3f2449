/* Parts of memory that functions of a library are given, with lengths that are no constants.
   WITHOUT schedule: the programs are small
   RACY 1 'filled[n / 4 * a]': one byte more
   RACY 2 'filled[a * n / 4 - 1]': parts that begin too early
   RACY 3 '**a': the last one begins before the one before ends
   RACY 4 'in[a * n / 4]': another length */
#include "common.h"
#define T 4
struct part {
  const char *s;
  char *d;
  size_t n;
};
static char *filled, *in;
static size_t n;
static int file;
static void *fill (void *a)
{
  int id = (int)(long)a;
  size_t part = n / T;
#if R == 1
  memset (filled + id * part, id, part + 1);
#elif R == 2
  memset (filled + id * (part - 1), id, part);
#else
  memset (filled + id * part, id, part);
#endif
  return 0;
}
static void *copy (void *a)
{
  struct part *p = a;
  memcpy (p->d, p->s, p->n);
  return 0;
}
static void *get (void *a)
{
  long id = (long)a;
#if R == 4
  return (void *)pread (file, in + id * (n / T), n / 2, id * (n / T));
#else
  return (void *)pread (file, in + id * (n / T), n / T, id * (n / T));
#endif
}
int main (int argc, char **argv)
{
  pthread_t t[T];
  struct part p[T];
  n = 1000 * (size_t)argc;
  filled = malloc (n + 1);
  in = malloc (n + n / T);
  char *s = calloc (n, 1), *d = malloc (n);
  for (long i = 0; i < T; i++)
    pthread_create (&t[i], 0, fill, (void *)i);
  for (int i = 0; i < T; i++)
    pthread_join (t[i], 0);
  for (long i = 0; i < T; i++)
    pthread_create (&t[i], 0, get, (void *)i);
  for (int i = 0; i < T; i++)
    pthread_join (t[i], 0);
  for (int i = 0; i < T; i++) {
    p[i].s = s + i * (n / T);
    p[i].d = d + i * (n / T);
    p[i].n = n / T;
#if R == 3
    p[i].d -= i;
#endif
    pthread_create (&t[i], 0, copy, &p[i]);
  }
  for (int i = 0; i < T; i++)
    pthread_join (t[i], 0);
  printf ("%c%c%c\n", filled[0], in[0], d[0]);
  return 0;
}
