#include "stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

static double now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void stats_start (struct stats *s, int show)
{
  s->show = show;
  s->since = now ();
}

void stats_stage (struct stats *s, const char *name)
{
  double t = now ();
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  if (s->show) {
    printf ("%-24s %9.3f s %9ld kB\n", name, t - s->since, usage.ru_maxrss);
    fflush (stdout); /* a run that is cut off has told so far */
  }
  s->since = t;
}

void stats_count (const struct stats *s, const char *name, uint64_t value)
{
  if (s->show)
    printf ("  %-22s %9" PRIu64 "\n", name, value);
}
