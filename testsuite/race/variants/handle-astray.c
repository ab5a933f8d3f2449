/* What comes out of a table may be a worker, a note or text, and is moved by numbers: that notes and text are not stored
   over the handle of a worker is assumed; but another handle may be.
   WITHOUT schedule: it would do
   RACY 1 'total': the thread runs
   RACY 2 'total': a worker is copied to who knows where
   RACY 3 'total': bytes are copied, which may be a handle
   RACY 4 'total': a handle is stored
   RACY 5 'total': a handle is stored as a member of the same struct
   RACY 6 'total': as a member of a struct in there
   RACY 7 'total': as a member of a struct without a name
   RACY 8 'total': handles come out of a pipe
   RACY 9 'total': as a member of a union
   RACY 10 'total': as a member of a struct that begins with it
   RACY 11 'total': as a member of another struct that calls it the same */
#include "common.h"
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
struct job { long number; pthread_t handle; };
struct worker { char *name; struct job job; };
struct note { char *text; long number, when, again; };
struct alike { long number, more; pthread_t handle; };
struct more { struct worker worker; };
union either { pthread_t handle; struct note note; };
static void *table[3];
static int total, other;
static struct worker *worker, *second;
static void *count (void *a) { total++; return a; }
static void *count_other (void *a) { other++; return a; }
static struct worker *start (void *(*f) (void *))
{
  struct worker *w = calloc (1, sizeof *w);
  if (!w)
    abort ();
  spawn (&w->job.handle, f, NULL);
  return w;
}
static void finish (struct worker *w)
{
  pthread_join (w->job.handle, NULL);
}
int main (int argc, char **argv)
{
  worker = start (count);
  second = start (count_other);
  table[0] = worker;
  table[1] = calloc (1, sizeof (struct note));
  table[2] = calloc (1, 100);
  void *found = (char *)table[argc % 3] + 8 * (argc % 5);
  char *text = (char *)table[argc % 3] + argc;
  ((struct note *)found)->when = time (NULL);
  ((struct note *)found)->again = ((struct note *)table[1])->when;
  snprintf (found, 20, "%s", argv[0]);
  memcpy (text, argv[0], argc);
  fgets (found, 10, stdin);
#if R == 11
  ((struct alike *)found)->handle = second->job.handle;
#endif
#if R == 2
  *(struct worker *)found = *second;
#elif R == 3
  void **bytes = &table[argc % 2];
  memmove (*bytes, second, sizeof *second);
#elif R == 4
  *(pthread_t *)found = second->job.handle;
#elif R == 5
  ((struct worker *)found)[-argc].job.handle = second->job.handle;
#elif R == 6
  ((struct job *)found)->handle = second->job.handle;
#elif R == 7
  ((struct { int k; pthread_t handle; } *)found)->handle = second->job.handle;
#elif R == 8
  int ends[2];
  if (pipe (ends))
    abort ();
  write (ends[1], second, sizeof *second);
  read (ends[0], found, sizeof *second);
#elif R == 9
  ((union either *)found)->handle = second->job.handle;
#elif R == 10
  ((struct more *)found)->worker.job.handle = second->job.handle;
#endif
#if R != 1
  finish (worker);
#endif
  total++;
  return total;
}
