/* lock[h] guards bucket[h], h computed. */
#include <pthread.h>
#include <stdio.h>

#define BUCKETS 8

static pthread_mutex_t lock[BUCKETS];
static int bucket[BUCKETS];

static unsigned hash (unsigned key)
{
  return (key * 2654435761u) % BUCKETS;
}

static void insert (unsigned key)
{
  unsigned h = hash (key);

  pthread_mutex_lock (&lock[h]);
  bucket[h]++;
  pthread_mutex_unlock (&lock[h]);
}

static int lookup (unsigned key)
{
  unsigned h = hash (key);
  int n;

  pthread_mutex_lock (&lock[h]);
  n = bucket[h];
  pthread_mutex_unlock (&lock[h]);
  return n;
}

static void *writer (void *unused)
{
  for (unsigned key = 0; key < 40; key++)
    insert (key);
  return unused;
}

int main (void)
{
  pthread_t id;
  int sum = 0;

  for (int i = 0; i < BUCKETS; i++)
    pthread_mutex_init (&lock[i], NULL);
  pthread_create (&id, NULL, writer, NULL);
  for (unsigned key = 0; key < 40; key++)
    sum += lookup (key);
  pthread_join (id, NULL);
  printf ("%d\n", sum);
  return 0;
}
