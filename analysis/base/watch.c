/* The timer ticks four times a second; the handler counts, shows progress, and says when time is
   up. Where a stage does not get to a point at which it can be left, the process is ended with a
   message that was made before. */

#include "watch.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#include <libiberty/libiberty.h>

enum { TICKS = 4, SHOWN_AFTER = 2 * TICKS, GRACE = 5 };

enum why { WHY_NOT, WHY_TIME, WHY_MEMORY };

static struct {
  struct limits limits;
  jmp_buf *out; /* NULL: nothing is watched */
  volatile sig_atomic_t ticks, why;
  const char *stage;
  unsigned number; /* of stages that have begun */
  bool patient;
  volatile sig_atomic_t percent; /* of the stage that is done; -1: who knows */
  bool shown;
  char reason[160], last_words[160];
  struct rlimit memory;
} watch;

void limits_default (struct limits *limits)
{
  enum { SECONDS = 120 };
  if (!limits->seconds)
    limits->seconds = SECONDS;
  if (!limits->megabytes)
    limits->megabytes =
        ((uint64_t)sysconf (_SC_PHYS_PAGES) * (uint64_t)sysconf (_SC_PAGESIZE)) >> 21;
}

/* In the handler: write and nothing else. */

static void put (const char *text)
{
  if (write (STDERR_FILENO, text, strlen (text)) < 0)
    watch.limits.progress = false;
}

static void put_number (unsigned n)
{
  char digits[12], *p = digits + sizeof digits - 1;
  *p = '\0';
  do
    *--p = (char)('0' + n % 10);
  while (n /= 10);
  put (p);
}

static void show_progress (void)
{
  watch.shown = true;
  put ("\r\33[Kracecheck: ");
  put_number ((unsigned)watch.ticks / TICKS);
  put (" s, stage ");
  put_number (watch.number);
  put (": ");
  put (watch.stage);
  if (watch.percent >= 0) {
    put (", ");
    put_number ((unsigned)watch.percent);
    put (" %");
  }
}

static void clear_progress (void)
{
  if (watch.shown)
    put ("\r\33[K");
  watch.shown = false;
}

static void on_tick (int signal_number)
{
  (void)signal_number;
  unsigned ticks = (unsigned)++watch.ticks, end = watch.limits.seconds * TICKS;
  if (watch.limits.progress && ticks >= SHOWN_AFTER && watch.stage)
    show_progress ();
  if (end && ticks >= end && !watch.why)
    watch.why = WHY_TIME;
  if (end && ticks >= end + end / 4 + GRACE * TICKS) {
    clear_progress ();
    put (watch.last_words);
    _exit (0);
  }
}

/* Starting and ending */

static void set_timer (bool on)
{
  struct itimerval period = {{0, on ? 1000000 / TICKS : 0}, {0, on ? 1000000 / TICKS : 0}};
  struct sigaction action = {.sa_handler = on ? on_tick : SIG_DFL, .sa_flags = SA_RESTART};
  if (on)
    sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &period, NULL);
  if (!on)
    sigaction (SIGALRM, &action, NULL);
}

/* What the process has already, in bytes: another program may be around it. */
static uint64_t data_size (void)
{
  unsigned long pages = 0;
  FILE *f = fopen ("/proc/self/statm", "r");
  if (f && fscanf (f, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
    pages = 0;
  if (f)
    fclose (f);
  return (uint64_t)pages * (uint64_t)sysconf (_SC_PAGESIZE);
}

void watch_start (const struct limits *limits, jmp_buf *out)
{
  watch.limits = *limits;
  watch.ticks = watch.why = 0;
  watch.number = 0;
  watch.stage = NULL;
  watch.out = out;
  snprintf (watch.last_words, sizeof watch.last_words,
            "racecheck: warning: stopped after %u s; nothing is decided\n", limits->seconds);
  if (limits->megabytes && !getrlimit (RLIMIT_DATA, &watch.memory)) {
    uint64_t bytes = data_size () + limits->megabytes * (UINT64_C (1) << 20);
    if (bytes < watch.memory.rlim_cur)
      setrlimit (RLIMIT_DATA, &(struct rlimit){bytes, watch.memory.rlim_max});
  }
  if (limits->seconds || limits->progress)
    set_timer (true);
}

void watch_end (void)
{
  if (!watch.out)
    return;
  if (watch.limits.seconds || watch.limits.progress)
    set_timer (false);
  if (watch.limits.megabytes)
    setrlimit (RLIMIT_DATA, &watch.memory);
  clear_progress ();
  watch.out = NULL;
}

void watch_stage (const char *name, bool patient)
{
  watch.percent = -1;
  watch.stage = name;
  watch.patient = patient;
  watch.number++;
}

void watch_share (uint32_t done, uint32_t all)
{
  watch.percent = (sig_atomic_t)((uint64_t)done * 100 / (all ? all : 1));
}

bool watch_over (void)
{
  return watch.why != WHY_NOT;
}

const char *watch_reason (void)
{
  const char *in = watch.stage ? watch.stage : "start";
  if (watch.why == WHY_TIME)
    snprintf (watch.reason, sizeof watch.reason, "stopped after %u s, in the stage '%s'",
              watch.limits.seconds, in);
  else
    snprintf (watch.reason, sizeof watch.reason, "stopped at %llu MB, in the stage '%s'",
              (unsigned long long)watch.limits.megabytes, in);
  return watch.why ? watch.reason : NULL;
}

/* Leaving */

static void leave (void)
{
  jmp_buf *out = watch.out;
  watch_end ();
  longjmp (*out, 1);
}

void watch_poll (void)
{
  if (watch.why && watch.out && !watch.patient)
    leave ();
}

void watch_no_memory (void)
{
  if (watch.out && watch.limits.megabytes) {
    watch.why = WHY_MEMORY;
    leave ();
  }
  fprintf (stderr, "racecheck: error: out of memory\n");
  xexit (1);
}
