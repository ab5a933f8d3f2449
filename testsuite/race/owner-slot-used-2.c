/* Slots with a flag each, claimed and given back under a lock, used without it. Racy: the flag is
   tested, but not set. */
#include <pthread.h>
#include <stdlib.h>

struct slot {
  int used;
  int value;
  double result;
};

static struct slot slots[10];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct slot *claim (void)
{
  struct slot *s = NULL;

  pthread_mutex_lock (&lock);
  for (int i = 0; i < 10 && !s; i++)
    if (!slots[i].used) {
      s = &slots[i];
    }
  pthread_mutex_unlock (&lock);
  return s;
}

static void release (struct slot *s)
{
  pthread_mutex_lock (&lock);
  s->used = 0;
  pthread_mutex_unlock (&lock);
}

static void *worker (void *argument)
{
  struct slot *s = claim ();

  if (!s)
    return NULL;
  s->value = *(int *) argument; /* dg-warning "data race on 'slots\[\]\.value'" dg-message "written here" dg-message "written here" */
  s->result = s->value * 0.5; /* dg-warning "data race on 'slots\[\]\.result'" dg-message "written here" dg-message "written here" */
  release (s);
  return NULL;
}

int main (void)
{
  pthread_t id[5];
  int number[5];

  for (int i = 0; i < 5; i++) {
    number[i] = i;
    pthread_create (&id[i], NULL, worker, &number[i]);
  }
  for (int i = 0; i < 5; i++)
    pthread_join (id[i], NULL);
  return 0;
}
