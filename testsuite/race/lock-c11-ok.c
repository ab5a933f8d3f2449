/* C11 mtx_t and thrd_t. */
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static int parsed;

static int parser (void *unused)
{
  (void) unused;
  for (int i = 0; i < 10; i++) {
    mtx_lock (&lock);
    parsed++;
    mtx_unlock (&lock);
  }
  return 0;
}

static int progress (void *unused)
{
  int n;

  (void) unused;
  mtx_lock (&lock);
  n = parsed;
  mtx_unlock (&lock);
  printf ("%d\n", n);
  return 0;
}

int main (void)
{
  thrd_t a, b;

  mtx_init (&lock, mtx_plain);
  thrd_create (&a, parser, NULL);
  thrd_create (&b, progress, NULL);
  thrd_join (a, NULL);
  thrd_join (b, NULL);
  mtx_destroy (&lock);
  return parsed != 10;
}
