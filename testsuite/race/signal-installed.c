/* The report says where a handler is installed, and names the only field of a struct. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static struct {
  int count;
} seen;

static void handler (int number)
{
  seen.count = number; /* dg-warning "data race on .seen.count." */
}

static void *worker (void *argument)
{
  seen.count++;
  return argument;
}

int main (void)
{
  pthread_t thread;
  signal (SIGUSR1, handler); /* dg-message "signal handler .handler. is installed here" */
  pthread_create (&thread, NULL, worker, NULL);
  pthread_join (thread, NULL);
  return 0;
}
