/* Lengths that are not constant, of structs that begin with an array, and of rows.
   RACY 1 'c.v': the struct, by a pointer to it
   RACY 2 'c.v': the struct, as bytes
   RACY 3 'rows[][]': several rows
   RACY 4 'rows[][]': several rows, by two factors
   RACY 5 'many[].v': several structs
   RACY 6 'c.v': the struct, by its name
   RACY 7 'c.v': the struct, of a length that is known, in a function that gets a pointer to it */
#include "common.h"
static struct client {
  char text[64];
  int v;
} c, many[4];
static int rows[8][64];
static void fill (void *to, size_t n)
{
  memset (to, 1, n);
}
static void clear (struct client *to)
{
  memset (to, 0, sizeof *to);
}
static void *work (void *a)
{
  c.v++;
  many[0].v++;
  return 0;
}
static void *work_row (void *a)
{
  long i = (long)a;
  int n = getchar ();
#if R == 3
  memset (rows[i], 0, (size_t)n * sizeof rows[0]);
#elif R == 4
  fread (rows[i], sizeof rows[0], (size_t)n, stdin);
#else
  fread (rows[i], sizeof rows[0][0], (size_t)n, stdin);
#endif
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t, of_row[4];
  struct client *p = argc > 5 ? &c : &many[1];
  size_t n = strlen (argv[0]);
  pthread_create (&t, 0, work, 0);
  for (long i = 0; i < 4; i++)
    pthread_create (&of_row[i], 0, work_row, (void *)i);
#if R == 1
  fread (p, 1, n, stdin);
#elif R == 2
  fill (&c, n);
#elif R == 5
  fread (many, sizeof many[0], n, stdin);
#elif R == 7
  clear (&c);
#elif R == 6
  memset (&c, 0, n);
#endif
  memset (c.text, 0, n);
  memset (&c.text[0], 0, n);
  memset (p->text, 0, n);
  char *text = c.text;
  memset (text, 0, n);
  strcpy (text, argv[0]);
  pthread_join (t, 0);
  for (int i = 0; i < 4; i++)
    pthread_join (of_row[i], 0);
  return 0;
}
