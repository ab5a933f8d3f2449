/* Errors leave a parser by longjmp; the handler counts them under the lock.  Racy: the handler
   does not lock. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

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
      errors++; /* dg-warning "data race on 'errors'" dg-message "updated here" dg-message "updated here" */
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
