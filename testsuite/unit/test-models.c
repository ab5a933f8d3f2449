/* Tests of analysis/models/models*.c: the syntax, and what outcomes mean.
 */

#include "models-make.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *models_suite (void);

/* Syntax */

/* A row of each effect, in the form of the dump, so that text and dump must agree. */
static const char *const effect_rows[] = {
    "acquire *arg0 mutex",
    "acquire *arg0 rwlock shared expect =0|=130",
    "acquire *arg0 spin on !=0",
    "acquire *(arg0+8) generic on <-4095|>=0",
    "acquire *static.big critical",
    "release *arg0 rwlock",
    "release *arg0 rwlock shared",
    "release *arg0 rwlock exclusive",
    "convert *arg0 rwlock shared",
    "init *arg0 mutex attr=*arg1",
    "init *arg0 sem value=arg2",
    "init *arg0 barrier attr=*arg1 value=4",
    "destroy *arg0 cond",
    "attribute *arg0 default",
    "attribute *arg0 recursive value=arg1 is=1|3",
    "wait *arg0 *arg1 mutex",
    "signal *arg0",
    "signal *arg0 all",
    "sem-wait *arg0 on =0",
    "sem-post *arg0",
    "sem-post *arg0 all",
    "barrier-wait *arg0",
    "barrier-wait *static.team team",
    "once *arg0 arg1()",
    "once *arg0 arg1(arg2) result=ret",
    "once-enter *arg0 on !=0",
    "once-leave *arg0",
    "fork arg2(arg3) handle=*arg0 attr=*arg1 expect =0",
    "fork *(arg1+8+1p)(*arg1, 0, ?) many detached",
    "fork arg0(arg1) many joined",
    "join arg0 result=*arg1 expect =0",
    "join *thread.tasks all",
    "detach arg0",
    "cancel arg0",
    "cancel-point",
    "thread-exit",
    "thread-exit arg0",
    "self ret",
    "equal arg0 arg1",
    "team-index ret",
    "team-size ret",
    "league",
    "league ret",
    "ticket ret on !=0",
    "chunk *arg4 *arg5 on !=0",
    "group-start if arg5!&2048",
    "group-end",
    "task-depend *arg7",
    "tied if arg6&1",
    "single on =0",
    "iteration post",
    "iteration wait",
    "key-create *arg0 destructor=arg1",
    "key-create *arg0",
    "key-set arg0 arg1",
    "key-get arg0 ret",
    "call arg3(arg0+?, arg0+?)",
    "call arg0() at-exit one",
    "call *arg1(arg0, ?, ?) in-signal",
    "call arg0(-1) result=*arg2 later",
    "call arg0() at-thread-exit",
    "call arg0() at-fork",
    "call arg0() in-child",
    "callbacks",
    "cleanup-push *arg0",
    "cleanup-push *arg0 run=arg1(arg2)",
    "cleanup-pop *arg0",
    "cleanup-pop *arg0 execute=arg1",
    "setjmp *arg0",
    "setjmp *arg0 cleanup",
    "longjmp *arg0",
    "longjmp *arg0 arg1",
    "exit",
    "exit quick if arg0!=0",
    "noreturn",
    "assume arg0",
    "process-fork",
    "process-fork shared",
    "atomic-load *arg0 4 arg1",
    "atomic-load *arg1 arg0 arg3 to=*arg2",
    "atomic-store *arg0 type arg1 release",
    "atomic-rmw *arg0 8 add arg1 seq_cst",
    "atomic-rmw *arg0 2 nand arg1 relaxed new",
    "atomic-rmw *arg0 4 sub 1 seq_cst zero",
    "atomic-rmw *arg1 arg0 exchange *arg2 arg4 to=*arg3",
    "atomic-cas *arg0 16 *arg1 arg2 arg4 arg5",
    "atomic-cas *arg0 4 arg1 arg2 seq_cst acquire old",
    "fence arg0",
    "fence acq_rel",
    "read *arg0",
    "read *arg0 string",
    "read **(*(arg1+2p)+?) object",
    "read *arg0 <=arg1*arg2*4",
    "read *args2 wstring",
    "write *arg0 <=*arg1",
    "write *static.buffer object if arg3=0",
    "write *(arg0-16) 32",
    "write *arg0 arg1*2p",
    "fill *arg0 arg1 arg2",
    "store *arg1 arg0+?",
    "store *arg0 0",
    "copy *arg0 *arg1 arg2",
    "copy *(arg0+?) *arg1 string",
    "synchronised *arg0",
    "allocate ret arg0*arg1 zeroed nonnull",
    "allocate *arg0 arg2 on =0",
    "allocate local.x; store *local.x arg0; return local.x+8",
    "reallocate ret arg0 arg1",
    "reallocate *arg0 *arg0 nonnull",
    "free arg0",
    "free arg0 arg1",
    "keep arg0",
    "chain arg1 arg2",
    "variable safe.names",
    "signal-set *arg0 all",
    "signal-set *arg0 add signal=arg1",
    "mask-signals *arg1 how=arg0 old=*arg2",
    "mask-signals *arg3 how=3",
    "mask-signals *arg3",
    "opaque arg0 safe.table",
    "allocate ret; opaque ret safe.table open",
    "read *arg3 if arg3",
    "declared",
    "print args1",
    "scan arg2",
    "return arg0",
    "return *arg0+8",
    "return thread.errno",
    "return safe.table; return ?",
    "pure",
    "nothing",
};

enum { N_EFFECT_ROWS = sizeof effect_rows / sizeof *effect_rows };

START_TEST (each_effect_reads_and_prints)
{
  char name[16], text[128];
  bool known[EFFECT_KINDS] = {0};
  for (unsigned i = 0; i < N_EFFECT_ROWS; i++) {
    snprintf (name, sizeof name, "f%u", i);
    snprintf (text, sizeof text, "%s: %s\n", name, effect_rows[i]);
    add_rows_cleanly (text);
    check_row (name, effect_rows[i]);
    for (unsigned kind = 0; kind < EFFECT_KINDS; kind++)
      known[kind] |= model_has (find_model (name), kind);
  }
  for (unsigned kind = 0; kind < EFFECT_KINDS; kind++)
    ck_assert_msg (known[kind], "no row of '%s'", model_effects[kind].name);
  check_round_trip ();
}
END_TEST

START_TEST (operands_are_where_the_table_says)
{
  add_rows_cleanly ("f: fork *(arg1+8)(arg3, -7) handle=ret attr=*arg2 many detached if arg4>=2 on "
                    "!=null");
  const struct model *m = find_model ("f");
  ck_assert_uint_eq (m->n_effects, 1);
  ck_assert_uint_eq (m->kinds[0], (uint64_t)1 << EFFECT_FORK);
  ck_assert_uint_eq (m->min_args, 5);
  const struct model_effect *e = m->effects;
  ck_assert_uint_eq (e->n_operands, FORK_OPERANDS);
  const struct model_operand *call = &e->op[FORK_CALL];
  ck_assert_uint_eq (call->kind, MODEL_CALL);
  ck_assert_uint_eq (call->u.call->callee.base, MODEL_ARG);
  ck_assert_uint_eq (call->u.call->callee.number, 1);
  ck_assert_uint_eq (call->u.call->callee.derefs, 1);
  ck_assert_int_eq (call->u.call->callee.offsets[0].bytes, 8);
  ck_assert_int_eq (call->u.call->callee.offsets[1].bytes, 0);
  ck_assert_uint_eq (call->u.call->n_args, 2);
  ck_assert_uint_eq (call->u.call->args[0].kind, MODEL_PLACE);
  ck_assert_uint_eq (call->u.call->args[0].u.place.number, 3);
  ck_assert_uint_eq (call->u.call->args[1].kind, MODEL_NUMBER);
  ck_assert_int_eq (call->u.call->args[1].u.number, -7);
  ck_assert_uint_eq (e->op[FORK_HANDLE].u.place.base, MODEL_RET);
  ck_assert_uint_eq (e->op[FORK_ATTR].u.place.number, 2);
  ck_assert_uint_eq (e->op[FORK_NUMBER].u.keyword, NUMBER_MANY);
  ck_assert_uint_eq (e->op[FORK_FATE].u.keyword, FATE_DETACHED);
  ck_assert_uint_eq (e->guard->arg, 4);
  ck_assert_uint_eq (e->guard->condition.relation, RELATION_GE);
  ck_assert_int_eq (e->guard->condition.value, 2);
  ck_assert (!e->outcome->expected && e->outcome->n == 1);
  ck_assert_uint_eq (e->outcome->alternatives[0].relation, RELATION_NE);
  ck_assert_int_eq (e->outcome->alternatives[0].value, 0);

  /* what is not given is there with its default, or is nothing */
  add_rows_cleanly (
      "g: fork arg0(); acquire *arg1 mutex; release *arg1 mutex; read *arg1; free arg1");
  e = effect_of ("g", EFFECT_FORK);
  ck_assert_uint_eq (e->op[FORK_HANDLE].kind, MODEL_NONE);
  ck_assert_uint_eq (e->op[FORK_NUMBER].kind, MODEL_KEYWORD);
  ck_assert_uint_eq (e->op[FORK_NUMBER].u.keyword, NUMBER_ONE);
  ck_assert_uint_eq (e->op[FORK_FATE].u.keyword, FATE_JOINABLE);
  ck_assert (!e->guard && !e->outcome);
  ck_assert_uint_eq (effect_of ("g", EFFECT_ACQUIRE)->op[ACQUIRE_MODE].u.keyword, MODE_EXCLUSIVE);
  ck_assert_uint_eq (effect_of ("g", EFFECT_RELEASE)->op[RELEASE_MODE].u.keyword, MODE_ANY);
  ck_assert_uint_eq (effect_of ("g", EFFECT_READ)->op[READ_SIZE].u.size->kind, SIZE_TYPE);
  ck_assert_uint_eq (effect_of ("g", EFFECT_FREE)->op[FREE_SIZE].u.size->kind, SIZE_OBJECT);
}
END_TEST

START_TEST (places_and_sizes)
{
  add_rows_cleanly (
      "f: read **(*(arg1+2p)+?) <=4*arg2**arg3*2; return *arg0-8; store *arg7 static.a_b");
  const struct model *m = find_model ("f");
  const struct model_place *p = &m->effects[0].op[READ_MEMORY].u.place;
  ck_assert_uint_eq (p->derefs, 3);
  ck_assert_int_eq (p->offsets[0].pointers, 2);
  ck_assert (!p->offsets[0].unknown && p->offsets[1].unknown && !p->offsets[2].unknown);
  const struct model_size *size = m->effects[0].op[READ_SIZE].u.size;
  ck_assert (size->kind == SIZE_PRODUCT && size->at_most && !size->pointers);
  ck_assert_int_eq (size->bytes, 8);
  ck_assert_uint_eq (size->factors, 2);
  ck_assert (size->factor[0].number == 2 && size->factor[0].derefs == 0);
  ck_assert (size->factor[1].number == 3 && size->factor[1].derefs == 1);
  /* as in C: the pointer found there, minus 8 */
  p = &m->effects[1].op[RETURN_VALUE].u.place;
  ck_assert_uint_eq (p->derefs, 1);
  ck_assert_int_eq (p->offsets[0].bytes, 0);
  ck_assert_int_eq (p->offsets[1].bytes, -8);
  p = &m->effects[2].op[STORE_VALUE].u.place;
  ck_assert_uint_eq (p->base, MODEL_STATIC);
  ck_assert_str_eq (p->name, "a_b");
  ck_assert_uint_eq (m->min_args, 8);
  add_rows_cleanly ("h: pure on =0x1f|=-0x7fffffffffffffff|=9223372036854775807");
  check_row ("h", "pure on =31|=-9223372036854775807|=9223372036854775807");
  /* those of `...' may be missing */
  add_rows_cleanly ("g: print args3");
  ck_assert_uint_eq (find_model ("g")->min_args, 3);
}
END_TEST

START_TEST (layout_is_free)
{
  add_rows_cleanly ("\xef\xbb\xbf# comment: not a row\r\n"
                    "\r\n"
                    "f :  # after the name\r\n"
                    "\tread *arg0 string ;\r\n"
                    "# in the first column, and the row goes on\r\n"
                    "\r\n"
                    "  write *arg1 <=arg2;  # the last may have a ; too\r\n"
                    "g,h: nothing\n"
                    "   \n"
                    "override: pure\n"
                    "override i, j: call arg0(\n"
                    "    arg1,\n"
                    "    arg2)");
  ck_assert_uint_eq (models_count (models), 6);
  check_row ("f", "read *arg0 string; write *arg1 <=arg2");
  check_row ("g", "nothing");
  check_row ("h", "nothing");
  check_row ("override", "pure");
  text_clear (&model_dumped);
  model_dump (find_model ("j"), &model_dumped);
  ck_assert_str_eq (model_dumped.v, "override j: call arg0(arg1, arg2)\n");
  ck_assert (find_model ("i")->overrides && !find_model ("override")->overrides &&
             !find_model ("f")->overrides);
  ck_assert_uint_eq (find_model ("f")->line, 3);
  ck_assert_uint_eq (find_model ("g")->line, 8);
  ck_assert_str_eq (find_model ("f")->file, "my.models");
  check_round_trip ();
}
END_TEST

START_TEST (around_bodies)
{
  add_rows_cleanly (".enter.at_once_: acquire *static.all critical\n"
                    ".leave.at_once_: release *static.all critical\n"
                    ".enter.log: nothing\n");
  ck_assert_str_eq (models_enclosing (models, MODEL_ENTER, "at_once_add"), ".enter.at_once_");
  ck_assert_str_eq (models_enclosing (models, MODEL_LEAVE, "at_once_"), ".leave.at_once_");
  ck_assert_str_eq (models_enclosing (models, MODEL_ENTER, "log_it"), ".enter.log");
  ck_assert_ptr_null (models_enclosing (models, MODEL_LEAVE, "log_it"));
  ck_assert_ptr_null (models_enclosing (models, MODEL_ENTER, "at_once"));
  ck_assert_ptr_null (models_enclosing (models, MODEL_ENTER, "not_at_once_add"));
  models_remove (models, ".enter.log");
  ck_assert_ptr_null (models_enclosing (models, MODEL_ENTER, "log_it"));
}
END_TEST

START_TEST (families)
{
  add_rows_cleanly ("{,__}a{x,\n y}{,_chk}, b{1,2}c: pure\n"
                    "fetch_{add,sub}_{4,8}: atomic-rmw *arg0 $2 $1 arg1 seq_cst\n"
                    "{read,write}_it: $1 *arg0 string\n"
                    "exit_{0,42}: thread-exit $1\n"
                    ".{ADD,SUB}_OVERFLOW, f@V1, g.part.0, h$y: nothing\n");
  static const char *const names[] = {
      "ax",       "ay",  "ax_chk", "ay_chk",        "__ax", "__ay",     "__ax_chk",
      "__ay_chk", "b1c", "b2c",    ".SUB_OVERFLOW", "f@V1", "g.part.0", "h$y"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    find_model (names[i]);
  ck_assert_uint_eq (models_count (models), 10 + 4 + 2 + 2 + 5);
  /* one list of effects for all */
  ck_assert_ptr_eq (find_model ("ax")->effects, find_model ("__ay_chk")->effects);
  check_row ("fetch_add_4", "atomic-rmw *arg0 4 add arg1 seq_cst");
  check_row ("fetch_add_8", "atomic-rmw *arg0 8 add arg1 seq_cst");
  check_row ("fetch_sub_4", "atomic-rmw *arg0 4 sub arg1 seq_cst");
  check_row ("fetch_sub_8", "atomic-rmw *arg0 8 sub arg1 seq_cst");
  check_row ("read_it", "read *arg0 string");
  check_row ("write_it", "write *arg0 string");
  check_row ("exit_42", "thread-exit 42");
  check_round_trip ();
}
END_TEST

/* Files */

START_TEST (files_are_read)
{
  char path[] = "/tmp/test-models-XXXXXX";
  int fd = mkstemp (path);
  static const char text[] = "f: pure\ng: bogus\n";
  ck_assert (fd >= 0 && write (fd, text, strlen (text)) == (ssize_t)strlen (text) && !close (fd));
  ck_assert_uint_eq (models_add_file (models, path, collect_message, &model_messages), 1);
  ck_assert_ptr_eq (strstr (model_messages.v, path), model_messages.v);
  ck_assert_ptr_nonnull (strstr (model_messages.v, ":2:4: error: unknown effect 'bogus'"));
  ck_assert_str_eq (find_model ("f")->file, path);
  ck_assert (unlink (path) == 0);

  text_clear (&model_messages);
  ck_assert_uint_eq (models_add_file (models, "/nonexistent/x", collect_message, &model_messages),
                     1);
  ck_assert_str_eq (model_messages.v,
                    "/nonexistent/x: error: cannot read models: No such file or directory\n");
  text_clear (&model_messages);
  ck_assert_uint_eq (models_add_file (models, "/tmp", collect_message, &model_messages), 1);
  ck_assert_str_eq (model_messages.v, "/tmp: error: cannot read models: Is a directory\n");
  ck_assert_uint_eq (models_add_file (models, "/nonexistent/x", NULL, NULL), 1);
}
END_TEST
/* Outcomes */

static enum model_answer given (const char *outcome, struct result_range r)
{
  char text[64];
  static int n;
  snprintf (text, sizeof text, "outcome%d: pure on %s\n", n, outcome);
  add_rows_cleanly (text);
  snprintf (text, sizeof text, "outcome%d", n++);
  return model_outcome_given (effect_of (text, EFFECT_PURE)->outcome, r);
}

START_TEST (outcomes_of_tested_results)
{
  struct result_range zero = result_range_of (RELATION_EQ, 0);
  struct result_range nonzero = result_range_of (RELATION_NE, 0);
  struct result_range negative = result_range_of (RELATION_LT, 0);
  struct result_range positive = result_range_of (RELATION_GT, 0);
  struct result_range one_or_two = {1, 2, false, 0};
  struct result_range nothing = {5, 5, true, 5};

  ck_assert_int_eq (given ("=0", zero), ANSWER_YES);
  ck_assert_int_eq (given ("=0", nonzero), ANSWER_NO);
  ck_assert_int_eq (given ("=0", result_unknown), ANSWER_MAYBE);
  ck_assert_int_eq (given ("=0", negative), ANSWER_NO);
  ck_assert_int_eq (given ("=0", result_range_of (RELATION_LE, 0)), ANSWER_MAYBE);
  ck_assert_int_eq (given ("!=0", zero), ANSWER_NO);
  ck_assert_int_eq (given ("!=0", nonzero), ANSWER_YES);
  ck_assert_int_eq (given ("!=0", positive), ANSWER_YES);
  ck_assert_int_eq (given ("!=0", result_unknown), ANSWER_MAYBE);
  ck_assert_int_eq (given ("=1", nonzero), ANSWER_MAYBE);
  ck_assert_int_eq (given ("=0|=EOWNERDEAD", nonzero), ANSWER_MAYBE);
  ck_assert_int_eq (given ("=0|=EOWNERDEAD", zero), ANSWER_YES);
  ck_assert_int_eq (given ("=0|=EOWNERDEAD", result_range_of (RELATION_EQ, 130)), ANSWER_YES);
  ck_assert_int_eq (given ("=0|=EOWNERDEAD", negative), ANSWER_NO);
  ck_assert_int_eq (given ("=0 else EBUSY", zero), ANSWER_YES);
  ck_assert_int_eq (given ("=0 else EBUSY", nonzero), ANSWER_NO);
  ck_assert_int_eq (given ("=0 else EBUSY", result_range_of (RELATION_EQ, 16)), ANSWER_NO);
  ck_assert_int_eq (given ("=0 else EBUSY", result_range_of (RELATION_NE, 16)), ANSWER_YES);
  ck_assert_int_eq (given ("=0 else EBUSY", result_range_of (RELATION_NE, 22)), ANSWER_MAYBE);
  ck_assert_int_eq (given ("=0 else EBUSY", result_range_of (RELATION_LT, 16)), ANSWER_YES);
  ck_assert_int_eq (given ("=0 else EBUSY", result_unknown), ANSWER_MAYBE);
  ck_assert_int_eq (given ("<0|>0", nonzero), ANSWER_YES);
  ck_assert_int_eq (given ("=2|=1", one_or_two), ANSWER_YES);
  ck_assert_int_eq (given ("=2|=3", one_or_two), ANSWER_MAYBE);
  ck_assert_int_eq (given (">=0", positive), ANSWER_YES);
  ck_assert_int_eq (given (">=0", negative), ANSWER_NO);
  ck_assert_int_eq (given ("<=2", one_or_two), ANSWER_YES);
  ck_assert_int_eq (given ("<2", one_or_two), ANSWER_MAYBE);
  ck_assert_int_eq (given (">0", nonzero), ANSWER_MAYBE);
  ck_assert_int_eq (given ("<=9223372036854775807", result_unknown), ANSWER_YES);
  ck_assert_int_eq (given ("!=9223372036854775807", result_unknown), ANSWER_MAYBE);
  ck_assert_int_eq (given (">9223372036854775807", result_unknown), ANSWER_NO);
  ck_assert_int_eq (given ("=0", nothing), ANSWER_YES); /* of what cannot be, anything is true */
  ck_assert_int_eq (model_outcome_given (NULL, nonzero), ANSWER_YES);
}
END_TEST

Suite *models_suite (void)
{
  Suite *s = suite_create ("models");
  TCase *syntax = tcase_create ("syntax");
  tcase_add_checked_fixture (syntax, set_up_no_models, tear_down_models);
  tcase_set_timeout (syntax, 60);
  tcase_add_test (syntax, each_effect_reads_and_prints);
  tcase_add_test (syntax, operands_are_where_the_table_says);
  tcase_add_test (syntax, places_and_sizes);
  tcase_add_test (syntax, layout_is_free);
  tcase_add_test (syntax, around_bodies);
  tcase_add_test (syntax, families);
  tcase_add_test (syntax, files_are_read);
  tcase_add_test (syntax, outcomes_of_tested_results);
  suite_add_tcase (s, syntax);
  return s;
}
