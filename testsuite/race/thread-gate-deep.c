/* The creator of the creator holds the gate; the grandchild passes it before it writes. Racy:
   main writes after it has opened the gate. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int state;

static void pass (pthread_mutex_t *m)
{
  pthread_mutex_lock (m);
  pthread_mutex_unlock (m);
}

static void *grandchild (void *arg)
{
  pass (&gate);
  state++; /* dg-warning "data race on 'state'" dg-message "updated here" */
  return arg;
}

static void *child (void *arg)
{
  pthread_t id;
  pthread_create (&id, NULL, grandchild, NULL);
  pthread_join (id, NULL);
  return arg;
}

int main (void)
{
  pthread_t id;

  pthread_mutex_lock (&gate);
  pthread_create (&id, NULL, child, NULL);
  pthread_mutex_unlock (&gate);
  state = 10; /* dg-message "written here" */
  pthread_join (id, NULL);
  printf ("%d\n", state);
  return 0;
}
