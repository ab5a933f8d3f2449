/* Driver: the pipeline.  Objects, units, one program, what functions mean, where pointers lead;
   each stage a call, its result printed if asked for. */

#include "driver.h"
#include "dump.h"
#include "arguments.h"
#include "asms.h"
#include "callbacks.h"
#include "cleanups.h"
#include "dead.h"
#include "wrapped.h"
#include "enclose.h"
#include "getters.h"
#include "load.h"
#include "members.h"
#include "numthreads.h"
#include "results.h"
#include "scans.h"
#include "misuse.h"
#include "schedules.h"
#include "stats.h"
#include "structs.h"
#include "verdicts.h"

#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

struct run {
  struct driver *driver;
  const struct options *options;
  struct stats stats;
  uint32_t candidates; /* locations that several threads may touch; 0: not known yet */
  struct hiding hiding;
};

static void print_problem (void *context, const char *message)
{
  (void)context;
  fprintf (stderr, "racecheck: warning: %s\n", message);
}

static void print_line (void *context, const char *message)
{
  (void)context;
  fprintf (stderr, "%s\n", message);
}

static void name_objects_without_facts (const struct objfiles *files, const struct units *units)
{
  if (!units->without_facts)
    return;
  fprintf (stderr, "racecheck: note: facts missing for %zu of %zu objects:", units->without_facts,
           files->n);
  for (size_t i = 0, shown = 0; i < files->n; i++)
    if (!files->v[i].facts && !files->v[i].damaged)
      fprintf (stderr, "%s %s", shown++ ? "," : "", files->v[i].name);
  fprintf (stderr, "\n");
}

/* Dumps of single units, in an order that does not depend on the command line. */

static int by_key (const void *a, const void *b)
{
  const struct unit *x = *(struct unit *const *)a, *y = *(struct unit *const *)b;
  int order = strcmp (x->strings[x->r.key], y->strings[y->r.key]);
  return order ? order : strcmp (x->object, y->object);
}

static void dump_units (const struct options *o, const struct units *units)
{
  struct unit **sorted = XNEWVEC (struct unit *, units->n + 1);
  if (units->n)
    memcpy (sorted, units->v, units->n * sizeof *sorted);
  qsort (sorted, units->n, sizeof *sorted, by_key);
  for (size_t i = 0; i < units->n; i++)
    if (o->dump == DUMP_FACTS)
      dump_facts (sorted[i], stdout);
    else
      dump_accesses (sorted[i], stdout);
  free (sorted);
}

static void count_units (const struct stats *stats, const struct objfiles *files,
                         const struct units *units)
{
  uint64_t functions = 0, instructions = 0;
  for (size_t i = 0; i < units->n; i++) {
    functions += units->v[i]->n_functions;
    for (uint32_t k = 0; k < units->v[i]->n_functions; k++)
      instructions += units->v[i]->functions[k].n_records;
  }
  stats_count (stats, "objects", files->n);
  stats_count (stats, "without facts", units->without_facts);
  stats_count (stats, "units", units->n);
  stats_count (stats, "damaged", units->damaged);
  stats_count (stats, "unknown records", units->unknown_records);
  stats_count (stats, "functions", functions);
  stats_count (stats, "instructions", instructions);
  stats_count (stats, "bytes of facts", units->facts_bytes);
}

static void count_program (const struct stats *stats, const struct program *p)
{
  stats_count (stats, "functions", p->n_functions - p->folded);
  stats_count (stats, "folded", p->folded);
  stats_count (stats, "variables", p->n_objects);
  stats_count (stats, "members left out", p->members_left_out);
}

static void count_pointers (const struct stats *stats, const struct pointers *q)
{
  stats_count (stats, "nodes", q->stats.nodes);
  stats_count (stats, "collapsed", q->stats.collapsed);
  stats_count (stats, "edges", q->stats.edges);
  stats_count (stats, "waves", q->stats.waves);
  stats_count (stats, "objects", q->objects.v.n - 1);
  stats_count (stats, "locations", q->objects.locs.n - 1);
  stats_count (stats, "sets", sets_count (&q->sets));
  stats_count (stats, "calls", q->calls.n);
}

static struct models *read_models (const struct options *o, unsigned *errors)
{
  struct models *m = models_new ();
  for (size_t i = 0; i < o->n_models; i++)
    *errors += models_add_file (m, o->models[i], print_line, NULL);
  return m;
}

static void dump_models (const struct models *m)
{
  struct text t = {0};
  models_dump (m, &t);
  fputs (text_of (&t), stdout);
  text_free (&t);
}

static void count_verdicts (const struct stats *stats, const struct summaries *s,
                            const struct threads *t, const struct contexts *c,
                            const struct verdicts *v)
{
  stats_count (stats, "functions", s->stats.functions);
  stats_count (stats, "expressions", s->x.v.n - 1);
  stats_count (stats, "settled items", s->stats.settled);
  stats_count (stats, "open items", s->stats.open);
  stats_count (stats, "cut off", s->stats.cut);
  stats_count (stats, "threads", t->v.n - 1);
  stats_count (stats, "contexts", c->v.n - 1);
  stats_count (stats, "merged", c->merged);
  stats_count (stats, "accesses", c->occurrences.n);
  stats_count (stats, "classes", v->classes.n - 1);
  stats_count (stats, "pairs", v->pairs);
}

static void hand_on (const struct run *run, struct findings *findings)
{
  findings->without_facts = run->driver->without_facts;
  findings->stopped = watch_reason ();
  if (findings->stopped) {
    findings->state = FINDINGS_STOPPED;
    fprintf (stderr, "racecheck: warning: %s\n", findings->stopped);
  }
  run->driver->use (run->driver->context, findings);
  run->driver->findings = findings->v.n;
}

/* What would be the same without a proof that is not among these. */
static void tell_proofs (const struct pointers *p)
{
  struct text names = {0};
  proofs_list (*p->needed, &names);
  printf ("  proofs in use: %s\n", text_of (&names));
  text_free (&names);
}

/* Prints what was asked for, or hands the findings on. */
static void report (struct run *run, const struct verdicts *v, const struct misuses *misuses)
{
  const struct options *o = run->options;
  struct findings findings = {0};
  if (o->dump == DUMP_THREADS)
    dump_threads (v->c, stdout);
  if (o->dump == DUMP_PARALLEL)
    dump_parallel (v->c, stdout);
  if (o->dump == DUMP_LOCKS)
    dump_locks (v->c->t->s, stdout);
  if (o->dump == DUMP_SUMMARIES)
    dump_summaries (v->c->t->s, stdout);
  if (o->dump == DUMP_VERDICTS || o->dump == DUMP_CORRELATIONS)
    dump_verdicts (v, stdout, o->dump == DUMP_CORRELATIONS, NULL);
  if (o->explain && !dump_verdicts (v, stdout, true, o->explain))
    printf ("racecheck: no location that several threads may touch is called '%s'\n", o->explain);
  if (o->dump != DUMP_NONE || o->explain)
    return;
  findings_make (&findings, v, misuses, o->rules);
  stats_stage (&run->stats, "findings");
  if (o->stats)
    tell_proofs (v->c->t->s->p);
  hand_on (run, &findings);
  if (findings.state == FINDINGS_COMPLETE && !o->report.brief)
    hiding_unused (v->hiding);
  findings_free (&findings);
}

/* What a small program can do at all, once it is known what the verdicts rest on. */
static void try_schedules (struct run *run, struct verdicts *v)
{
  struct schedules_stats stats;
  watch_stage ("schedules", true);
  schedules_try (v, &stats);
  stats_stage (&run->stats, "schedules");
  stats_count (&run->stats, "states", stats.states);
  stats_count (&run->stats, "proved", stats.proved);
  if (run->options->stats && stats.refused)
    printf ("  not tried: %s\n", stats.refused);
}

/* What is wrong with locks, once it is known what the summaries rest on; and the end. */
static void tell (struct run *run, struct verdicts *v)
{
  struct misuses misuses;
  if (!watch_over ())
    try_schedules (run, v);
  watch_stage ("misuse", true);
  misuse_find (&misuses, v->c, watch_over () ? 0 : run->options->rules);
  stats_stage (&run->stats, "misuse");
  stats_count (&run->stats, "operations", v->c->t->s->operations.n - 1);
  stats_count (&run->stats, "misuses", misuses.v.n);
  watch_end (); /* what is left is to tell */
  report (run, v, &misuses);
  misuse_free (&misuses);
}

/* From the threads to the verdicts.  What they rest on may turn out to be wrong: then those loads
   are named in BROKEN, and true is returned. */
static bool find_verdicts (struct run *run, struct summaries *summaries, struct map *broken)
{
  struct threads threads;
  struct terms terms;
  struct contexts contexts;
  struct verdicts verdicts;
  stats_stage (&run->stats, "summaries");
  watch_stage ("threads", false);
  terms_init (&terms, summaries);
  threads_find (&threads, summaries, &terms);
  stats_stage (&run->stats, "threads");
  watch_stage ("contexts", false);
  contexts_find (&contexts, &threads, &terms, run->options->rules & rule_bit (RULE_SIGNAL));
  stats_stage (&run->stats, "contexts");
  watch_stage ("verdicts", true);
  verdicts_find (&verdicts, &contexts, broken, &run->hiding);
  stats_stage (&run->stats, "verdicts");
  count_verdicts (&run->stats, summaries, &threads, &contexts, &verdicts);
  bool again = verdicts.again;
  if (watch_over ())
    verdicts_doubt (&verdicts);
  if (!again)
    tell (run, &verdicts);
  verdicts_free (&verdicts);
  contexts_free (&contexts);
  terms_free (&terms);
  threads_free (&threads);
  return again;
}

static void find_races (struct run *run, struct pointers *pointers, const struct effects *effects,
                        const struct prefilter *filter)
{
  struct map broken = {0};
  struct summaries summaries;
  hiding_init (&run->hiding, pointers->objects.program, &run->options->hiding);
  watch_stage ("summaries", false);
  summaries_find (&summaries, pointers, effects, filter, &broken);
  while (find_verdicts (run, &summaries, &broken)) {
    watch_stage ("summaries", false);
    summaries_find_again (&summaries, &broken);
  }
  summaries_free (&summaries);
  hiding_free (&run->hiding);
  map_free (&broken);
}

static void find_shared (struct run *run, struct pointers *pointers)
{
  struct effects effects;
  struct prefilter filter;
  watch_stage ("effects", false);
  effects_find (&effects, pointers);
  stats_stage (&run->stats, "effects");
  stats_count (&run->stats, "accesses", effects.v.n);
  watch_stage ("prefilter", false);
  prefilter_find (&filter, pointers, &effects);
  stats_stage (&run->stats, "prefilter");
  stats_count (&run->stats, "entries", filter.entries.n);
  stats_count (&run->stats, "locations", filter.stats.locations);
  stats_count (&run->stats, "candidates", filter.stats.candidates);
  run->candidates = (uint32_t)filter.stats.candidates;
  stats_count (&run->stats, "functions", filter.stats.functions);
  stats_count (&run->stats, "in the slice", filter.stats.sliced);
  stats_count (&run->stats, "instructions", filter.stats.instructions);
  stats_count (&run->stats, "in the slice", filter.stats.sliced_instructions);
  if (run->options->stats)
    dump_unknown (pointers, &filter, stdout);
  if (run->options->dump == DUMP_SHARED)
    dump_shared (pointers, &filter, stdout);
  else
    find_races (run, pointers, &effects, &filter);
  prefilter_free (&filter);
  effects_free (&effects);
}

/* The rest of a kernel calls from all threads what a module has given to it. */
static void enter_callbacks (struct program *p, const struct pointers *pointers)
{
  for (funid f = 1; p->is_module && f <= p->n_functions; f++)
    if (p->functions[f].body && called_from_world (pointers, WORLD_OUTSIDE, f))
      p->entries[p->n_entries++] = f;
}

static void find_pointers (struct run *run, struct program *program,
                           const struct bindings *bindings, const struct models *models)
{
  struct pointers pointers;
  watch_stage ("pointers", false);
  pointers_find (&pointers, program, bindings, models);
  enter_callbacks (program, &pointers);
  stats_stage (&run->stats, "pointers");
  count_pointers (&run->stats, &pointers);
  if (run->options->dump == DUMP_POINTERS)
    dump_pointers (&pointers, stdout);
  if (run->options->dump == DUMP_CALLS)
    dump_calls (&pointers, stdout);
  settle_branches (program, &pointers);
  if (run->options->dump == DUMP_NONE || run->options->dump >= DUMP_SHARED)
    find_shared (run, &pointers);
  pointers_free (&pointers);
}

/* The stages behind the units. */
static enum driver_result analyse (struct run *run, const struct objfiles *files,
                                   struct units *units, const struct models *models)
{
  const struct options *o = run->options;
  struct program program;
  struct bindings bindings;
  enum driver_result result = DRIVER_DONE;
  watch_stage ("merge", false);
  pass_parts_of_structs (units);
  replace_asms (units);
  unwrap_operations (units, models);
  settle_arguments (units);
  enclose_bodies (units, models);
  lead_to_handlers (units, models);
  simplify_members (units);
  forget_single_threads (units);
  settle_numbers_of_threads (units);
  return_by_value (units);
  replace_getters (units, models);
  call_callbacks (units, models);
  program_merge (&program, files, units, print_problem, NULL);
  program_choose_entries (&program, o->entries, o->n_entries, print_problem, NULL);
  stats_stage (&run->stats, "merge");
  count_program (&run->stats, &program);
  if (o->dump == DUMP_PROGRAM)
    dump_program (&program, stdout);

  watch_stage ("bind", false);
  bind_models (&bindings, &program.arena, &program, models);
  bindings.assumed &= ~o->doubted;
  bindings.trust_volatile = o->trust_volatile;
  bindings.parallel |= bindings.interrupted && o->rules & rule_bit (RULE_SIGNAL);
  bindings.without = o->without;
  stats_stage (&run->stats, "bind");
  stats_count (&run->stats, "modelled", bindings.n_modelled);
  stats_count (&run->stats, "unknown", bindings.n_unknown);
  if (o->report.brief && bindings.parallel)
    name_objects_without_facts (files, units);
  if (bindings.parallel || o->dump != DUMP_NONE)
    find_pointers (run, &program, &bindings, models);
  else
    result = DRIVER_NO_THREADS;
  program_free (&program);
  return result;
}

static enum driver_result run_stages (struct run *run, const struct objfiles *files)
{
  const struct options *o = run->options;
  struct units units = {0};
  unsigned errors = 0;
  enum driver_result result = DRIVER_NO_FACTS;
  stats_start (&run->stats, o->stats);
  watch_stage ("models", false);
  struct models *models = read_models (o, &errors);
  if (o->dump == DUMP_MODELS)
    dump_models (models);
  stats_stage (&run->stats, "models");
  stats_count (&run->stats, "functions", models_count (models));

  watch_stage ("load", false);
  units_load (&units, files, print_problem, NULL);
  if (!o->report.brief)
    name_objects_without_facts (files, &units);
  run->driver->without_facts = (uint32_t)units.without_facts;
  stats_stage (&run->stats, "load");
  count_units (&run->stats, files, &units);
  if (o->dump == DUMP_FACTS || o->dump == DUMP_ACCESSES)
    dump_units (o, &units);
  else if (units.n)
    result = analyse (run, files, &units, models);
  if (errors || (units.damaged && !units.n))
    result = DRIVER_UNREADABLE;

  models_free (models);
  units_free (&units);
  return result;
}

/* A limit was reached before there were verdicts. */
static void report_stopped (struct run *run)
{
  struct findings none = {.shared = run->candidates, .undecided = run->candidates};
  if (run->options->dump == DUMP_NONE && !run->options->explain)
    hand_on (run, &none);
  else
    fprintf (stderr, "racecheck: warning: %s\n", watch_reason ());
}

/* What one round frees, the next one needs: it is not given back to the system, which would have to
   clear it.  Very large arrays are: the system lets them grow without a copy beside the old one. */
static void keep_memory (void)
{
#ifdef M_TRIM_THRESHOLD
  mallopt (M_MMAP_THRESHOLD, 8 << 20);
  mallopt (M_TRIM_THRESHOLD, INT_MAX);
#endif
}

enum driver_result driver_run (struct driver *driver, const struct objfiles *files)
{
  struct run *run = XCNEW (struct run); /* is there after a jump */
  enum driver_result result = DRIVER_DONE;
  jmp_buf stopped;
  run->driver = driver;
  run->options = driver->options;
  if (setjmp (stopped)) {
    report_stopped (run);
    result = DRIVER_DONE;
  } else {
    keep_memory ();
    watch_start (&driver->options->limits, &stopped);
    result = run_stages (run, files);
  }
  watch_end ();
  free (run);
  return result;
}
