/* What the source says itself about races: comments, attributes, pragmas, and what is in a header of the
   system.  Each has a variable that is not meant, beside it. */
/* { dg-options "-pthread -isystem ." } */
/* { dg-additional-files "ignore-system.h" } */
#include <pthread.h>
#include <ignore-system.h>

#define IGNORE(why) __attribute__ ((racecheck ("ignore", why)))

int a, b, c, d, e;
int counter IGNORE ("off by one does no harm");
int other_counter;
int declared; // racecheck: ignore read for a log only
struct stats {
  int hits IGNORE ("off by one does no harm");
  int misses;
} stats, *heap_stats;
struct IGNORE ("a sketch") sketch {
  int x;
} sketch;
int in_function, in_pragma;

static void IGNORE ("called once, by hand") debug (void)
{
  in_function++;
}

static void plain (void)
{
  in_function++; /* { dg-warning "race on 'in_function'" } */
}

/* One of the two is ignored, but the other one races with itself. */
static void twice (int *p)
{
  *p = 1; /* { dg-warning "race on '(e|twice_ignored)'" } */
}
int twice_ignored IGNORE ("set to one value");

static void *work (void *arg)
{
  a++; /* racecheck: ignore statistics */
  b++; /* { dg-warning "race on 'b'" } */
  /* racecheck: ignore statistics, too:
     the comment has two lines */
  c++;
  d++; /* { dg-warning "race on 'd'" } */
  counter++;
  other_counter++; /* { dg-warning "race on 'other_counter'" } */
  declared++;
  stats.hits++;
  stats.misses++; /* { dg-warning "race on 'stats.misses'" } */
  heap_stats->hits++;
  heap_stats->misses++; /* { dg-warning "race on 'heap_stats->misses' .struct stats.misses." } */
  sketch.x++;
  debug ();
  plain ();
  twice (&twice_ignored);
  twice (&e);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtsan"
  in_pragma++;
#pragma GCC diagnostic pop
  in_system++; /* { dg-warning "race on 'in_system'" } */
  system_does ();
  return arg;
}

int main (void)
{
  pthread_t t[2];
  heap_stats = __builtin_malloc (sizeof *heap_stats);
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
}
/* { dg-output "findings not shown: [0-9]+ in other files, [0-9]+ ignored in the source" } */
