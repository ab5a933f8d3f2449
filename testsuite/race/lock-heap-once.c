/* Lock in a malloc'ed object that exists once, data outside of it.
   Racy: one access without the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct service {
  pthread_mutex_t lock;
  const char *name;
};

static struct service *service;
static int restarts;

static void *supervisor (void *unused)
{
  pthread_mutex_lock (&service->lock);
  restarts++; /* dg-message "updated here" */
  pthread_mutex_unlock (&service->lock);
  return unused;
}

static void *operator (void *unused)
{
  restarts = 0; /* dg-warning "data race on 'restarts'" dg-message "written here" */
  return unused;
}

int main (void)
{
  pthread_t a, b;

  service = malloc (sizeof *service);
  if (!service)
    return 1;
  pthread_mutex_init (&service->lock, NULL);
  service->name = "db";
  pthread_create (&a, NULL, supervisor, NULL);
  pthread_create (&b, NULL, operator, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%s %d\n", service->name, restarts);
  free (service);
  return 0;
}
