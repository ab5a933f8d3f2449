/* Tests of analysis/models/models*.c: what is said about rows that are wrong, and that garbage does no
 * harm. */

#include "models-make.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *models_wrong_suite (void);

/* Errors */

static const struct {
  const char *text, *message;
} bad[] = {
    {"f: acquir *arg0 mutex", "1:4: error: unknown effect 'acquir'; did you mean 'acquire'?"},
    {"f: nothing; read *arg0", "1:11: error: the end of the row expected, not ';'"},
    {"f: pure; nothing", "1:10: error: 'nothing' cannot stand beside other effects"},
    {"f: pure; unknown", "1:10: error: 'unknown' cannot stand beside other effects"},
    {"f: acquire *arg0 mutx", "1:18: error: unknown class 'mutx'; did you mean 'mutex'?"},
    {"f: acquire *arg0 door", "1:18: error: unknown class 'door'; known: mutex, recursive, rwlock, "
                              "spin, sem, cond, barrier, "
                              "rcu, seq, irq, critical, generic"},
    {"f: acquire *arg0", "1:17: error: a class expected, not the end of the row"},
    {"f: acquire arg0 mutex",
     "1:12: error: 'arg0' is a value, not memory; '*' before it makes it memory"},
    {"f: acquire *arg0+8 mutex",
     "1:12: error: '*arg0+8' is a value, not memory; '*' before it makes it memory"},
    {"f: acquire *argx mutex",
     "1:13: error: bad operand 'argx'; known: argN, argsN, ret, static.NAME, thread.NAME, "
     "safe.NAME, local.NAME, function.NAME, each with * before it, or a number, or ?"},
    {"f: acquire *arg99 mutex", "1:13: error: bad operand 'arg99'; arguments are arg0 to arg62"},
    {"f: read *static.", "1:10: error: a name expected after 'static.'"},
    {"f: read *local.x", "1:9: error: 'local.x' has no value yet"},
    {"f: store *(local.x+8) 1", "1:10: error: 'local.x' has no value yet"},
    {"f: allocate *local.x", "1:13: error: '*local.x' is used before its local has a value"},
    {"f: allocate arg0",
     "1:13: error: 'arg0' cannot receive a value; ret, local.NAME and memory can"},
    {"f: read ****arg0", "1:9: error: more than 3 dereferences"},
    {"f: read *((((((((((arg0))))))))))", "1:18: error: operand nested too deeply"},
    {"f: read *(arg0+x)",
     "1:16: error: an offset (a number, a number of pointers as in 2p, .FIELD, or ?) expected, not "
     "'x'"},
    {"f: call (arg0+8)()", "1:9: error: a function is called where it begins"},
    {"f: read *(ret+.x)", "1:15: error: only what an argument points to has fields with names"},
    {"f: read *(arg0+99999999999)", "1:16: error: offset too large"},
    {"f: read *(arg0", "1:15: error: ')' expected, not the end of the row"},
    {"f: read *arg0 12x", "1:15: error: bad size '12x'"},
    {"f: read *arg0 99999999999", "1:15: error: bad size '99999999999'"},
    {"f: read *arg0 2147483647*2", "1:26: error: bad size '2'"},
    {"f: read *arg0 2p*3p", "1:18: error: bad size '3p'"},
    {"f: read *arg0 0", "1:15: error: bad size '0'"},
    {"f: read *arg0 arg1*arg2*arg3", "1:25: error: more than 2 arguments in a size"},
    {"f: read *arg0 <=",
     "1:17: error: a size (a number, argN, *argN, their product, string, wstring, "
     "object or type) expected, not the end of the row"},
    {"f: read *arg0 strin", "1:15: error: unknown option of 'read' 'strin'; known: if, on, expect"},
    {"f: fork arg0() manny", "1:16: error: unknown option of 'fork' 'manny'; did you mean 'many'?"},
    {"f: fork arg0() nonsense",
     "1:16: error: unknown option of 'fork' 'nonsense'; known: handle, "
     "attr, one, many, again, all, joinable, detached, joined, task, device, holding, until, "
     "if, on, expect"},
    {"f: join arg0 in =0", "1:14: error: unknown option of 'join' 'in'; did you mean 'if'?"},
    {"f: join arg0 xn =0", "1:14: error: unknown option of 'join' 'xn'; did you mean 'on'?"},
    {"f: fork arg0() one many", "1:20: error: 'many': given twice"},
    {"f: fork arg0() handle=*arg1 handle=*arg2", "1:29: error: 'handle': given twice"},
    {"f: fork arg0",
     "1:13: error: '(' and the arguments of the call expected, not the end of the row"},
    {"f: fork arg0(arg1; pure", "1:18: error: ',' or ')' expected, not ';'"},
    {"f: fork arg0(arg1", "1:13: error: unterminated '('"},
    {"f: fork arg0(arg1,", "1:13: error: unterminated '('"},
    {"f: fork arg0(1,2,3,4,5,6,7,8,9)", "1:30: error: more than 8 arguments of a call"},
    {"f: join arg0 on", "1:16: error: a condition (=N, !=N, <N, <=N, >N or >=N) expected, not the "
                        "end of the row"},
    {"f: join arg0 on =nil",
     "1:18: error: unknown constant 'nil'; known: null, false, true, relaxed, "
     "consume, acquire, release, acq_rel, seq_cst, EPERM, EINTR, EAGAIN, EBUSY, "
     "EDEADLK, ETIMEDOUT, EOWNERDEAD"},
    {"f: join arg0 on =1x2", "1:18: error: bad number '1x2'"},
    {"f: join arg0 on =0xg", "1:18: error: bad number '0xg'"},
    {"f: join arg0 on =0x", "1:18: error: bad number '0x'"},
    {"f: join arg0 on =-9223372036854775808", "1:18: error: bad number '-9223372036854775808'"},
    {"f: join arg0 on !0", "1:18: error: '=' expected, not '0'"},
    {"f: join arg0 on =0 expect =1", "1:20: error: a second outcome"},
    {"f: join arg0 on =0|=1|=2|=3", "1:26: error: more than 3 alternatives"},
    {"f: join arg0 if ret=0",
     "1:17: error: 'ret' is not an argument; conditions after 'if' are about arguments"},
    {"f: join arg0 if arg1=0 if arg2=0", "1:24: error: a second condition"},
    {"f: attribute *arg0 recursive is=1|2|3|4", "1:39: error: more than 3 alternatives"},
    {"f: pure pure", "1:9: error: unknown option of 'pure' 'pure'; known: if, on, expect"},
    {"f: pure *", "1:9: error: ';' or an operand expected, not '*'"},
    {"f: pure;;", "1:9: error: an effect expected, not ';'"},
    {"f:", "1:3: error: an effect expected, not the end of the row"},
    {"f: unknown pure", "1:12: error: the end of the row expected, not 'pure'"},
    {"f", "1:2: error: ',' or ':' after the name of a function expected, not the end of the row"},
    {"f g: pure", "1:3: error: ',' or ':' after the name of a function expected, not 'g'"},
    {"f,: pure", "1:3: error: the name of a function expected, not ':'"},
    {": pure", "1:1: error: the name of a function expected, not ':'"},
    {"override : pure", NULL},
    {"f{a,b: pure", "1:6: error: ',' or '}' expected, not ':'"},
    {"f{a,b", "1:2: error: unterminated '{'"},
    {"f{a,{b}}: pure", "1:5: error: ',' or '}' expected, not '{'"},
    {"{a,}: pure", "1:1: error: the name of a function expected; this family has an empty one"},
    {"{a}{b}{c}{d}{e}: pure", "1:13: error: more than 4 families in a name"},
    {"f{a,b}: read *arg0 $2", "1:20: error: unknown option of 'read' '$2'; known: if, on, expect"},
    {"f{1,x}: atomic-load *arg0 $1 relaxed",
     "1:27: error: a size (a number, argN, *argN, their product, string, wstring, object or type) "
     "expected, not '$'"},
    {" f: pure", "1:2: error: indented, but there is no row before it that it could continue"},
    {"f: pure\n\ng: pure\nf: pure", "4:1: error: 'f' has a row already, at my.models:1"},
    {"f, f: pure", "1:4: error: 'f' has a row already, at my.models:1"},
    {"f: read *arg0;\n   rite *arg1", "2:4: error: unknown effect 'rite'; did you mean 'write'?"},
    {"f: \x01\x7f", "1:4: error: an effect expected, not '\\x01'"},
    {"\x01: pure", "1:1: error: the name of a function expected, not '\\x01'"},
    {"f: read_but_much_longer_than_any_name_that_could_be_an_effect_here *arg0",
     "1:4: error: unknown effect 'read_but_much_longer_than_any_name_that_...'; known: acquire, "
     "release, convert, init, destroy, attribute, wait, signal, sem-wait, sem-post, barrier-wait, "
     "once, once-enter, once-leave, fork, join, detach, cancel, cancel-point, thread-exit, self, "
     "equal, team-index, team-size, league, ticket, chunk, group-start, group-end, task-depend, "
     "tied, single, iteration, key-create, key-set, key-get, call, callbacks, cleanup-push, "
     "cleanup-pop, setjmp, longjmp, exit, noreturn, process-fork, atomic-load, atomic-store, "
     "atomic-rmw, atomic-cas, fence, read, write, fill, store, copy, synchronised, allocate, "
     "reallocate, free, keep, declared, print, scan, return, assume, pure, chain, variable, "
     "signal-set, "
     "mask-signals, opaque, nothing, unknown"},
};

enum { N_BAD = sizeof bad / sizeof *bad };

START_TEST (mistakes_have_messages)
{
  struct text expected = {0};
  unsigned errors = add_rows (bad[_i].text);
  if (bad[_i].message)
    text_printf (&expected, "my.models:%s\n", bad[_i].message);
  ck_assert_str_eq (text_of (&model_messages), text_of (&expected));
  ck_assert_uint_eq (errors, bad[_i].message != NULL);
  text_free (&expected);
}
END_TEST

START_TEST (good_rows_beside_bad_ones_count)
{
  ck_assert_uint_eq (add_rows ("a: read *arg0; wait; forc; pure\n"
                               "b: pure\n"
                               "c{x: pure\n"
                               "d: nothing\n"),
                     3);
  ck_assert_str_eq (
      text_of (&model_messages),
      "my.models:1:20: error: bad operand ';'; known: argN, argsN, ret, static.NAME, thread.NAME, "
      "safe.NAME, local.NAME, function.NAME, each with * before it, or a number, or ?\n"
      "my.models:1:22: error: unknown effect 'forc'; did you mean 'fork'?\n"
      "my.models:3:4: error: ',' or '}' expected, not ':'\n");
  ck_assert_ptr_null (models_find (models, "a"));
  check_row ("b", "pure");
  check_row ("d", "nothing");
  ck_assert_uint_eq (models_count (models), 2);
}
END_TEST

START_TEST (a_bad_row_changes_nothing)
{
  add_rows_cleanly ("f, g: pure\n");
  models->sources = 1; /* the next is a file of the user */
  ck_assert_uint_eq (add_rows ("f: red *arg0\n"), 1);
  check_row ("f", "pure");
}
END_TEST

START_TEST (only_so_many_errors_are_shown)
{
  struct text text = {0};
  for (int i = 0; i < 1000; i++)
    text_printf (&text, "f%d: bogus\n", i);
  text_add (&text, "good: pure\n");
  ck_assert_uint_eq (add_rows (text.v), 1000);
  unsigned lines = 0;
  for (const char *p = model_messages.v; (p = strchr (p, '\n')); p++)
    lines++;
  ck_assert_uint_eq (lines, 21);
  ck_assert_ptr_nonnull (
      strstr (model_messages.v, "my.models: error: 980 more errors are not shown\n"));
  find_model ("good");
  text_free (&text);
}
END_TEST

START_TEST (sizes_of_input)
{
  add_rows_cleanly ("");
  add_rows_cleanly ("\n");
  add_rows_cleanly ("#");
  add_rows_cleanly ("   ");
  ck_assert_uint_eq (models_count (models), 0);

  ck_assert_uint_eq (add_rows_n ("a: pure\nb: \0 pure\n", 18), 1);
  ck_assert_str_eq (model_messages.v, "my.models:2:4: error: a zero byte; this is no text file\n");
  ck_assert_uint_eq (models_count (models), 0);

  /* a line of a megabyte: one name, many names, many effects, one word, blanks */
  enum { HUGE = 1 << 20 };
  char *line = malloc (HUGE + 1);
  memset (line, 'x', HUGE);
  line[HUGE] = 0;
  memcpy (line + HUGE - 6, ": pure", 6);
  add_rows_cleanly (line);
  ck_assert_uint_eq (models_count (models), 1);
  for (int i = 0; i < HUGE; i += 2)
    memcpy (line + i, "y,", 2);
  ck_assert_uint_eq (add_rows (line), 1);
  ck_assert_str_eq (model_messages.v, "my.models:1:8193: error: more than 4096 names in a row\n");
  for (int i = 8; i < HUGE; i += 8)
    memcpy (line + i, "  pure; ", 8);
  memcpy (line, "z:      ", 8);
  ck_assert_uint_eq (add_rows (line), 1);
  ck_assert_str_eq (model_messages.v, "my.models:1:523: error: more than 64 effects\n");
  memset (line, '{', HUGE);
  ck_assert_uint_eq (add_rows (line), 1);
  memset (line, '*', HUGE);
  memcpy (line, "z: read ", 8);
  ck_assert_uint_eq (add_rows (line), 1);
  ck_assert_str_eq (model_messages.v, "my.models:1:18: error: operand nested too deeply\n");
  memset (line, ' ', HUGE);
  memcpy (line, "z:", 2);
  memcpy (line + HUGE - 4, "pure", 4);
  add_rows_cleanly (line);
  check_row ("z", "pure");
  free (line);

  /* 65 to the power of 4 names */
  struct text many = {0};
  for (int group = 0; group < 4; group++)
    for (int i = 0; i < 64; i++)
      text_printf (&many, "%s%d%s", i ? "," : "{", i, i == 63 ? "}" : "");
  text_add (&many, ": pure");
  ck_assert_uint_eq (add_rows (many.v), 1);
  ck_assert_str_eq (model_messages.v, "my.models:1:1: error: more than 4096 names in a row\n");
  text_free (&many);
}
END_TEST

/* Garbage */

static uint64_t random_state;

static unsigned random_below (unsigned n)
{
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(random_state >> 33) % n;
}

/* A piece of the built-in text with some of it changed, removed, repeated, or put elsewhere. */
static void mutate (struct text *t)
{
  static const char interesting[] = "*(){}$,;:|=<>!+-?#.p \n\t\r\x80\xff@0a_";
  unsigned changes = 1 + random_below (8);
  while (changes-- && t->n) {
    size_t at = random_below (t->n), n = 1 + random_below (40);
    if (n > t->n - at)
      n = t->n - at;
    switch (random_below (5)) {
    case 0:
      t->v[at] = interesting[random_below (sizeof interesting - 1)];
      break;
    case 1:
      t->v[at] = 1 + random_below (255);
      break;
    case 2:
      memmove (t->v + at, t->v + at + n, t->n - at - n);
      t->n -= n;
      t->v[t->n] = 0;
      break;
    case 3: {
      char piece[40];
      size_t to = random_below (t->n - n + 1);
      memcpy (piece, t->v + at, n);
      memmove (t->v + to, piece, n);
      break;
    }
    default:
      for (size_t i = at; i < at + n; i++)
        t->v[i] = interesting[random_below (sizeof interesting - 1)];
    }
  }
}

START_TEST (garbage_is_only_reported)
{
  unsigned files = 0, rejected = 0, taken = 0;
  while (builtin_models[files].name)
    files++;
  random_state = 20240607 + _i;
  for (int round = 0; round < 500; round++) {
    const char *text = builtin_models[random_below (files)].text;
    size_t size = strlen (text), start = random_below (size), n = 1 + random_below (3000);
    struct text piece = {0};
    while (start && text[start - 1] != '\n')
      start--;
    text_add_n (&piece, text + start, n < size - start ? n : size - start);
    mutate (&piece);
    models = models_new_empty ();
    if (add_rows_n (text_of (&piece), piece.n))
      rejected++;
    else
      taken++;
    /* whatever was taken can be printed and read again */
    check_round_trip ();
    models_free (models);
    text_free (&piece);
  }
  models = NULL;
  ck_assert_uint_gt (rejected, 50);
  ck_assert_uint_gt (taken, 0);
}
END_TEST

START_TEST (noise_is_only_reported)
{
  char noise[4096];
  random_state = 7;
  for (int round = 0; round < 200; round++) {
    unsigned n = random_below (sizeof noise);
    for (unsigned i = 0; i < n; i++)
      noise[i] = random_below (256);
    add_rows_n (noise, n);
    for (unsigned i = 0; i < n; i++)
      noise[i] = 1 + random_below (127);
    add_rows_n (noise, n);
  }
}
END_TEST

Suite *models_wrong_suite (void)
{
  Suite *s = suite_create ("models_wrong");
  TCase *wrong = tcase_create ("wrong");
  tcase_add_checked_fixture (wrong, set_up_no_models, tear_down_models);
  tcase_set_timeout (wrong, 60);
  tcase_add_loop_test (wrong, mistakes_have_messages, 0, N_BAD);
  tcase_add_test (wrong, good_rows_beside_bad_ones_count);
  tcase_add_test (wrong, a_bad_row_changes_nothing);
  tcase_add_test (wrong, only_so_many_errors_are_shown);
  tcase_add_test (wrong, sizes_of_input);
  tcase_add_test (wrong, noise_is_only_reported);
  suite_add_tcase (s, wrong);

  TCase *fuzz = tcase_create ("fuzz");
  tcase_add_checked_fixture (fuzz, NULL, tear_down_models);
  tcase_set_timeout (fuzz, 120);
  tcase_add_loop_test (fuzz, garbage_is_only_reported, 0, 10);
  suite_add_tcase (s, fuzz);
  return s;
}
