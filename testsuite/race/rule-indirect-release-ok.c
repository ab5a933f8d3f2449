/* RULES 1.1 indirect call: none of the targets releases the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static int released;

static void keep (void)
{
}

static void drop (void)
{
}

static void (*op) (void) = keep;

static void *thread (void *unused)
{
  pthread_mutex_lock (&m);
  op ();
  x++;
  if (!released)
    pthread_mutex_unlock (&m);
  return unused;
}

int main (int argc, char **argv)
{
  pthread_t a, b;

  (void) argv;
  if (argc < 5) {
    op = drop;
  }
  pthread_create (&a, NULL, thread, NULL);
  pthread_create (&b, NULL, thread, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
