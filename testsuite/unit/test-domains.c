/* Tests of analysis/verdicts/domains.c: what belongs to one owner, here the arguments of threads. */

#include "build.h"
#include "domains.h"
#include "terms.h"

Suite *domains_suite (void);

static struct summaries s;
static struct terms terms;
static struct threads threads;
static struct domains domains;
static struct map broken;
static bool found;

static void set_up (void)
{
  build_start ();
  s = (struct summaries){0};
  terms = (struct terms){0};
  threads = (struct threads){0};
  domains = (struct domains){0};
  broken = (struct map){0};
  found = false;
  begin_object ("a.o");
}

static void tear_down (void)
{
  if (found)
    domains_free (&domains);
  threads_free (&threads);
  terms_free (&terms);
  summaries_free (&s);
  build_finish ();
}

/* Writes what its argument points to. */
static void thread_function (const char *name)
{
  begin_function (name, 0, 1);
  uint32_t part = load (TYPE_POINTER, at_value (1, 0));
  store (at_value (part, 0), num (1));
  ret (num (0));
  end_function ();
}

static uint32_t allocate (void)
{
  return CALL1 (TYPE_POINTER, fn ("malloc"), num (16));
}

static void create (uint32_t argument)
{
  uint32_t t = local ("t", TYPE_LONG, OF_ADDRESSED);
  call (TYPE_INT, fn ("pthread_create"), ref (at_local (t, 0)), num (0), fn ("work"),
        val (argument));
}

static void find (void)
{
  end_function ();
  analyse_built ();
  summaries_find (&s, &built.pointers, &built.effects, &built.filter, &broken);
  terms_init (&terms, &s);
  threads_find (&threads, &s, &terms);
  domains_init (&domains, &threads, &terms);
  found = true;
}

/* The N-th object that main allocates, from 0. */
static object_id allocated (uint32_t n)
{
  const struct objects *o = &built.pointers.objects;
  for (object_id i = 1; i < o->v.n; i++)
    if (o->v.v[i].kind == OBJECT_HEAP && n-- == 0)
      return i;
  ck_abort_msg ("there is no such object");
}

static setid whole (object_id object)
{
  struct pointers *p = &built.pointers;
  return sets_single (&p->sets, loc_everything (&p->objects, object));
}

/* Main gives each of two threads an argument, and that a part: of its own, or one for both. */
static void give (bool common)
{
  thread_function ("work");
  begin_function ("main", SF_PUBLIC, 0);
  uint32_t a = allocate (), b = allocate (), part = allocate ();
  uint32_t other = common ? part : allocate ();
  next_block ();
  store (at_value (a, 0), val (part));
  store (at_value (b, 0), val (other));
  next_block ();
  edge (0, 2); /* nobody knows what is there */
  create (a);
  create (b);
  ret (num (0));
  find ();
}

START_TEST (part_of_one)
{
  give (false);
  for (uint32_t i = 0; i < 2; i++) {
    ck_assert (domains_kind (&domains, whole (allocated (i)), allocated (2 + i)));
    ck_assert (domains_exclude (&domains, whole (allocated (i)), allocated (3 - i)));
  }
}
END_TEST

START_TEST (part_of_both)
{
  give (true);
  for (uint32_t i = 0; i < 2; i++)
    ck_assert (!domains_kind (&domains, whole (allocated (i)), allocated (2)));
}
END_TEST

Suite *domains_suite (void)
{
  Suite *suite = suite_create ("domains");
  TCase *tests = tcase_create ("domains");
  tcase_add_checked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, part_of_one);
  tcase_add_test (tests, part_of_both);
  suite_add_tcase (suite, tests);
  return suite;
}
