/* After vfork, one may still jump: here back to before the thread is joined. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int last;
static jmp_buf again;

static void *work (void *arg)
{
  last++; /* dg-warning "data race on .last." */
  return arg;
}

void try_again (const char *why)
{
  puts (why);
  longjmp (again, 1);
}

int main (int argc, char **argv)
{
  (void)argv;
  if (vfork () == 0)
    _exit (0);
  pthread_t t;
  if (setjmp (again))
    last++;
  if (pthread_create (&t, NULL, work, NULL))
    exit (1);
  if (argc > 1)
    try_again ("create");
  pthread_join (t, NULL);
  last++;
  return 0;
}
