/* A thread joins what should be main, but another thread may have stored its own handle there. */
#include <pthread.h>
#include <stddef.h>

static pthread_t main_thread, cleaner, other;
static int count;

static void *clean (void *argument)
{
  pthread_join (main_thread, NULL); /* dg-warning "data race on .main_thread." */
  count = 0; /* dg-warning "data race on .count." */
  return argument;
}

static void start (void)
{
  main_thread = pthread_self ();
}

static void *run (void *argument)
{
  start ();
  return argument;
}

int main (int argc, char **argv)
{
  (void)argv;
  if (argc > 1)
    start ();
  else
    start ();
  pthread_create (&other, NULL, run, NULL);
  pthread_create (&cleaner, NULL, clean, NULL);
  count++;
  pthread_exit (NULL);
}
