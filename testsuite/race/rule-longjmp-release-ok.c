/* RULES 1.1 longjmp out of a callee that keeps the lock. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void g (jmp_buf *env)
{
  longjmp (*env, 1);
}

static void *thread (void *unused)
{
  jmp_buf env;

  pthread_mutex_lock (&m);
  if (!setjmp (env))
    g (&env);
  x++;
  pthread_mutex_unlock (&m);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, thread, NULL);
  pthread_create (&b, NULL, thread, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", x);
  return 0;
}
