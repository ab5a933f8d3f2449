/* Tests of analysis/models*.c: the syntax with its model_messages, garbage, and what outcomes mean.
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
    "ticket ret on !=0",
    "chunk *arg4 *arg5 on !=0",
    "group-start if arg5<2048",
    "group-end",
    "task-depend *arg7",
    "single on =0",
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
    "process-fork",
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
  uint64_t kinds = 0;
  for (unsigned i = 0; i < N_EFFECT_ROWS; i++) {
    snprintf (name, sizeof name, "f%u", i);
    snprintf (text, sizeof text, "%s: %s\n", name, effect_rows[i]);
    add_rows_cleanly (text);
    check_row (name, effect_rows[i]);
    kinds |= find_model (name)->kinds;
  }
  for (unsigned kind = 0; kind < EFFECT_KINDS; kind++)
    ck_assert_msg (kinds >> kind & 1, "no row of '%s'", model_effects[kind].name);
  check_round_trip ();
}
END_TEST

START_TEST (operands_are_where_the_table_says)
{
  add_rows_cleanly ("f: fork *(arg1+8)(arg3, -7) handle=ret attr=*arg2 many detached if arg4>=2 on "
                    "!=null");
  const struct model *m = find_model ("f");
  ck_assert_uint_eq (m->n_effects, 1);
  ck_assert_uint_eq (m->kinds, (uint64_t)1 << EFFECT_FORK);
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
     "safe.NAME, local.NAME, each with * before it, or a number, or ?"},
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
     "1:16: error: an offset (a number, a number of pointers as in 2p, or ?) expected, not 'x'"},
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
     "attr, one, many, all, joinable, detached, joined, task, if, on, expect"},
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
     "equal, team-index, team-size, ticket, chunk, group-start, group-end, task-depend, single, key-create, "
     "key-set, key-get, call, cleanup-push, "
     "cleanup-pop, setjmp, longjmp, exit, noreturn, process-fork, atomic-load, atomic-store, "
     "atomic-rmw, atomic-cas, fence, read, write, fill, store, copy, synchronised, allocate, "
     "reallocate, free, keep, chain, declared, print, scan, return, pure, nothing, unknown"},
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
      "safe.NAME, local.NAME, each with * before it, or a number, or ?\n"
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
  tcase_add_test (syntax, families);
  tcase_add_loop_test (syntax, mistakes_have_messages, 0, N_BAD);
  tcase_add_test (syntax, good_rows_beside_bad_ones_count);
  tcase_add_test (syntax, a_bad_row_changes_nothing);
  tcase_add_test (syntax, only_so_many_errors_are_shown);
  tcase_add_test (syntax, sizes_of_input);
  tcase_add_test (syntax, files_are_read);
  tcase_add_test (syntax, outcomes_of_tested_results);
  tcase_add_test (syntax, noise_is_only_reported);
  suite_add_tcase (s, syntax);

  TCase *fuzz = tcase_create ("fuzz");
  tcase_add_checked_fixture (fuzz, NULL, tear_down_models);
  tcase_set_timeout (fuzz, 120);
  tcase_add_loop_test (fuzz, garbage_is_only_reported, 0, 10);
  suite_add_tcase (s, fuzz);
  return s;
}
