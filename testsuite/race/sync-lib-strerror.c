/* The text of strerror belongs to the thread that asked for it.  Racy: another thread reads it while the
   next one is written there. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *last;

static void *ask (void *unused)
{
  for (int i = 1000; i < 1010; i++) {
    char *text = strerror (i); /* dg-warning "data race on '[^']*strerror" dg-message "written here" */
    pthread_mutex_lock (&lock);
    last = text;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void)
{
  pthread_t a;

  pthread_create (&a, NULL, ask, NULL);
  pthread_mutex_lock (&lock);
  char *text = last;
  pthread_mutex_unlock (&lock);
  if (text)
    printf ("%c\n", text[0]); /* dg-message "read here" */
  pthread_join (a, NULL);
  return 0;
}
