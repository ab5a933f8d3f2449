/* Functions that touch all of an object whose beginning nobody else touches.
   RACY 1 'all.v': cleared
   RACY 2 'all.v': assigned
   RACY 3 'all.v': copied
   RACY 4 'all.v': read by a function
   RACY 5 'some[].v': one of several
   RACY 6 'all.v': two calls deep */
#include "common.h"
struct record {
  long name[4], more;
  int v;
};
static struct record all, some[4], none;
static char copy[sizeof all];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void clear (struct record *p)
{
  memset (p, 0, sizeof *p);
}
static void assign (struct record *to, struct record *from)
{
  *to = *from;
}
static void keep (void *p)
{
  memcpy (copy, p, sizeof copy);
}
static void put (struct record *p)
{
  fwrite (p, sizeof *p, 1, stdout);
}
static void reset (struct record *p)
{
  clear (p);
}
static void *work (void *a)
{
  pthread_mutex_lock (&lock);
  all.v++;
  some[1].v++;
  pthread_mutex_unlock (&lock);
  return 0;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
#if R == 1
  clear (&all);
#elif R == 2
  assign (&all, &none);
#elif R == 3
  keep (&all);
#elif R == 4
  put (&all);
#elif R == 5
  clear (&some[getchar () & 3]);
#elif R == 6
  reset (&all);
#else
  pthread_mutex_lock (&lock);
  clear (&all);
  assign (&all, &none);
  keep (&all);
  put (&all);
  reset (&all);
  pthread_mutex_unlock (&lock);
#endif
  pthread_join (t, 0);
  return 0;
}
