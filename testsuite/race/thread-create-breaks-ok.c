/* Threads are created until one cannot be; those that were are joined.  */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work (void *p)
{
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
  return p;
}

static int run_four (void)
{
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    if (pthread_create (&t[i], NULL, work, NULL)) {
      for (int k = 0; k < i; k++)
        pthread_join (t[k], NULL);
      return -1;
    }
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return 0;
}

int main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 8, k;
  pthread_t *t = calloc (n, sizeof *t);
  run_four ();
  count = 0;
  for (k = 0; k < n; k++) {
    int err = pthread_create (t + k, NULL, work, NULL);
    if (err != 0) {
      fprintf (stderr, "%s\n", strerror (err));
      break;
    }
  }
  for (int i = 0; i < k; i++)
    pthread_join (t[i], NULL);
  free (t);
  return count;
}
