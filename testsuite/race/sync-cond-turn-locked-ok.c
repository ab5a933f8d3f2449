/* Two threads print in turn; the turn is a bool under the lock, and the text is touched inside
   the critical section too. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool even = true;
static int text;

static void *printer (void *arg)
{
  bool mine = arg != NULL;

  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock (&lock);
    while (even != mine)
      pthread_cond_wait (&changed, &lock);
    text += 2;
    even = !even;
    pthread_cond_signal (&changed);
    pthread_mutex_unlock (&lock);
  }
  return NULL;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, printer, NULL);
  pthread_create (&b, NULL, printer, &b);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", text);
  return 0;
}
