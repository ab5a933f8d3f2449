/* GCC takes vfork for a function that returns twice, like setjmp; but nobody jumps there. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int last;

static void *work (void *arg)
{
  last++;
  return arg;
}

void give_up (const char *why)
{
  puts (why);
  exit (1);
}

int main (void)
{
  for (int i = 0; i < 3; i++) {
    if (vfork () == 0)
      _exit (0);
    printf ("%d\n", i);
  }
  for (int i = 0; i < 3; i++) {
    pthread_t t;
    if (pthread_create (&t, NULL, work, NULL))
      give_up ("create");
    if (pthread_join (t, NULL))
      give_up ("join");
    last++;
  }
  return 0;
}
