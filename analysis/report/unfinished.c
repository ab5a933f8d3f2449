#include "unfinished.h"

#include <assert.h>
#include <signal.h>
#include <unistd.h>

enum { MOST = 8 };

static const char *volatile names[MOST];
static volatile sig_atomic_t n_names;

static void on_interrupt (int signal_number)
{
  for (int i = n_names; i-- > 0;)
    if (unlink (names[i]))
      rmdir (names[i]);
  signal (signal_number, SIG_DFL);
  raise (signal_number);
}

/* What is ignored, as by nohup, stays so. */
static void watch_signal (int signal_number)
{
  struct sigaction action;
  if (!sigaction (signal_number, NULL, &action) && action.sa_handler == SIG_DFL)
    signal (signal_number, on_interrupt);
}

void unfinished_add (const char *name)
{
  assert (n_names < MOST);
  names[n_names] = name;
  n_names++;
  watch_signal (SIGINT);
  watch_signal (SIGTERM);
  watch_signal (SIGHUP);
}

void unfinished_remove (void)
{
  assert (n_names > 0);
  n_names--;
}
