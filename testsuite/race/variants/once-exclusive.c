/* What is made in a function that is called at several places exists once if no way leads through two of
   them.
   RACY 1 'count': both are called, one after the other
   RACY 2 'count': both are called, in two rounds of a loop
   RACY 3 'count': one calls the other
   RACY 4 'count': one is called in a thread */
#include "common.h"
struct box {
  pthread_mutex_t lock;
};
static struct box *box;
static int count;

static void init (void)
{
  box = malloc (sizeof *box);
  pthread_mutex_init (&box->lock, NULL);
}

static void *worker (void *a)
{
  struct box *b = box;
  for (int i = 0; i < 8; i++) {
    pthread_mutex_lock (&b->lock);
    count++;
    pthread_mutex_unlock (&b->lock);
  }
  return NULL;
}

static void with_option (const char *name)
{
  puts (name);
  init ();
}

static void without (void)
{
#if R == 3
  pthread_t t;
  init ();
  spawn (&t, worker, NULL);
#endif
  init ();
}

#if R == 4
static void *starter (void *a)
{
  pthread_t t;
  without ();
  spawn (&t, worker, NULL);
  pthread_join (t, NULL);
  return NULL;
}
#endif

int main (int argc, char **argv)
{
  pthread_t t, u;
#if R == 1
  with_option ("one");
  spawn (&t, worker, NULL);
  without ();
  spawn (&t, worker, NULL);
#elif R == 2
  for (int i = 0; i < 2; i++) {
    if (i)
      with_option ("two");
    else
      without ();
    spawn (&t, worker, NULL);
  }
#elif R == 4
  spawn (&u, starter, NULL);
  with_option ("four");
#else
  if (argc > 1)
    with_option (argv[1]);
  else
    without ();
#endif
  for (int i = 0; i < argc; i++)
    spawn (&t, worker, NULL);
  pthread_exit (NULL);
}
