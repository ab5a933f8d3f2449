/* Start routine and argument packed in a struct, run by a trampoline.
   Racy: two of them get the same counter. */
#include <pthread.h>
#include <stdio.h>

struct task {
  void (*run) (int *);
  int *counter;
  pthread_t id;
};

static int reads, writes;

static void *trampoline (void *arg)
{
  struct task *t = arg;

  t->run (t->counter);
  return NULL;
}

static void start (struct task *t, void (*run) (int *), int *counter)
{
  t->run = run;
  t->counter = counter;
  if (pthread_create (&t->id, NULL, trampoline, t) != 0)
    puts ("no thread");
}

static void read_all (int *counter)
{
  *counter += 10; /* dg-warning "data race on 'reads'" dg-message "updated here" */
}

static void write_all (int *counter)
{
  *counter += 20; /* dg-message "updated here" */
}

int main (void)
{
  struct task a, b;

  start (&a, read_all, &reads);
  start (&b, write_all, &reads);
  pthread_join (a.id, NULL);
  pthread_join (b.id, NULL);
  printf ("%d %d\n", reads, writes);
  return 0;
}
