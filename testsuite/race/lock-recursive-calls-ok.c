/* Recursive mutex taken again by a callee. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int rows, pages;

static void add_row (void)
{
  pthread_mutex_lock (&lock);
  rows++;
  pthread_mutex_unlock (&lock);
}

static void add_page (void)
{
  pthread_mutex_lock (&lock);
  for (int i = 0; i < 3; i++)
    add_row ();
  pages++;
  pthread_mutex_unlock (&lock);
}

static void *loader (void *unused)
{
  add_page ();
  return unused;
}

static void *editor (void *unused)
{
  pthread_mutex_lock (&lock);
  add_row ();
  pages--;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, loader, NULL);
  pthread_create (&b, NULL, editor, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", rows, pages);
  return 0;
}
