/* A new process has memory of its own, and none of the threads of the old one.
   Racy: what the parent does; what the child does beside a thread that it has created; what a child
   does that shares memory with its parent until it is another program. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int jobs, verbose, level, shared;

static void *work (void *arg)
{
  for (int i = 0; i < 10; i++)
    if (jobs       /* dg-warning "data race on 'jobs'" dg-message "read here" */
        || shared) /* dg-warning "data race on 'shared'" dg-message "read here" */
      puts ("working");
  return arg;
}

static void *log_all (void *arg)
{
  if (verbose) /* dg-warning "data race on 'verbose'" dg-message "read here" */
    puts ("logging");
  return arg;
}

static void *count (void *arg)
{
  level++; /* dg-warning "data race on 'level'" dg-message "updated here" */
  return arg;
}

int main (void)
{
  pthread_t id;
  pid_t pid;

  pthread_create (&id, NULL, work, NULL);
  pthread_detach (id);
  pid = fork ();
  if (pid)
    jobs = 1; /* dg-message "written here" */
  if (vfork () == 0) {
    shared = 1; /* dg-message "written here" */
    _exit (0);
  }
  if (fork () == 0) {
    pthread_create (&id, NULL, log_all, NULL);
    verbose = 1; /* dg-message "written here" */
    return 0;
  }
  pthread_create (&id, NULL, count, NULL);
  pid = fork ();
  if (pid <= 0) /* in the parent, too, if there is no child */
    level = 0; /* dg-message "written here" */
  return 0;
}
