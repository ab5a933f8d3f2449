/* A variable and new memory that only one thread has pointers to, although functions get them that get more than is
   told apart.
   RACY 1 'path[]': a pointer is kept in a variable
   RACY 2 'path[]': ... in one of more places than are told apart
   RACY 3 'path[]': ... in a struct, which another thread gets
   RACY 4 'path[]': ... in a struct that is copied
   RACY 5 'path[]': ... in a struct that is returned
   RACY 6 'path[]': ... by a function with variable arguments
   RACY 7 'path[]': ... by one of several functions
   RACY 8 'path[]': ... by an atomic exchange
   RACY 9 'path[]': ... as a number
   RACY 10 'path[]': ... moved
   RACY 11 'path[]': another thread gets it
   RACY 12 'path[]': ... through a pipe
   RACY 13 'path[]': ... in a list
   RACY 14 'text[level]': new memory is kept
   RACY 15 'text[level]': ... in thread-local memory whose address others know
   RACY 16 'path[]': all threads have the same variable
   RACY 17 'path[]': code that nobody sees keeps it
   RACY 18 'text[level]': another thread frees it */
#include "common.h"
#include <stdarg.h>
#define NOINLINE __attribute__ ((noinline))

/* More places than are told apart. */
#define TEN(m, n) m (n##0) m (n##1) m (n##2) m (n##3) m (n##4) m (n##5) m (n##6) m (n##7) m (n##8) m (n##9)
#define HUNDRED(m, n) TEN (m, n##0) TEN (m, n##1) TEN (m, n##2) TEN (m, n##3) TEN (m, n##4) TEN (m, n##5) TEN (m, n##6) TEN (m, n##7) TEN (m, n##8) TEN (m, n##9)
#define TWO_HUNDRED(m) HUNDRED (m, 1) HUNDRED (m, 2)
#define FIELD(n) char *f##n;
struct crowd { TWO_HUNDRED (FIELD) };
static struct crowd a, b, c;

static NOINLINE void fill (char *to, const char *from, int n)
{
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
static NOINLINE void put (char **where, char *what) { *where = what; }

#define GIVE(n)                                                                                                        \
  fill ((char *)&a.f##n, "", 1), fill ((char *)&b.f##n, "", 1), fill ((char *)&c.f##n, "", 1);                         \
  put (&a.f##n, 0), put (&b.f##n, 0), put (&c.f##n, 0);
static void crowd (void) { TWO_HUNDRED (GIVE) }

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *kept;
static uintptr_t number;
struct holder {
  struct holder *next;
  char *text;
};
static struct holder copy, *list;
static __thread char *own;
void unseen_keep (char *);
char *unseen_find (void);
static int ends[2];

static void keep (char *p)
{
  pthread_mutex_lock (&m);
  kept = p;
  pthread_mutex_unlock (&m);
}
static NOINLINE struct holder made (char *p)
{
  struct holder h = {0, p};
  return h;
}
static NOINLINE void tell (const char *format, ...)
{
  char line[80];
  va_list ap;
  va_start (ap, format);
#if R == 6
  keep (va_arg (ap, char *));
#else
  vsnprintf (line, sizeof line, format, ap);
  fputs (line, stderr);
#endif
  va_end (ap);
}
static void look0 (char *p) { if (p[0] == '0') tell ("%s 0", p); }
static void look1 (char *p)
{
#if R == 7
  keep (p);
#endif
  if (p[0] == '1')
    tell ("%s 1", p);
}
static void (*const looks[]) (char *) = {look0, look1};
static void *other (void *arg)
{
  pthread_mutex_lock (&m);
#if R == 3
  ((struct holder *)arg)->text[0] = 'o';
#elif R == 11
  ((char *)arg)[0] = 'o';
#endif
  pthread_mutex_unlock (&m);
  return 0;
}

/* Goes down by itself, so that what it does is not told in terms of who calls it. */
static void down (char *path, char *text, int level)
{
  size_t n = strlen (path);
  looks[level % 2](path);
  if (level > 3) {
    tell ("%s", path);
    return;
  }
  path[n] = '/';
  fill (path + n + 1, "x", 2);
  text[level] = 'x';
  fill (text, path, level);
  down (path, text, level + 1);
  path[n] = 0;
}

static void *worker (void *arg)
{
#if R == 16
  static
#endif
  char path[64];
  char *text = malloc (64);
  struct holder h = {0, path}, *p = &h;
  pthread_t t;
  if (!text)
    return 0;
  fill (path, "", 1);
  fill (text, "", 1);
  own = text;
#if R == 1
  keep (path);
#elif R == 2
  put (&c.f105, path);
#elif R == 3
  spawn (&t, other, &h);
#elif R == 4
  pthread_mutex_lock (&m);
  copy = h;
  pthread_mutex_unlock (&m);
#elif R == 5
  pthread_mutex_lock (&m);
  copy = made (path);
  pthread_mutex_unlock (&m);
#elif R == 8
  __atomic_exchange_n (&kept, path, __ATOMIC_SEQ_CST);
#elif R == 9
  pthread_mutex_lock (&m);
  number = (uintptr_t)path;
  pthread_mutex_unlock (&m);
#elif R == 10
  keep (path + 8);
#elif R == 11
  spawn (&t, other, path);
#elif R == 12
  char *sent = path;
  write (ends[1], &sent, sizeof sent);
#elif R == 13
  struct holder *node = malloc (sizeof *node);
  node->text = path;
  pthread_mutex_lock (&m);
  node->next = list;
  list = node;
  pthread_mutex_unlock (&m);
#elif R == 14
  keep (text);
#elif R == 15
  pthread_mutex_lock (&m);
  kept = (char *)&own;
  pthread_mutex_unlock (&m);
#elif R == 17
  unseen_keep (path);
#elif R == 18
  pthread_create (&t, 0, (void *(*)(void *))free, text);
#endif
  down (p->text, text, 0);
  fputs (path, stderr);
  free (text);
  return 0;
}

int main (void)
{
  pthread_t t[3];
  char *found = 0;
  crowd ();
  if (pipe (ends))
    return 1;
  for (int i = 0; i < 3; i++)
    spawn (&t[i], worker, 0);
#if R == 2
  found = c.f105;
#elif R == 12
  read (ends[0], &found, sizeof found);
#elif R == 9
  pthread_mutex_lock (&m);
  found = (char *)number;
  pthread_mutex_unlock (&m);
#elif R == 13
  pthread_mutex_lock (&m);
  found = list ? list->text : 0;
  pthread_mutex_unlock (&m);
#elif R == 15
  pthread_mutex_lock (&m);
  found = *(char **)kept;
  pthread_mutex_unlock (&m);
#elif R == 17
  found = unseen_find ();
#else
  pthread_mutex_lock (&m);
  found = copy.text ? copy.text : kept;
  pthread_mutex_unlock (&m);
#endif
  if (found)
    found[0] = 'm';
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
