/* Tasks in a ring, copied as structs, with what is to be worked on; called through a pointer.
   RACY 1 'j->n': used by who has submitted it
   RACY 3 'j->n': kept in a copy of the task before it is taken
   RACY 4 'j->n': copied into a second ring
   RACY 5 'j->n': not taken out */
#include "common.h"
struct job { int n; };
struct task { void (*fn)(struct job *); struct job *arg; int prio; };
static struct task ring[16], last, second[16];
static unsigned head, tail;
static int done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void run(struct job *j)
{
  j->n *= 2;
  printf("%d\n", j->n);
#if R == 0
  free(j);
#endif
}
static void run_odd(struct job *j)
{
  j->n++;
#if R == 0
  free(j);
#endif
}
static void submit_task(const struct task *t)
{
  pthread_mutex_lock(&m);
  ring[tail++ % 16] = *t;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}
static void submit(struct job *j)
{
  struct task t = { run, j, 1 };
  if (j->n & 1) {
    t.fn = run_odd;
    submit_task(&t);
    return;
  }
  pthread_mutex_lock(&m);
  ring[tail % 16] = t;
  tail++;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
  for (;;) {
    pthread_mutex_lock(&m);
    while (head == tail && !done) pthread_cond_wait(&c, &m);
    if (head == tail) { pthread_mutex_unlock(&m); return 0; }
#if R == 3
    last = ring[head % 16];
#endif
#if R == 4
    second[head % 16] = ring[head % 16];
#endif
    struct task t = ring[head % 16];
#if R != 5
    head++;
#else
    done = 1;
#endif
    pthread_mutex_unlock(&m);
    t.fn(t.arg);
#if R == 3
    pthread_mutex_lock(&m);
    if (last.arg) last.arg->n++;
    pthread_mutex_unlock(&m);
#endif
#if R == 4
    pthread_mutex_lock(&m);
    if (second[0].arg) second[0].arg->n++;
    pthread_mutex_unlock(&m);
#endif
#if R == 5
    return 0;
#endif
  }
}
int main(void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 10; i++) {
    struct job *j = malloc(sizeof *j);
    j->n = i;
    submit(j);
#if R == 1
    j->n = 0;
#endif
  }
  pthread_mutex_lock(&m);
  done = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
