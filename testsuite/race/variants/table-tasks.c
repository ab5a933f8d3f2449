/* Tasks that are put into a table, started, and joined one by one.
   RACY 1 't->result': another one is joined
   RACY 2 't->id': written when its thread runs
   RACY 3 't->result': read before the join */
#include "common.h"
#define MAXW 8
typedef struct {
  pthread_t tid;
  int id;
  int result;
} task_t;
static task_t *tasks[MAXW];
static void *run (void *a)
{
  task_t *t = a;
  t->result = t->id * 2;
  return 0;
}
int main (void)
{
  int sum = 0;
  for (int i = 0; i < MAXW; i++) {
    task_t *t = malloc (sizeof *t);
    if (!t)
      return 1;
    t->id = i;
    tasks[i] = t;
    pthread_create (&t->tid, NULL, run, t);
#if R == 2
    t->id = 7;
#endif
  }
  for (int i = 0; i < MAXW; i++) {
#if R == 3
    sum += tasks[i]->result;
    pthread_join (tasks[i]->tid, NULL);
#elif R == 1
    pthread_join (tasks[MAXW - 1 - i]->tid, NULL);
    sum += tasks[i]->result;
#else
    pthread_join (tasks[i]->tid, NULL);
    sum += tasks[i]->result;
#endif
#if R != 1
    free (tasks[i]);
#endif
  }
  printf ("%d\n", sum);
  return 0;
}
