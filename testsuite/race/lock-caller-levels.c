/* Lock held by a caller three levels up, the access in another file.
   Racy: one thread enters below the lock. */
/* dg-additional-sources "lock-caller-levels-b.c" */
#include <pthread.h>
#include <stdio.h>

void store_block (int n);

static pthread_mutex_t store_lock = PTHREAD_MUTEX_INITIALIZER;

static void save_page (int n)
{
  for (int i = 0; i < 2; i++)
    store_block (n + i);
}

static void save_file (int n)
{
  save_page (n);
  save_page (n + 2);
}

static void *saver (void *unused)
{
  pthread_mutex_lock (&store_lock);
  save_file (1);
  pthread_mutex_unlock (&store_lock);
  return unused;
}

static void *quick_saver (void *unused)
{
  save_page (100);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, saver, NULL);
  pthread_create (&b, NULL, quick_saver, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  puts ("saved");
  return 0;
}
