/* Tests of analysis/report/events.c, report.c and colour.c: what is said about findings made by
   hand, and how it is printed. */

#include "events.h"
#include "report.h"
#include "rules.h"
#include "source.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *report_suite (void);

/* A unit with the places of the example of the design, in stats.c, some in util.c. */

enum { DECLARED = 1, IN_INC, CREATE2, UPDATE2, CALL3, CREATE3, IN_UTIL, LONG_RANGE, NO_COLUMN };

static const char *strings[] = {"", "stats.c", "util.c", NULL};
static struct rec_file files[] = {{.path = 0}, {.path = 1}, {.path = 2}};
static struct rec_loc locs[] = {[DECLARED] = {.file = 1, .line = 2, .column = 17},
                                [IN_INC] = {.file = 1, .line = 7, .column = 5, .finish = 2},
                                [CREATE2] = {.file = 1, .line = 20, .column = 5},
                                [UPDATE2] = {.file = 1, .line = 35, .column = 9, .finish = 5},
                                [CALL3] = {.file = 1, .line = 43, .column = 9},
                                [CREATE3] = {.file = 1, .line = 21, .column = 5},
                                [IN_UTIL] = {.file = 2, .line = 4, .column = 3},
                                [LONG_RANGE] = {.file = 1, .line = 9, .column = 3, .lines = 2},
                                [NO_COLUMN] = {.file = 1, .line = 50}};
static struct unit unit = {.strings = strings, .files = files, .locs = locs, .r = {.key = 1}};

#define AT(l)    ((struct place){&unit, (l)})
#define COUNT(v) (sizeof (v) / sizeof *(v))

static const struct finding_lock lock2[] = {{"lock2", false}};
static const struct finding_step from_thread3[] = {{"thread3", {&unit, CALL3}}};

static struct finding_thread thread2 (void)
{
  return (struct finding_thread){.name = "thread2", .created = AT (CREATE2)};
}

static struct finding_thread thread3 (void)
{
  return (struct finding_thread){.name = "thread3", .created = AT (CREATE3), .creator = "main"};
}

/* The pair of the design. */
static struct finding_access pair[2];
static struct finding race;
static struct report_options options;

static void set_up (void)
{
  pair[0] = (struct finding_access){
      .at = AT (UPDATE2), .mode = FINDING_UPDATE, .function = "thread2", .thread = thread2 ()};
  pair[1] = (struct finding_access){.at = AT (IN_INC),
                                    .mode = FINDING_WRITE,
                                    .function = "inc",
                                    .thread = thread3 (),
                                    .n_steps = 1,
                                    .steps = from_thread3,
                                    .n_locks = 1,
                                    .locks = lock2};
  race = (struct finding){.rule = RULE_RACE,
                          .location = "count2",
                          .declared = "count2",
                          .declaration = AT (DECLARED),
                          .n_accesses = 2,
                          .accesses = pair,
                          .common_lock = "lock2",
                          .held = 1,
                          .of = 2};
  options = (struct report_options){.colour = COLOUR_NEVER};
}

/* What report_text prints; the caller frees it. */
static char *print (const struct findings *f)
{
  char *text = NULL;
  size_t n;
  FILE *out = open_memstream (&text, &n);
  report_text (f, &options, out);
  fclose (out);
  return text;
}

static char *print_all (const struct finding *v, uint32_t n)
{
  struct findings f = {.shared = n, .racy = n};
  for (uint32_t i = 0; i < n; i++)
    vec_push (&f.v, v[i]);
  char *text = print (&f);
  vec_free (&f.v);
  return text;
}

/* The events of the race as `KIND LINE TEXT' lines. */
static char *events (void)
{
  struct events e = {0};
  struct text t = {0};
  events_add (&e, &race);
  for (uint32_t i = 0; i < e.v.n; i++) {
    const struct rec_loc *l = place_loc (&e.v.v[i].at);
    text_printf (&t, "%c %d ", "FATSDOEX"[e.v.v[i].kind], l ? (int)l->line : 0);
    event_plain (&e.v.v[i], &t);
    text_add (&t, "\n");
  }
  events_free (&e);
  return t.v;
}

static void expect (char *got, const char *want)
{
  ck_assert_str_eq (got, want);
  free (got);
}

static void expect_in (char *got, const char *want)
{
  ck_assert_msg (strstr (got, want), "no `%s' in\n%s", want, got);
  free (got);
}

START_TEST (example_of_the_design)
{
  expect (print_all (&race, 1),
          "stats.c:35:9: warning: data race on 'count2' [-Wrace]\n"
          "stats.c:35:9: note: updated here by thread 'thread2' with no lock held\n"
          "stats.c:20:5: note: thread 'thread2' is created here\n"
          "stats.c:7:5: note: written here by thread 'thread3' holding 'lock2', called from"
          " 'thread3' at stats.c:43\n"
          "stats.c:21:5: note: thread 'thread3' is created here by thread 'main'\n"
          "stats.c:2:17: note: 'count2' is declared here; 'lock2' is held at 1 of its 2 accesses\n"
          "racecheck: 1 location shared: 1 racy\n");
  options.werror = true;
  expect_in (print_all (&race, 1), "stats.c:35:9: error: data race on 'count2' [-Werror=race]\n");
}
END_TEST

/* Sentences */

START_TEST (kinds_of_access)
{
  pair[0].mode = FINDING_FREE;
  pair[0].library = "free";
  pair[1].mode = FINDING_READ;
  pair[1].atomic = true;
  char *text = events ();
  ck_assert_ptr_nonnull (strstr (text, "A 35 freed here by 'free' in thread 'thread2' with no"));
  expect_in (text, "A 7 read here atomically by thread 'thread3' holding 'lock2', called");
}
END_TEST

START_TEST (kinds_of_thread)
{
  pair[0].thread = (struct finding_thread){.name = "main", .is_main = true};
  pair[0].function = "main";
  pair[1].thread = (struct finding_thread){.name = "on_int",
                                           .is_signal = true,
                                           .many = true,
                                           .created = AT (CREATE3),
                                           .creator = "main"};
  pair[1].function = "on_int";
  pair[1].n_steps = 0;
  expect (events (), "F 35 data race on 'count2'\n"
                     "A 35 updated here by thread 'main' with no lock held\n"
                     "A 7 written here by signal handler 'on_int' holding 'lock2'\n"
                     "T 21 signal handler 'on_int' is installed here by thread 'main'; several run"
                     " at a time\n"
                     "E 2 'count2' is declared here; 'lock2' is held at 1 of its 2 accesses\n");
  pair[0].thread = pair[1].thread =
      (struct finding_thread){.name = "push", .is_entry = true, .many = true};
  pair[0].function = pair[1].function = "push";
  pair[1].library = "memcpy";
  pair[1].thread.created = AT (CREATE2);
  expect (events (), "F 35 data race on 'count2'\n"
                     "A 35 updated here by any caller of 'push' with no lock held\n"
                     "A 7 written here by 'memcpy' for another caller of 'push' holding 'lock2'\n"
                     "T 20 'push' may be called by several threads at a time\n"
                     "E 2 'count2' is declared here; 'lock2' is held at 1 of its 2 accesses\n");
}
END_TEST

START_TEST (thread_from_nowhere)
{
  pair[0].thread.created = (struct place){0};
  pair[0].thread.many = true;
  pair[1].thread.created = (struct place){0};
  char *text = events ();
  ck_assert_ptr_nonnull (strstr (text, "T 35 it is not known where thread 'thread2' is created; "
                                       "several run at a time\n"));
  expect_in (text, "T 7 thread 'thread3' is created by thread 'main'\n");
}
END_TEST

/* The same access by two of many threads: both are told, what is the same is not. */
START_TEST (race_with_itself)
{
  const struct finding_step steps[] = {{"thread2", {&unit, CALL3}}, {"f", {&unit, IN_UTIL}}};
  pair[0].thread.many = true;
  pair[0].n_steps = 2;
  pair[0].steps = steps;
  pair[0].function = "g";
  const char *want = "F 35 data race on 'count2'\n"
                     "A 35 updated here by thread 'thread2' with no lock held\n"
                     "T 20 thread 'thread2' is created here; several run at a time\n"
                     "S 43 thread 'thread2' calls 'f' here\n"
                     "S 4 'f' calls 'g' here\n"
                     "A 35 updated here by another thread 'thread2' with no lock held\n"
                     "E 2 'count2' is declared here; no lock is held at its only access\n";
  race.n_accesses = race.of = 1;
  race.held = 0;
  race.common_lock = NULL;
  expect (events (), want);
  race.n_accesses = 2;
  pair[1] = pair[0];
  expect (events (), want);
  /* Two threads with one start function. */
  pair[1].thread.created = AT (CREATE3);
  expect_in (events (), "T 21 thread 'thread2' is created here; several");
}
END_TEST

START_TEST (long_way)
{
  struct finding_step steps[9];
  static const char *const names[] = {"thread2", "a", "b", "c", "d", "e", "f", "g", "h"};
  for (unsigned i = 0; i < COUNT (steps); i++)
    steps[i] = (struct finding_step){names[i], AT (i == 8 ? 0 : CALL3)};
  pair[0].steps = steps;
  pair[0].n_steps = COUNT (steps);
  pair[0].function = "z";
  char *text = events ();
  expect_in (text, "held\n"
                   "T 20 thread 'thread2' is created here\n"
                   "S 43 thread 'thread2' calls 'a' here\n"
                   "S 43 'a' calls 'b' here\n"
                   "S 43 'b' calls 'c' here, which leads to 'f' by 3 more calls\n"
                   "S 43 'f' calls 'g' here\n"
                   "S 43 'g' calls 'h' here\n"
                   "S 0 'h' calls 'z' here\n"
                   "A 7 ");
}
END_TEST

START_TEST (locks)
{
  const struct finding_lock three[] = {{"a", false}, {"rw", true}, {"c->lock", false}};
  pair[0].locks = three;
  pair[0].n_locks = 1;
  char *text = events ();
  ck_assert_ptr_nonnull (strstr (text, "'thread2' holding 'a' but not 'lock2'\n"));
  expect_in (text, "'thread3' holding 'lock2' but not 'a', called from");
  pair[0].n_locks = 3;
  text = events ();
  ck_assert_ptr_nonnull (
      strstr (text, "holding 'a', 'rw' for reading only and 'c->lock' but not 'lock2'\n"));
  expect_in (text, "holding 'lock2' but not 'a' or 'rw', called");
  pair[0].mode = FINDING_READ;
  pair[0].locks = three + 1;
  pair[0].n_locks = 2;
  text = events ();
  ck_assert_ptr_nonnull (strstr (text, "holding 'rw' for reading and 'c->lock' but not"));
  expect_in (text, "holding 'lock2' but not 'rw' or 'c->lock' of the other access, called");
  /* No lock is called missing when it may be the same one. */
  pair[0].locks = three + 2;
  pair[0].n_locks = 1;
  race.doubt = DOUBT_LOCK_OBJECTS;
  race.lock = "c->lock";
  race.other_lock = "lock2";
  text = events ();
  ck_assert_ptr_null (strstr (text, "but not"));
  ck_assert_ptr_nonnull (strstr (text, "F 35 possible data race on 'count2'\n"));
  expect_in (text, "D 35 'c->lock' and 'lock2' may belong to different objects\nE 2 ");
}
END_TEST

/* What is certain comes first, and what rests on something that nobody can follow, last. */
START_TEST (confidence)
{
  static const uint8_t want[] = {[DOUBT_NONE] = CONFIDENCE_CERTAIN,
                                 [DOUBT_SAME_ELEMENT] = CONFIDENCE_POSSIBLE,
                                 [DOUBT_JOIN] = CONFIDENCE_POSSIBLE,
                                 [DOUBT_MERGED] = CONFIDENCE_VAGUE,
                                 [DOUBT_UNKNOWN_CALL] = CONFIDENCE_VAGUE};
  static const uint8_t doubts[] = {DOUBT_NONE, DOUBT_SAME_ELEMENT, DOUBT_JOIN, DOUBT_MERGED,
                                   DOUBT_UNKNOWN_CALL};
  for (unsigned i = 0; i < COUNT (doubts); i++)
    ck_assert_int_eq (finding_confidence (&(struct finding){.doubt = doubts[i]}), want[doubts[i]]);
}
END_TEST

START_TEST (doubts)
{
  static const char *const want[] = {
      [DOUBT_SAME_OBJECT] = "D 35 the two accesses may be to different objects\n",
      [DOUBT_SAME_ELEMENT] = "D 35 the two accesses may be to different elements\n",
      [DOUBT_LOCK_OBJECTS] = "D 35 the two 'p->lock' may belong to different objects\n",
      [DOUBT_UNKNOWN_POINTER] =
          "D 35 one of the accesses goes through 'p', which comes from code without facts\n",
      [DOUBT_MERGED] = "D 35 one of the accesses goes through a pointer that may lead to too many"
                       " places to tell them apart\n",
      [DOUBT_IN_STEP] = "D 35 lanes that execute each instruction together do the first before the"
                        " second\n",
      [DOUBT_JOIN] = "D 35 one of the threads may have been joined before the other access\n",
      [DOUBT_RELEASED] = "D 35 a lock that was held on the way to one of the accesses may be held"
                         " still\n",
      [DOUBT_WAIT] = "D 35 an atomic, a condition or a pipe for which one of the threads waits may order them\n",
      [DOUBT_EXIT] = "D 35 one of the accesses is done only if its thread ends the program\n",
      [DOUBT_UNKNOWN_CALL] =
          "D 35 one of the accesses is reached through a call that may be of another function\n"};
  static const char *const unnamed[] = {
      [DOUBT_LOCK_OBJECTS] = "D 35 the locks held may belong to different objects\n",
      [DOUBT_UNKNOWN_POINTER] = "D 35 one of the accesses goes through a pointer that comes from"
                                " code without facts\n",
      [DOUBT_UNKNOWN_CALL] = NULL};
  for (race.doubt = 1; race.doubt < COUNT (want); race.doubt++) {
    race.lock = race.other_lock = "p->lock";
    race.through = "p";
    expect_in (events (), want[race.doubt]);
    race.lock = race.other_lock = race.through = NULL;
    if (unnamed[race.doubt])
      expect_in (events (), unnamed[race.doubt]);
  }
}
END_TEST

START_TEST (other_memory)
{
  const char *others[] = {"a", "b", "c", "d"};
  race.others = others;
  static const char *const want[] = {"'a' too\n", "'a' and 'b' too\n", "'a', 'b' and 'c' too\n",
                                     "'a', 'b', 'c' and others too\n"};
  for (race.n_others = 1; race.n_others <= COUNT (want); race.n_others++) {
    char *sentence =
        concat ("O 35 the same two accesses race on ", want[race.n_others - 1], "E ", NULL);
    expect_in (events (), sentence);
    free (sentence);
  }
}
END_TEST

START_TEST (evidence)
{
  race.held = 0;
  race.common_lock = NULL;
  expect_in (events (), "E 2 'count2' is declared here; no lock is common to all of its 2 acc");
  pair[1].n_locks = 0;
  expect_in (events (),
             "E 2 'count2' is declared here; no lock is held at any of its 2 accesses\n");
  race.declared = NULL;
  expect_in (events (), "E 2 allocated here; no lock is held at any of its 2 accesses\n");
  race.declaration = (struct place){0};
  expect_in (events (), "E 35 no lock is held at any of the 2 accesses to 'count2'\n");
  race.common_lock = "lock2";
  race.held = 1;
  expect_in (events (), "E 35 'lock2' is held at 1 of the 2 accesses to 'count2'\n");
}
END_TEST

START_TEST (location_names)
{
  static const struct {
    const char *location, *want;
  } rows[] = {{"conn->state (struct conn.state)", "'conn->state' (struct conn.state)\n"},
              {"t->n (conn_t.n)", "'t->n' (conn_t.n)\n"},
              {"*buf allocated in 'new_buf'", "'*buf' allocated in 'new_buf'\n"},
              {"*get (x)", "'*get (x)'\n"},
              {"(*p)[i]", "'(*p)[i]'\n"},
              {"a\nb\33[31m\1", "'a?b?[31m?'\n"}};
  for (unsigned i = 0; i < COUNT (rows); i++) {
    race.location = rows[i].location;
    char *text = events ();
    ck_assert_int_eq (strncmp (text, "F 35 data race on ", 18), 0);
    ck_assert_int_eq (strncmp (text + 18, rows[i].want, strlen (rows[i].want)), 0);
    free (text);
  }
}
END_TEST

/* A few, at places of their own, and not so that they look like one of the pair. */
START_TEST (further_accesses)
{
  struct finding_access all[8] = {pair[0], pair[1], pair[1], pair[0]};
  all[4] = pair[1];
  all[4].at = AT (IN_UTIL);
  all[5] = pair[0];
  all[5].at = AT (LONG_RANGE);
  all[6] = all[5];
  all[7] = pair[0];
  all[7].at = AT (NO_COLUMN);
  all[7].function = "init";
  race.accesses = all;
  race.n_accesses = COUNT (all);
  expect_in (events (), "E 2 'count2' is declared here; 'lock2' is held at 1 of its 2 accesses\n"
                        "X 9 also updated here by thread 'thread2' with no lock held\n"
                        "X 50 also updated here by thread 'thread2' with no lock held, in 'init'\n"
                        "X 4 also written here by thread 'thread3' holding 'lock2', called from"
                        " 'thread3' at stats.c:43\n");
}
END_TEST

START_TEST (nothing_is_known)
{
  pair[0] = pair[1] = (struct finding_access){.at = {NULL, 0}};
  pair[1].at.unit = &unit;
  race = (struct finding){.n_accesses = 2, .accesses = pair};
  expect_in (print_all (&race, 1), "racecheck: warning: data race on 'memory' [-Wrace]\n"
                                   "racecheck: note: read here by thread '?' with no lock held\n"
                                   "racecheck: note: it is not known where thread '?' is created\n"
                                   "stats.c: note: read here by another thread '?' with no lock ");
  race.n_accesses = 0;
  expect_in (print_all (&race, 1), "racecheck: warning: data race on 'memory' [-Wrace]\nrace");
}
END_TEST

/* Order and number */

START_TEST (order)
{
  struct finding_access at[4][2];
  struct finding v[4];
  static const struct {
    uint32_t loc;
    uint8_t doubt;
    const char *name;
  } rows[] = {{IN_UTIL, DOUBT_NONE, "d"},
              {IN_INC, DOUBT_SAME_OBJECT, "e"},
              {UPDATE2, DOUBT_NONE, "c"},
              {UPDATE2, DOUBT_NONE, "b"}};
  for (unsigned i = 0; i < 4; i++) {
    at[i][0] = at[i][1] = pair[0];
    at[i][0].at = AT (rows[i].loc);
    v[i] = race;
    v[i].doubt = rows[i].doubt;
    v[i].location = rows[i].name;
    v[i].accesses = at[i];
  }
  char *all = print_all (v, 4);
  const char *b = strstr (all, "on 'b'"), *c = strstr (all, "on 'c'"), *d = strstr (all, "on 'd'");
  ck_assert (b && b < c && c < d && d < strstr (all, "possible data race on 'e'"));
  struct finding turned[] = {v[3], v[2], v[1], v[0]};
  expect (print_all (turned, 4), all);
  free (all);
  options.max = 3;
  all = print_all (v, 4);
  ck_assert_ptr_null (strstr (all, "'e'"));
  expect_in (all, "racecheck: note: 1 more finding is not shown\nracecheck: 4 locations shared: 4");
  options.max = 1;
  expect_in (print_all (v, 4), "racecheck: note: 3 more findings are not shown\n");
  options.max = 4;
  all = print_all (v, 4);
  ck_assert_ptr_null (strstr (all, "more"));
  free (all);
}
END_TEST

START_TEST (summary)
{
  struct findings f = {.shared = 12,
                       .guarded = 7,
                       .private_ = 1,
                       .read_only = 1,
                       .ordered = 2,
                       .atomic = 1,
                       .without_facts = 1};
  expect (print (&f), "racecheck: 12 locations shared: 7 guarded, 1 read-only, 1 private, 2 "
                      "ordered, 1 atomic, 0 racy; facts missing for 1 object\n");
  f = (struct findings){.without_facts = 2};
  expect (print (&f), "racecheck: no location is shared; facts missing for 2 objects\n");
}
END_TEST

/* Colours */

static char *in_colours (const char *codes)
{
  if (codes)
    setenv ("GCC_COLORS", codes, 1);
  else
    unsetenv ("GCC_COLORS");
  options.colour = COLOUR_ALWAYS;
  return print_all (&race, 1);
}

START_TEST (colours_like_gcc)
{
  expect_in (in_colours (NULL),
             "\33[01m\33[Kstats.c:35:9:\33[m\33[K \33[01;35m\33[Kwarning: \33[m\33[Kdata race on "
             "'\33[01m\33[Kcount2\33[m\33[K' [\33[01;35m\33[K-Wrace\33[m\33[K]\n");
  expect_in (in_colours ("new=1:warning=7;9:quote=:locus=34"),
             "\33[34m\33[Kstats.c:35:9:\33[m\33[K \33[7;9m\33[Kwarning: \33[m\33[Kdata race on "
             "'\33[m\33[Kcount2\33[m\33[K' [");
  /* What is no code is not sent to the terminal, and ends the list. */
  expect_in (in_colours ("warning=1\33[2J:locus=34"), "\33[01;35m\33[Kwarning: ");
  expect_in (in_colours ("warning=4:locus=x:note=5"), "\33[4m\33[Kwarning: ");
  static const char *const odd[] = {":", "=", "=1", "warning", "warning=", "a=b=c", "::error=1"};
  for (unsigned i = 0; i < COUNT (odd); i++)
    expect_in (in_colours (odd[i]), "data race on");
  char *plain = in_colours ("");
  ck_assert_ptr_null (strchr (plain, '\33'));
  free (plain);
}
END_TEST

START_TEST (colours_by_themselves)
{
  struct colours c;
  FILE *terminal = fopen ("/dev/ptmx", "r+"), *file = tmpfile ();
  unsetenv ("GCC_COLORS");
  unsetenv ("NO_COLOR");
  setenv ("TERM", "xterm", 1);
  colours_find (&c, COLOUR_AUTO, file);
  ck_assert (!c.on);
  colours_find (&c, COLOUR_ALWAYS, file);
  ck_assert (c.on);
  if (terminal && isatty (fileno (terminal))) {
    colours_find (&c, COLOUR_AUTO, terminal);
    ck_assert (c.on);
    setenv ("NO_COLOR", "", 1);
    colours_find (&c, COLOUR_AUTO, terminal);
    ck_assert (c.on);
    setenv ("NO_COLOR", "1", 1);
    colours_find (&c, COLOUR_AUTO, terminal);
    ck_assert (!c.on);
    colours_find (&c, COLOUR_ALWAYS, terminal); /* the command line has the last word */
    ck_assert (c.on);
    unsetenv ("NO_COLOR");
    setenv ("TERM", "dumb", 1);
    colours_find (&c, COLOUR_AUTO, terminal);
    ck_assert (!c.on);
    unsetenv ("TERM");
    colours_find (&c, COLOUR_AUTO, terminal);
    ck_assert (!c.on);
    colours_find (&c, COLOUR_NEVER, terminal);
    ck_assert (!c.on);
  }
  if (terminal)
    fclose (terminal);
  fclose (file);
}
END_TEST

/* Sources */

static char directory[] = "/tmp/racecheck-report-XXXXXX";

static void make_directory (void)
{
  set_up ();
  strcpy (directory + strlen (directory) - 6, "XXXXXX");
  ck_assert_ptr_nonnull (mkdtemp (directory));
  strings[3] = directory;
  unit.r.directory = 3;
}

static void remove_directory (void)
{
  char *command = text_format ("rm -r '%s'", directory);
  ck_assert_int_eq (system (command), 0);
  free (command);
  unit.r.directory = 0;
}

static void write_file (const char *name, const char *content, size_t n)
{
  char *path = text_format ("%s/%s", directory, name);
  FILE *f = fopen (path, "w");
  ck_assert_ptr_nonnull (f);
  fwrite (content, 1, n, f);
  fclose (f);
  free (path);
}

START_TEST (lines_of_the_source)
{
  struct text source = {0};
  for (int i = 1; i <= 50; i++)
    text_add (&source, i == 35 ? "\tcount2++;\r\n" : i == 7 ? "    *count += 1;\n" : "x\n");
  write_file ("stats.c", source.v, source.n);
  text_free (&source);
  locs[UPDATE2].column = 2;
  options.caret = true;
  char *text = print_all (&race, 1);
  locs[UPDATE2].column = 9;
  ck_assert_ptr_nonnull (strstr (text, "[-Wrace]\n"
                                       "   35 |         count2++;\n"
                                       "      |         ^~~~~~\n"
                                       "stats.c:35:2: note: updated here by thread 'thread2' with "
                                       "no lock held\n"
                                       "stats.c:20:5: note: "));
  expect_in (text, "'thread3' at stats.c:43\n"
                   "    7 |     *count += 1;\n"
                   "      |     ^~~\n"
                   "stats.c:21:5: note: ");
}
END_TEST

Suite *report_suite (void)
{
  Suite *suite = suite_create ("report");
  TCase *words = tcase_create ("words"), *looks = tcase_create ("looks");
  TCase *sources = tcase_create ("sources");
  tcase_add_checked_fixture (words, set_up, NULL);
  tcase_add_test (words, example_of_the_design);
  tcase_add_test (words, kinds_of_access);
  tcase_add_test (words, kinds_of_thread);
  tcase_add_test (words, thread_from_nowhere);
  tcase_add_test (words, race_with_itself);
  tcase_add_test (words, long_way);
  tcase_add_test (words, locks);
  tcase_add_test (words, doubts);
  tcase_add_test (words, confidence);
  tcase_add_test (words, evidence);
  tcase_add_test (words, other_memory);
  tcase_add_test (words, location_names);
  tcase_add_test (words, further_accesses);
  tcase_add_test (words, nothing_is_known);
  tcase_add_checked_fixture (looks, set_up, NULL);
  tcase_add_test (looks, order);
  tcase_add_test (looks, summary);
  tcase_add_test (looks, colours_like_gcc);
  tcase_add_test (looks, colours_by_themselves);
  tcase_add_checked_fixture (sources, make_directory, remove_directory);
  tcase_add_test (sources, lines_of_the_source);
  suite_add_tcase (suite, words);
  suite_add_tcase (suite, looks);
  suite_add_tcase (suite, sources);
  return suite;
}
