/* Two mutexes, each with its own data.  Racy: the second thread takes the wrong one. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t users_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t files_lock = PTHREAD_MUTEX_INITIALIZER;
static int users, files;

static void *login (void *unused)
{
  pthread_mutex_lock (&users_lock);
  users++; /* dg-warning "data race on 'users'" dg-message "updated here" */
  pthread_mutex_unlock (&users_lock);
  pthread_mutex_lock (&files_lock);
  files++;
  pthread_mutex_unlock (&files_lock);
  return unused;
}

static void *logout (void *unused)
{
  pthread_mutex_lock (&files_lock);
  files--;
  users--; /* dg-message "updated here" */
  pthread_mutex_unlock (&files_lock);
  return unused;
}

int main (void)
{
  pthread_t in, out;

  pthread_create (&out, NULL, logout, NULL);
  pthread_create (&in, NULL, login, NULL);
  pthread_join (in, NULL);
  pthread_join (out, NULL);
  printf ("%d %d\n", users, files);
  return 0;
}
