/* The lock of another index, which is a constant in one thread and computed in the other.  */
#include <pthread.h>

static pthread_mutex_t locks[8];
static int table[8];

static void put (unsigned key)
{
  unsigned h = (key * 31 + 7) % 8;
  pthread_mutex_lock (&locks[h]);
  table[h]++; /* dg-warning "data race on .table" */
  pthread_mutex_unlock (&locks[h]);
}

static void *computed (void *p)
{
  put ((unsigned)(unsigned long)p);
  return NULL;
}

static void *constant (void *p)
{
  pthread_mutex_lock (&locks[4]);
  table[3]++; /* dg-message "updated here by thread .constant. holding" */
  pthread_mutex_unlock (&locks[4]);
  return p;
}

int main (int argc, char **argv)
{
  pthread_t t, u;
  (void)argv;
  for (int i = 0; i < 8; i++)
    pthread_mutex_init (&locks[i], NULL);
  pthread_create (&t, NULL, computed, (void *)(unsigned long)argc);
  pthread_create (&u, NULL, constant, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
