/* Programs for tests, analysed up to the verdicts. */

#include "stages.h"

struct stages stages;
static bool summarised, judged;

void stages_start (void)
{
  stages = (struct stages){0};
  summarised = judged = false;
  build_start ();
  begin_object ("a.o");
}

static void forget_verdicts (void)
{
  if (judged) {
    verdicts_free (&stages.verdicts);
    contexts_free (&stages.contexts);
    threads_free (&stages.threads);
    terms_free (&stages.terms);
  }
  judged = false;
}

static void forget (void)
{
  forget_verdicts ();
  if (summarised)
    summaries_free (&stages.s);
  summarised = false;
}

void stages_finish (void)
{
  forget ();
  map_free (&stages.broken);
  build_finish ();
}

static void summarise (void)
{
  summaries_find (&stages.s, &built.pointers, &built.effects, &built.filter, &stages.broken);
  summarised = true;
}

/* Whether something that was assumed is taken back. */
static bool judge (void)
{
  terms_init (&stages.terms, &stages.s);
  threads_find (&stages.threads, &stages.s, &stages.terms);
  contexts_find (&stages.contexts, &stages.threads, &stages.terms, false);
  judged = true;
  uint32_t before = map_size (&stages.broken);
  verdicts_find (&stages.verdicts, &stages.contexts, &stages.broken, NULL);
  return map_size (&stages.broken) > before;
}

void summarise_built (void)
{
  analyse_built ();
  summarise ();
}

void judge_built (void)
{
  summarise_built ();
  judge ();
}

void settle_built (void)
{
  summarise_built ();
  while (judge ()) {
    forget_verdicts ();
    summaries_find_again (&stages.s, &stages.broken);
  }
}

void begin_main (void)
{
  begin_function ("main", SF_PUBLIC, 0);
}

void begin_work (const char *name)
{
  begin_function (name, 0, 1);
}

void end_work (void)
{
  ret (num (0));
  end_function ();
}

uint32_t create (const char *name, const char *function)
{
  uint32_t t = local (name, TYPE_LONG, OF_ADDRESSED);
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn (function), num (0));
  return t;
}

void join (uint32_t handle)
{
  uint32_t h = load (TYPE_LONG, at_local (handle, 0));
  CALL2 (TYPE_INT, fn ("pthread_join"), val (h), num (0));
}

loc_id location_of (const char *variable)
{
  return loc_at (&built.pointers.objects, object_of_variable (variable), 0);
}

const char *verdict_of (const char *variable)
{
  static const char *const names[] = {"race",    "guarded", "locked",   "atomic",
                                      "ordered", "private", "read-only"};
  loc_id l = location_of (variable);
  for (uint32_t i = 0; i < stages.verdicts.v.n; i++)
    if (stages.verdicts.v.v[i].loc == l)
      return names[stages.verdicts.v.v[i].kind];
  return "nothing";
}

thread_id thread_named (const char *start)
{
  for (thread_id i = 1; i < stages.threads.v.n; i++)
    if (stages.threads.v.v[i].start == function_named (start))
      return i;
  ck_abort_msg ("no thread %s", start);
}
