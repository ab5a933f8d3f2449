/* What a library sets besides its results: errno, its variables, pointers that it stores where an argument says, files
   that are mapped.
   RACY 1 'x': errno was 0 before a call
   RACY 2 'x': in a function that is called between
   RACY 3 'x': a variable of the library
   RACY 4 'x': a pointer to what was made was null before
   RACY 5 'x': the same, if it makes it larger
   RACY 6 'line': another thread reads the pointer
   RACY 7 'made': another thread reads the pointer
   RACY 8 'x': what is in a file
   RACY 9 'x': a variable of the library, in another function */
#define _GNU_SOURCE
#include "common.h"
#include <errno.h>
#include <getopt.h>
#include <sys/mman.h>
struct header { int n, on; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static char *line, *made;
static size_t length;
static struct header *map;

static void add (int plain)
{
  if (!plain)
    pthread_mutex_lock (&m);
  x++;
  if (!plain)
    pthread_mutex_unlock (&m);
}

static long number (const char *text)
{
  return strtol (text, NULL, 10);
}

static void *work (void *text)
{
  char *own = NULL, *longer = NULL;
  size_t n = 0;
  errno = 0;
  strtol (text, NULL, 10);
  if (errno == ERANGE)
    add (R == 1);
  errno = 0;
  number (text);
  if (errno)
    add (R == 2);
  if (asprintf (&own, "%p", text) > 0 && own)
    add (R == 4);
  free (own);
  if (getline (&longer, &n, stdin) > 0 && longer)
    add (R == 5);
  free (longer);
  if (map->on == 7)
    x++;
  if (optind > 3)
    add (R == 9);
  pthread_mutex_lock (&m);
  if (getline (&line, &length, stdin) > 0)
    free (made), made = NULL;
  if (asprintf (&made, "%p", text) < 0)
    made = NULL;
  pthread_mutex_unlock (&m);
  return NULL;
}

static void *look (void *unused)
{
#if R != 6
  pthread_mutex_lock (&m);
#endif
  if (line)
    unused = NULL;
#if R == 7
  pthread_mutex_unlock (&m);
#endif
  if (made)
    unused = &x;
#if R != 6 && R != 7
  pthread_mutex_unlock (&m);
#endif
  return unused;
}

int main (int argc, char **argv)
{
  pthread_t t[3];
  int file = R == 8 ? 3 : -1;
  map = mmap (NULL, 4096, PROT_READ | PROT_WRITE, file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, file, 0);
  if (map == MAP_FAILED)
    return 1;
  optind = 0;
  getopt (argc, argv, "a");
  spawn (&t[0], work, argv[0]);
  spawn (&t[1], work, argv[0]);
  spawn (&t[2], look, NULL);
  if (optind > 2)
    add (R == 3);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
