/* Threads that a function of a library of threads starts are called by what they run. */
#include <pthread.h>
#include <stdlib.h>
struct start {
  void (*run) (int);
  void (*tell) (int);
  int number;
};
static int shared, started;
static _Atomic int told;
static void note (int number)
{
  told = number;
}
static void tell (const struct start *s) /* the wrapper calls more than the one function */
{
  s->tell (s->number);
}
static void counts (int by)
{
  shared += by; /* dg-warning "data race on 'shared'" dg-bogus "possible" dg-message "updated here by thread 'counts' with no lock held$" */
}
static void adds (int by)
{
  shared += 2 * by; /* dg-message "updated here by thread 'adds' with no lock held$" */
}
static void *starter (void *data)
{
  struct start *s = data;
  void (*run) (int) = s->run;
  int number = s->number;
  started++; /* dg-warning "data race on 'started'" dg-message "updated here by thread 'counts' with no lock held, in 'starter'$" dg-message "updated here by thread 'adds' with no lock held, in 'starter'$" */
  tell (s);
  free (s);
  run (number);
  return 0;
}
static void begin (void (*run) (int), int number)
{
  pthread_t t;
  struct start *s = malloc (sizeof *s);
  if (!s)
    abort ();
  s->run = run;
  s->tell = note;
  s->number = number;
  if (pthread_create (&t, 0, starter, s))
    abort ();
  pthread_detach (t);
}
int main (void)
{
  begin (counts, 1); /* dg-message "thread 'counts' is created here by thread 'main'$" */
  begin (adds, 2); /* dg-message "thread 'adds' is created here by thread 'main'$" */
  pthread_exit (0);
}
