/* The call returns while its thread still uses the variable: the next call has it at the same
 * place.  */
#include <pthread.h>

struct job {
  int in, out;
};

static void *work (void *p)
{
  struct job *j = p;
  j->out = j->in * 2; /* dg-warning "data race on 'j.out'" */
  return NULL;
}

static void twice (int x)
{
  struct job j = {x, 0};
  pthread_t t;
  if (pthread_create (&t, NULL, work, &j) == 0)
    pthread_detach (t);
}

int main (void)
{
  for (int i = 0; i < 3; i++)
    twice (i);
  return 0;
}
