/* A handle that a function returns in a struct. */
#include <pthread.h>

struct started {
  pthread_t thread;
  int ok;
};

int g;

static void *work (void *p)
{
  g++; /* dg-bogus "data race on 'g'" */
  return p;
}

static struct started start (void)
{
  struct started s;
  s.ok = !pthread_create (&s.thread, 0, work, 0);
  return s;
}

int main (void)
{
  struct started s = start ();
  if (s.ok)
    pthread_join (s.thread, 0);
  g++;
  return 0;
}
