/* One of several threads, which finds its number in its argument, does something that others
   do, too: a number is one of four. */
#include <pthread.h>

enum { THREADS = 8 };
struct part {
  pthread_t thread;
  int number, sum;
};
static struct part parts[THREADS];
static int rounds;

static void *worker (void *argument)
{
  struct part *p = argument;
  if (p->number == 0)
    rounds++; /* dg-warning "data race on 'rounds'" dg-message "updated here" */
  p->sum++;
  return NULL;
}

int main (void)
{
  for (int i = 0; i < THREADS; i++) {
    parts[i].number = i % 4;
    pthread_create (&parts[i].thread, NULL, worker, &parts[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join (parts[i].thread, NULL);
  return rounds;
}
