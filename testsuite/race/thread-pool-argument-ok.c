/* A pool of threads runs functions with arguments of their own, and frees them.  */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct task {
  void (*run) (void *);
  void *arg;
  struct task *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static struct task *head;
static bool stop;

static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add (void *p)
{
  int *number = p;
  pthread_mutex_lock (&sum_lock);
  sum += *number;
  pthread_mutex_unlock (&sum_lock);
  *number = 0;
}

static void *work (void *p)
{
  for (;;) {
    pthread_mutex_lock (&lock);
    while (!head && !stop)
      pthread_cond_wait (&more, &lock);
    if (!head) {
      pthread_mutex_unlock (&lock);
      return p;
    }
    struct task *t = head;
    head = t->next;
    pthread_mutex_unlock (&lock);
    t->run (t->arg);
    free (t->arg);
    free (t);
  }
}

static void submit (void (*run) (void *), void *arg)
{
  struct task *t = malloc (sizeof *t);
  t->run = run;
  t->arg = arg;
  pthread_mutex_lock (&lock);
  t->next = head;
  head = t;
  pthread_cond_signal (&more);
  pthread_mutex_unlock (&lock);
}

int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], NULL, work, NULL);
  for (int i = 0; i < 20; i++) {
    int *number = malloc (sizeof *number);
    *number = i;
    submit (add, number);
  }
  pthread_mutex_lock (&lock);
  stop = true;
  pthread_cond_broadcast (&more);
  pthread_mutex_unlock (&lock);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return sum;
}
