/* A pointer is null or the one that was made: which, a branch must not decide by that one.  */
#include <pthread.h>
#include <stdlib.h>

static int count;

static void *work (void *p)
{
  int *made = malloc (sizeof *made);
  if (!made)
    return NULL;
  int *maybe = p ? made : NULL;
  if (!maybe)
    count++; /* dg-warning "data race on 'count'" dg-message "updated here by thread 'work'" dg-message "updated here by another thread 'work'" */
  free (made);
  return NULL;
}

int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return count;
}
