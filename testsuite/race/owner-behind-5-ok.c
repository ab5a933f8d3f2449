/* Each of two jobs has a name of its own. */
#include <pthread.h>
#include <stdlib.h>

struct job {
  int value;
  char *name;
  struct job *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *head;

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

static struct job *make (int value, char *name)
{
  struct job *j = malloc (sizeof *j);
  j->value = value;
  j->name = name;
  return j;
}

static void run (struct job *j)
{
  j->name[1] = (char)j->value;
}

static void *consume (void *p)
{
  struct job *j;
  while ((j = get ()) != NULL) {
    run (j);
  }
  return p;
}

static void *produce (void *p)
{
  for (int i = 0; i < 8; i++) {
    char *name = malloc (10);
    struct job *j = make (i, name);
    name = malloc (10);
    struct job *k = make (i + 8, name);
    put (j);
    put (k);
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
