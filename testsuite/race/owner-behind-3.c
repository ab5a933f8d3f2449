/* The name of the last job is known to all. */
#include <pthread.h>
#include <stdlib.h>

struct job {
  int value;
  char *name;
  struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *head;
static char *last;

static void put (struct job *j)
{
  pthread_mutex_lock (&lock);
  j->next = head;
  head = j;
  pthread_mutex_unlock (&lock);
}

static struct job *get (void)
{
  pthread_mutex_lock (&lock);
  struct job *j = head;
  if (j)
    head = j->next;
  pthread_mutex_unlock (&lock);
  return j;
}

static struct job *make (int value)
{
  struct job *j = malloc (sizeof *j);
  j->value = value;
  j->name = malloc (10);
  j->name[0] = 'a';
  return j;
}

static void run (struct job *j)
{
  j->name[1] = (char)j->value; /* dg-warning "data race on" */
}

static void *consume (void *p)
{
  struct job *j;
  while ((j = get ()) != NULL) {
    run (j);
    pthread_mutex_lock (&lock);
    if (last)
      last[1] = 0;
    last = j->name;
    pthread_mutex_unlock (&lock);
  }
  return p;
}

static void *produce (void *p)
{
  for (int i = 0; i < 8; i++) {
    struct job *j = make (i);
    j->name[2] = 1;
    put (j);
  }
  return p;
}

int main (void)
{
  pthread_t t, u, v;
  pthread_create (&t, NULL, consume, NULL);
  pthread_create (&u, NULL, consume, NULL);
  pthread_create (&v, NULL, produce, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  pthread_join (v, NULL);
  return 0;
}
