/* A handle that a function returns in a struct.  Racy: there is no join before the variable is used. */
#include <pthread.h>

struct started {
  pthread_t thread;
  int ok;
};

int g;

static void *work (void *p)
{
  g++; /* dg-warning "data race on .g." */
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
  g++; /* dg-message "by thread .main." */
  if (s.ok)
    pthread_join (s.thread, 0);
  return 0;
}
