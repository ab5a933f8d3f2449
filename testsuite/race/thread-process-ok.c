/* A new process has memory of its own, and none of the threads of the old one. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs, verbose, level;

static void *work (void *arg)
{
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock (&lock);
    jobs++;
    if (verbose || level)
      puts ("working");
    pthread_mutex_unlock (&lock);
  }
  return arg;
}

static void run_child (void)
{
  jobs = 0;
  verbose = 1;
}

static pid_t start (void)
{
  pid_t pid = fork ();
  if (pid == 0)
    puts ("started");
  else if (pid < 0)
    abort ();
  return pid;
}

static void become_daemon (void)
{
  pid_t pid = start ();
  if (pid < 0)
    exit (1);
  if (pid > 0)
    return;
  level = 1;
  run_child ();
  _exit (0);
}

int main (void)
{
  pthread_t id;
  pid_t pid;

  pthread_create (&id, NULL, work, NULL);
  pthread_detach (id);
  pid = fork ();
  if (!pid) {
    jobs = -1;
    run_child ();
    _exit (jobs);
  }
  switch (pid = fork ()) {
  case 0:
    run_child ();
    _exit (0);
  case -1:
    break;
  default:
    waitpid (pid, NULL, 0);
  }
  become_daemon ();
  return 0;
}
