/* A semaphore is posted by a function that jumps out: main uses the counter after that. */
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>

static sem_t done;
static long counter;
static jmp_buf jump;

static void post (void)
{
  sem_post (&done);
  longjmp (jump, 1);
}

static void *worker (void *unused)
{
  sem_wait (&done);
  ++counter; /* { dg-warning "data race on .counter" } */
  return unused;
}

int main (void)
{
  pthread_t t;
  sem_init (&done, 0, 0);
  pthread_create (&t, NULL, worker, NULL);
  if (!setjmp (jump))
    post ();
  ++counter;
  pthread_join (t, NULL);
  return 0;
}
