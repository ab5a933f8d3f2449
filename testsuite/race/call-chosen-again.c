/* The number that chooses what happens in a function that calls itself is not always the same. */
#include <pthread.h>

enum command { RESET, READ, COUNT };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, lines, depth;

static void option (enum command c, int n);

static void read_line (int n)
{
  lines += n; /* dg-warning "data race on .lines." */
  if (n)
    option (READ, n - 1);
  else
    option (RESET, 0);
}

static void option (enum command c, int n)
{
  switch (c) {
  case RESET:
    depth = 0;
    break;
  case READ:
    depth++; /* dg-warning "data race on .depth." */
    read_line (n);
    break;
  case COUNT:
    pthread_mutex_lock (&lock);
    total += n;
    pthread_mutex_unlock (&lock);
    break;
  }
}

static void *serve (void *arg)
{
  option (arg ? COUNT : READ, 1);
  return arg;
}

int main (int argc, char **argv)
{
  (void)argv;
  for (int i = 1; i < argc; i++) {
    pthread_t t;
    option (READ, i);
    pthread_create (&t, NULL, serve, NULL);
    pthread_detach (t);
  }
  option (COUNT, lines + depth);
  return 0;
}
