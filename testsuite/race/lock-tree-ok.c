/* Binary tree under one lock, walked recursively in another file. */
/* dg-additional-sources "lock-tree-b-ok.c" */
#include "lock-tree.h"
#include <stdio.h>

static struct tree words = { PTHREAD_MUTEX_INITIALIZER, NULL };

static void *indexer (void *unused)
{
  for (int i = 1; i < 30; i++) {
    pthread_mutex_lock (&words.lock);
    tree_insert (&words.root, i * 7 % 31);
    pthread_mutex_unlock (&words.lock);
  }
  return unused;
}

static void *looker (void *unused)
{
  pthread_mutex_lock (&words.lock);
  if (words.root)
    puts ("not empty");
  tree_touch (words.root, 15);
  pthread_mutex_unlock (&words.lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, indexer, NULL);
  pthread_create (&b, NULL, looker, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
