/* RULES 1.2 narrowing index: lock and data have the narrowed index.  Racy: only the data has it. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define LOCKS 512

static pthread_mutex_t lock[LOCKS];
static int bucket[256];
static int keys[2] = { 1, 257 };

static void *thread (void *arg)
{
  int i = *(int *) arg;

  pthread_mutex_lock (&lock[i]);
  bucket[(uint8_t) i]++; /* dg-warning "data race on 'bucket" dg-message "updated here" dg-message "updated here" */
  pthread_mutex_unlock (&lock[i]);
  return NULL;
}

int main (void)
{
  pthread_t a, b;

  for (int i = 0; i < LOCKS; i++)
    pthread_mutex_init (&lock[i], NULL);
  pthread_create (&a, NULL, thread, &keys[0]);
  pthread_create (&b, NULL, thread, &keys[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", bucket[1]);
  return 0;
}
