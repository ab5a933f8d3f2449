/* The text of strerror belongs to the thread that asked for it, also if others could find it. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *last;

static void *ask (void *unused)
{
  for (int i = 1000; i < 1010; i++) {
    char *text = strerror (i);
    printf ("%s\n", text);
    pthread_mutex_lock (&lock);
    last = text;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, ask, NULL);
  pthread_create (&b, NULL, ask, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return last == NULL;
}
