/* A shared string: strcpy, strlen and strcmp under the lock.  Racy: the length is taken outside. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char title[32] = "none";

static void *rename_it (void *text)
{
  pthread_mutex_lock (&lock);
  if (strcmp (title, text) != 0)
    strcpy (title, text); /* dg-message "written here" */
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (void)
{
  pthread_t id;
  size_t n;

  pthread_create (&id, NULL, rename_it, "chapter one");
  n = strlen (title); /* dg-warning "data race on '[^']*title" dg-message "read here" */
  pthread_join (id, NULL);
  printf ("%zu\n", n);
  return 0;
}
