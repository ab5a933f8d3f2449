/* Errors leave a parser by longjmp; the handler counts them under the lock. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread jmp_buf on_error;
static int errors;

static void parse (int n)
{
  if (n % 3 == 0)
    longjmp (on_error, 1);
}

static void *work (void *unused)
{
  for (volatile int i = 0; i < 9; i++)
    if (setjmp (on_error) == 0)
      parse (i);
    else {
      pthread_mutex_lock (&lock);
      errors++;
      pthread_mutex_unlock (&lock);
    }
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", errors);
  return 0;
}
