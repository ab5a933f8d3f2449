/* Inline asm reads one memory operand and writes another through a pointer.  Racy: the output is
   shared. */
#include <pthread.h>
#include <stdio.h>

static const int source = 7;
static int target;

static void copy (int *to, const int *from)
{
  int scratch;

  __asm__ ("movl %2, %1\n\tmovl %1, %0" /* dg-warning "data race on 'target'" dg-message "written here" dg-message "written here" */
           : "=m" (*to), "=&r" (scratch) : "m" (*from));
}

static void *work (void *unused)
{

  copy (&target, &source);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
