#include "isolate.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What libiberty calls when there is no memory. */
extern void (*_xexit_cleanup) (void);

enum { STATUS_NO_MEMORY = 126 };

static void leave (void)
{
  fflush (stdout);
  fflush (stderr);
  _exit (STATUS_NO_MEMORY);
}

/* Never returns, and does not run what the host has registered for its exit: the host's streams
   share their file positions with the child. */
static void work_in_child (int output, int (*work) (void *context), void *context)
{
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE, SIGALRM};
  for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++)
    signal (crashes[i], SIG_DFL);
  setrlimit (RLIMIT_CORE, &(struct rlimit){0, 0});
  _xexit_cleanup = leave;
  dup2 (output, STDOUT_FILENO);
  dup2 (output, STDERR_FILENO);
  int status = work (context);
  fflush (stdout);
  fflush (stderr);
  _exit (status);
}

bool isolate_start (struct isolated *i, int (*work) (void *context), void *context)
{
  int ends[2];
  if (pipe (ends))
    return false;
  fflush (stdout);
  fflush (stderr);
  i->pid = fork ();
  if (!i->pid) {
    close (ends[0]);
    work_in_child (ends[1], work, context);
  }
  close (ends[1]);
  i->output = ends[0];
  if (i->pid > 0)
    return true;
  close (ends[0]);
  return false;
}

int isolate_finish (struct isolated *i, struct text *out, struct text *why)
{
  char buffer[4096];
  ssize_t n;
  int status;
  while ((n = read (i->output, buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0)
      text_add_n (out, buffer, (size_t)n);
  close (i->output);
  while ((n = waitpid (i->pid, &status, 0)) < 0 && errno == EINTR)
    continue;
  if (n < 0)
    text_printf (why, "lost: %s", strerror (errno));
  else if (WIFSIGNALED (status))
    text_printf (why, "killed by signal %d", WTERMSIG (status));
  else if (WEXITSTATUS (status) == STATUS_NO_MEMORY)
    text_add (why, "out of memory");
  else
    return WEXITSTATUS (status);
  return -1;
}
