/* Functions look whether the table is there, and make it if not.  Main makes it before it creates
   threads, so that they never do; and when it comes there again neither does main.  A handler may
   come there earlier, but then it interrupts main.

   RACY 1 'uses': main makes it only if it is asked to
   RACY 2 'uses': main makes it when the first thread runs
   RACY 3 'uses': a thread takes it away
   RACY 4 'uses': main takes it away in the end, by a pointer to it
   RACY 5 'uses': the function that makes it may do nothing
   RACY 6 'uses': what it is set to may be null
   RACY 7 'uses': behind the branch a thread is created, and then the access
   RACY 8 'uses': a thread is created between the look and the branch
   RACY 9 'uses': the branch is taken if it is there
   RACY 10 'uses': there is another way to what is behind the branch
   RACY 11 'uses': a constructor creates a thread
   RACY 12 'uses': it is cleared with the struct around it
   RACY 13 'uses': a part of it is overwritten
   RACY 14 'uses': it is there at the start, and taken away by main
   RACY 15 'uses': what is behind the branch is left, and comes back in a loop
   RACY 16 'uses': a signal handler creates threads
   RACY 17 'uses': behind the branch code that nobody sees does so
   RACY 18 'uses': code that nobody sees does so before it is made
   RACY 19 'uses': a destructor creates threads, when main has left before
   RACY 20 'uses': a function that main calls creates a thread, and makes it then
   RACY 21 'uses': ... or makes it, and creates the thread in a call of itself before */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct table {
  int size;
};

#if R == 14
static struct table first;
static struct {
  int other;
  struct table *table;
} all = {0, &first};
#else
static struct {
  int other;
  struct table *table;
} all;
#endif
static int uses, number;
static pthread_t extra;

static struct table *new_table (void)
{
  struct table *t = malloc (sizeof *t);
#if R == 6
  if (number)
    return NULL;
#endif
  t->size = 10;
  return t;
}

static void make (void)
{
#if R == 5
  if (number > 3)
    return;
#endif
  uses++;
  all.table = new_table ();
}

static void *count (void *arg)
{
  uses++;
  return arg;
}

#if R == 17 || R == 18
void unseen_keep (void (*) (void));
void unseen (void);

static void start (void)
{
  pthread_create (&extra, NULL, count, NULL);
}
#endif

static void look (void)
{
#if R == 17
  if (!all.table) {
    unseen ();
    make ();
  }
#elif R == 7
  if (!all.table) {
    pthread_create (&extra, NULL, count, NULL);
    make ();
  }
#elif R == 8
  struct table *t = all.table;
  if (number)
    pthread_create (&extra, NULL, count, NULL);
  if (!t)
    make ();
#elif R == 9
  if (all.table)
    make ();
#elif R == 10
  if (number)
    goto there;
  if (!all.table) {
  there:
    make ();
  }
#elif R == 15
  for (int i = 0; i < 3; i++) {
    if (!all.table)
      make ();
    uses++;
  }
#else
  if (!all.table)
    make ();
#endif
}

static void *work (void *arg)
{
  look ();
#if R == 3
  all.table = NULL;
#endif
  return arg;
}

#if R == 20 || R == 21
static void begin (int n)
{
#if R == 20
  pthread_create (&extra, NULL, work, NULL);
#else
  if (n > 2)
    begin (n - 1);
  else if (n)
    pthread_create (&extra, NULL, work, NULL);
#endif
  look ();
}
#endif
#if R == 11
__attribute__ ((constructor)) static void early (void)
{
  pthread_create (&extra, NULL, work, NULL);
}
#endif
#if R == 19
__attribute__ ((destructor)) static void late (void)
{
  pthread_create (&extra, NULL, work, NULL);
  look ();
}
#endif
static void handler (int s)
{
  (void)s;
  look ();
#if R == 16
  pthread_create (&extra, NULL, work, NULL);
#endif
}

int main (int argc, char **argv)
{
  pthread_t a, b;
  number = argc;
  signal (SIGUSR1, handler);
#if R == 17 || R == 18
  unseen_keep (start);
#endif
#if R == 19
  if (argc > 7)
    return 0;
#endif
#if R == 1
  if (argc > 1)
    look ();
#elif R == 7
  pthread_create (&extra, NULL, count, NULL);
  make ();
#elif R == 9
  make ();
#elif R == 20 || R == 21
  begin (argc);
#elif R != 2 && R != 14
  look ();
#endif
  pthread_create (&a, NULL, work, NULL);
#if R == 2
  look ();
#endif
  pthread_create (&b, NULL, work, NULL);
#if R == 4
  struct table **p = argc > 5 ? &all.table : (struct table **)argv;
  *p = NULL;
#elif R == 12
  memset (&all, 0, sizeof all);
#elif R == 13
  ((char *)&all.table)[argc & 7] = 0;
#elif R == 14
  all.table = NULL;
#endif
  look ();
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return uses;
}
