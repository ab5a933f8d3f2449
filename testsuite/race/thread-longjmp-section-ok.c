/* An error inside a critical section jumps to a setjmp whose second return unlocks. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int errors, sum;

static void check (jmp_buf *to, int x)
{
  if (x % 3 == 0)
    longjmp (*to, 1);
  sum += x;
}

static void *work (void *arg)
{
  jmp_buf top;
  int x = (int)(long)arg;

  pthread_mutex_lock (&lock);
  if (setjmp (top) == 0) {
    check (&top, x);
    pthread_mutex_unlock (&lock);
  } else {
    errors++;
    pthread_mutex_unlock (&lock);
  }
  return NULL;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, (void *)3L);
  pthread_create (&b, NULL, work, (void *)6L);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d %d\n", errors, sum);
  return 0;
}
