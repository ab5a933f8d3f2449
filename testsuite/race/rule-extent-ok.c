/* RULES 1.2 extents: lock[i] guards v[i], one element is cleared. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock[4];
static int v[4];

static void clear (int i)
{
  pthread_mutex_lock (&lock[i]);
  memset (&v[i], 0, sizeof v[0]);
  pthread_mutex_unlock (&lock[i]);
}

static void add (int i)
{
  pthread_mutex_lock (&lock[i]);
  v[i]++;
  pthread_mutex_unlock (&lock[i]);
}

static void *adder (void *unused)
{
  add (1);
  add (2);
  return unused;
}

int main (void)
{
  pthread_t id;

  for (int i = 0; i < 4; i++)
    pthread_mutex_init (&lock[i], NULL);
  pthread_create (&id, NULL, adder, NULL);
  clear (0);
  pthread_join (id, NULL);
  printf ("%d\n", v[1]);
  return 0;
}
