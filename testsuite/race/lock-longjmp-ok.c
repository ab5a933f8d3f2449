/* Critical section left by longjmp to a setjmp that unlocks. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int good, failed;

static void parse (const char *text, jmp_buf *on_error)
{
  if (text[0] != '{')
    longjmp (*on_error, 1);
  good++;
}

static void *parser (void *arg)
{
  jmp_buf on_error;

  pthread_mutex_lock (&lock);
  if (setjmp (on_error)) {
    failed++;
    pthread_mutex_unlock (&lock);
    return NULL;
  }
  parse (arg, &on_error);
  pthread_mutex_unlock (&lock);
  return NULL;
}

static void *forgive (void *unused)
{
  pthread_mutex_lock (&lock);
  failed = 0;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t a, b;
  char text[] = "oops";

  pthread_create (&a, NULL, parser, text);
  pthread_create (&b, NULL, forgive, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", good, failed);
  return 0;
}
