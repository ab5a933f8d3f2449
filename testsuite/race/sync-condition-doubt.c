/* Readers wait until nobody writes, but writers do not wait for the readers.  To be certain of the race one would
   have to understand what the conditions are about.  */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int writing, data;

static int get (void)
{
  pthread_mutex_lock (&lock);
  while (writing)
    pthread_cond_wait (&change, &lock);
  pthread_mutex_unlock (&lock);
  int value = data; /* dg-warning "possible data race on 'data'" dg-message "read here by thread 'reader'" dg-message "an atomic, a condition or a pipe for which one of the threads waits may order them" */
  return value;
}

static void put (int value)
{
  pthread_mutex_lock (&lock);
  while (writing)
    pthread_cond_wait (&change, &lock);
  writing = 1;
  pthread_mutex_unlock (&lock);
  data = value; /* dg-message "written here by thread 'writer'" */
  pthread_mutex_lock (&lock);
  writing = 0;
  pthread_cond_broadcast (&change);
  pthread_mutex_unlock (&lock);
}

static void *reader (void *p)
{
  return get () ? p : NULL;
}

static void *writer (void *p)
{
  put (1);
  return p;
}

int main (void)
{
  pthread_t t;
  for (int i = 0; i < 10; i++) {
    pthread_create (&t, NULL, reader, NULL);
    pthread_create (&t, NULL, writer, NULL);
  }
  return 0;
}
