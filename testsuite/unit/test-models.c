/* Tests of analysis/models*.c and of the tables in analysis/models/: the syntax with its messages,
   the table and its dump, and spot checks of what the built-in rows say.

   Rows are compared by their dump, which the round-trip tests tie to the structures. */

#include "models.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *models_suite (void);

static struct models *models;
static struct text messages; /* of the last call, one per line */
static struct text dumped;   /* by the last dump */

static void set_up_empty (void)
{
  models = models_new_empty ();
}

static void set_up (void)
{
  models = models_new ();
}

static void tear_down (void)
{
  models_free (models);
  text_free (&messages);
  text_free (&dumped);
}

static void collect (void *context, const char *message)
{
  ck_assert_ptr_eq (context, &messages);
  ck_assert (strchr (message, '\n') == NULL);
  text_printf (&messages, "%s\n", message);
}

static unsigned add_n (const char *text, size_t size)
{
  /* in a block of exactly its size, so that AddressSanitizer sees every byte read beyond it */
  char *exact = malloc (size ? size : 1);
  memcpy (exact, text, size);
  text_clear (&messages);
  unsigned errors = models_add_text (models, "my.models", exact, size, collect, &messages);
  free (exact);
  return errors;
}

static unsigned add (const char *text)
{
  return add_n (text, strlen (text));
}

static void add_cleanly (const char *text)
{
  unsigned errors = add (text);
  ck_assert_msg (errors == 0 && messages.n == 0, "%s: %s", text, text_of (&messages));
}

static const struct model *find (const char *name)
{
  const struct model *m = models_find (models, name);
  ck_assert_msg (m != NULL, "no model of %s; %s", name, text_of (&messages));
  ck_assert_str_eq (m->name, name);
  return m;
}

/* The row of NAME is "NAME: BODY". */
static void check_row (const char *name, const char *body)
{
  struct text expected = {0};
  text_printf (&expected, "%s: %s\n", name, body);
  text_clear (&dumped);
  model_dump (find (name), &dumped);
  ck_assert_str_eq (text_of (&dumped), expected.v);
  text_free (&expected);
}

static const struct model_effect *effect (const char *name, enum effect_kind kind)
{
  const struct model *m = find (name);
  for (uint32_t i = 0; i < m->n_effects; i++)
    if (m->effects[i].kind == kind) {
      ck_assert (model_has (m, kind));
      return &m->effects[i];
    }
  ck_abort_msg ("%s has no effect %s", name, model_effects[kind].name);
}

static bool lacks (const char *name, enum effect_kind kind)
{
  return !model_has (find (name), kind);
}

/* Are two tables the same?  By structure, not by dump. */

static bool same_string (const char *a, const char *b)
{
  return a == b || (a && b && strcmp (a, b) == 0);
}

static bool same_place (const struct model_place *a, const struct model_place *b)
{
  static const struct model_offset none[MODEL_DEREFS + 1];
  if (a->base != b->base || a->derefs != b->derefs || a->number != b->number ||
      !same_string (a->name, b->name))
    return false;
  const struct model_offset *x = a->offsets ? a->offsets : none;
  const struct model_offset *y = b->offsets ? b->offsets : none;
  for (unsigned i = 0; i <= a->derefs; i++)
    if (x[i].bytes != y[i].bytes || x[i].pointers != y[i].pointers || x[i].unknown != y[i].unknown)
      return false;
  return true;
}

static bool same_size (const struct model_size *a, const struct model_size *b)
{
  if (a->kind != b->kind || a->at_most != b->at_most || a->pointers != b->pointers ||
      a->bytes != b->bytes || a->factors != b->factors)
    return false;
  for (unsigned i = 0; i < a->factors; i++)
    if (!same_place (&a->factor[i], &b->factor[i]))
      return false;
  return true;
}

static bool same_operand (const struct model_operand *a, const struct model_operand *b)
{
  if (a->kind != b->kind)
    return false;
  switch ((enum model_operand_kind)a->kind) {
  case MODEL_NONE:
  case MODEL_UNKNOWN:
    return true;
  case MODEL_PLACE:
    return same_place (&a->u.place, &b->u.place);
  case MODEL_NUMBER:
    return a->u.number == b->u.number;
  case MODEL_KEYWORD:
    return a->u.keyword == b->u.keyword;
  case MODEL_SIZE:
    return same_size (a->u.size, b->u.size);
  case MODEL_CONSTANTS:
    return a->u.constants->n == b->u.constants->n &&
           memcmp (a->u.constants->v, b->u.constants->v,
                   a->u.constants->n * sizeof *a->u.constants->v) == 0;
  case MODEL_CALL:
    if (!same_place (&a->u.call->callee, &b->u.call->callee) ||
        a->u.call->n_args != b->u.call->n_args)
      return false;
    for (uint32_t i = 0; i < a->u.call->n_args; i++)
      if (!same_operand (&a->u.call->args[i], &b->u.call->args[i]))
        return false;
    return true;
  }
  return false;
}

static bool same_condition (const struct model_condition *a, const struct model_condition *b)
{
  return a->relation == b->relation && a->value == b->value;
}

static bool same_outcome (const struct model_outcome *a, const struct model_outcome *b)
{
  if (!a || !b)
    return a == b;
  if (a->expected != b->expected || a->n != b->n)
    return false;
  for (unsigned i = 0; i < a->n; i++)
    if (!same_condition (&a->alternatives[i], &b->alternatives[i]))
      return false;
  return true;
}

static bool same_guard (const struct model_guard *a, const struct model_guard *b)
{
  if (!a || !b)
    return a == b;
  return a->arg == b->arg && same_condition (&a->condition, &b->condition);
}

static bool same_model (const struct model *a, const struct model *b)
{
  if (strcmp (a->name, b->name) != 0 || a->overrides != b->overrides ||
      a->min_args != b->min_args || a->kinds != b->kinds || a->n_effects != b->n_effects)
    return false;
  for (uint32_t i = 0; i < a->n_effects; i++) {
    const struct model_effect *x = &a->effects[i], *y = &b->effects[i];
    if (x->kind != y->kind || x->n_operands != y->n_operands ||
        !same_outcome (x->outcome, y->outcome) || !same_guard (x->guard, y->guard))
      return false;
    for (unsigned j = 0; j < x->n_operands; j++)
      if (!same_operand (&x->op[j], &y->op[j]))
        return false;
  }
  return true;
}

/* The table's dump reads back to the same table, and that one's dump is the same text. */
static void check_round_trip (void)
{
  struct models *again = models_new_empty ();
  text_clear (&messages);
  text_clear (&dumped);
  models_dump (models, &dumped);
  models_add_text (again, "dump", text_of (&dumped), dumped.n, collect, &messages);
  ck_assert_str_eq (text_of (&messages), "");
  ck_assert_uint_eq (models_count (again), models_count (models));
  const struct model **a = models_sorted (models), **b = models_sorted (again);
  for (size_t i = 0; a[i]; i++)
    ck_assert_msg (same_model (a[i], b[i]), "%s reads back differently", a[i]->name);
  struct text second = {0};
  models_dump (again, &second);
  ck_assert_str_eq (text_of (&second), text_of (&dumped));
  text_free (&second);
  free (a);
  free (b);
  models_free (again);
}

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
    "ticket ret on !=0",
    "chunk *arg4 *arg5 on !=0",
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
    add_cleanly (text);
    check_row (name, effect_rows[i]);
    kinds |= find (name)->kinds;
  }
  for (unsigned kind = 0; kind < EFFECT_KINDS; kind++)
    ck_assert_msg (kinds >> kind & 1, "no row of '%s'", model_effects[kind].name);
  check_round_trip ();
}
END_TEST

START_TEST (operands_are_where_the_table_says)
{
  add_cleanly ("f: fork *(arg1+8)(arg3, -7) handle=ret attr=*arg2 many detached if arg4>=2 on "
               "!=null");
  const struct model *m = find ("f");
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
  add_cleanly ("g: fork arg0(); acquire *arg1 mutex; release *arg1 mutex; read *arg1; free arg1");
  e = effect ("g", EFFECT_FORK);
  ck_assert_uint_eq (e->op[FORK_HANDLE].kind, MODEL_NONE);
  ck_assert_uint_eq (e->op[FORK_NUMBER].kind, MODEL_KEYWORD);
  ck_assert_uint_eq (e->op[FORK_NUMBER].u.keyword, NUMBER_ONE);
  ck_assert_uint_eq (e->op[FORK_FATE].u.keyword, FATE_JOINABLE);
  ck_assert (!e->guard && !e->outcome);
  ck_assert_uint_eq (effect ("g", EFFECT_ACQUIRE)->op[ACQUIRE_MODE].u.keyword, MODE_EXCLUSIVE);
  ck_assert_uint_eq (effect ("g", EFFECT_RELEASE)->op[RELEASE_MODE].u.keyword, MODE_ANY);
  ck_assert_uint_eq (effect ("g", EFFECT_READ)->op[READ_SIZE].u.size->kind, SIZE_TYPE);
  ck_assert_uint_eq (effect ("g", EFFECT_FREE)->op[FREE_SIZE].u.size->kind, SIZE_OBJECT);
}
END_TEST

START_TEST (places_and_sizes)
{
  add_cleanly ("f: read **(*(arg1+2p)+?) <=4*arg2**arg3*2; return *arg0-8; store *arg7 static.a_b");
  const struct model *m = find ("f");
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
  add_cleanly ("h: pure on =0x1f|=-0x7fffffffffffffff|=9223372036854775807");
  check_row ("h", "pure on =31|=-9223372036854775807|=9223372036854775807");
  /* those of `...' may be missing */
  add_cleanly ("g: print args3");
  ck_assert_uint_eq (find ("g")->min_args, 3);
}
END_TEST

START_TEST (layout_is_free)
{
  add_cleanly ("\xef\xbb\xbf# comment: not a row\r\n"
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
  text_clear (&dumped);
  model_dump (find ("j"), &dumped);
  ck_assert_str_eq (dumped.v, "override j: call arg0(arg1, arg2)\n");
  ck_assert (find ("i")->overrides && !find ("override")->overrides && !find ("f")->overrides);
  ck_assert_uint_eq (find ("f")->line, 3);
  ck_assert_uint_eq (find ("g")->line, 8);
  ck_assert_str_eq (find ("f")->file, "my.models");
  check_round_trip ();
}
END_TEST

START_TEST (families)
{
  add_cleanly ("{,__}a{x,\n y}{,_chk}, b{1,2}c: pure\n"
               "fetch_{add,sub}_{4,8}: atomic-rmw *arg0 $2 $1 arg1 seq_cst\n"
               "{read,write}_it: $1 *arg0 string\n"
               "exit_{0,42}: thread-exit $1\n"
               ".{ADD,SUB}_OVERFLOW, f@V1, g.part.0, h$y: nothing\n");
  static const char *const names[] = {
      "ax",       "ay",  "ax_chk", "ay_chk",        "__ax", "__ay",     "__ax_chk",
      "__ay_chk", "b1c", "b2c",    ".SUB_OVERFLOW", "f@V1", "g.part.0", "h$y"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    find (names[i]);
  ck_assert_uint_eq (models_count (models), 10 + 4 + 2 + 2 + 5);
  /* one list of effects for all */
  ck_assert_ptr_eq (find ("ax")->effects, find ("__ay_chk")->effects);
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
    {"f: fork arg0() nonsense", "1:16: error: unknown option of 'fork' 'nonsense'; known: handle, "
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
     "equal, team-index, ticket, chunk, single, key-create, key-set, key-get, call, cleanup-push, "
     "cleanup-pop, setjmp, longjmp, exit, noreturn, process-fork, atomic-load, atomic-store, "
     "atomic-rmw, atomic-cas, fence, read, write, fill, store, copy, synchronised, allocate, "
     "reallocate, free, keep, print, scan, return, pure, nothing, unknown"},
};

enum { N_BAD = sizeof bad / sizeof *bad };

START_TEST (mistakes_have_messages)
{
  struct text expected = {0};
  unsigned errors = add (bad[_i].text);
  if (bad[_i].message)
    text_printf (&expected, "my.models:%s\n", bad[_i].message);
  ck_assert_str_eq (text_of (&messages), text_of (&expected));
  ck_assert_uint_eq (errors, bad[_i].message != NULL);
  text_free (&expected);
}
END_TEST

START_TEST (good_rows_beside_bad_ones_count)
{
  ck_assert_uint_eq (add ("a: read *arg0; wait; forc; pure\n"
                          "b: pure\n"
                          "c{x: pure\n"
                          "d: nothing\n"),
                     3);
  ck_assert_str_eq (
      text_of (&messages),
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
  add_cleanly ("f, g: pure\n");
  models->sources = 1; /* the next is a file of the user */
  ck_assert_uint_eq (add ("f: red *arg0\n"), 1);
  check_row ("f", "pure");
}
END_TEST

START_TEST (only_so_many_errors_are_shown)
{
  struct text text = {0};
  for (int i = 0; i < 1000; i++)
    text_printf (&text, "f%d: bogus\n", i);
  text_add (&text, "good: pure\n");
  ck_assert_uint_eq (add (text.v), 1000);
  unsigned lines = 0;
  for (const char *p = messages.v; (p = strchr (p, '\n')); p++)
    lines++;
  ck_assert_uint_eq (lines, 21);
  ck_assert_ptr_nonnull (strstr (messages.v, "my.models: error: 980 more errors are not shown\n"));
  find ("good");
  text_free (&text);
}
END_TEST

START_TEST (sizes_of_input)
{
  add_cleanly ("");
  add_cleanly ("\n");
  add_cleanly ("#");
  add_cleanly ("   ");
  ck_assert_uint_eq (models_count (models), 0);

  ck_assert_uint_eq (add_n ("a: pure\nb: \0 pure\n", 18), 1);
  ck_assert_str_eq (messages.v, "my.models:2:4: error: a zero byte; this is no text file\n");
  ck_assert_uint_eq (models_count (models), 0);

  /* a line of a megabyte: one name, many names, many effects, one word, blanks */
  enum { HUGE = 1 << 20 };
  char *line = malloc (HUGE + 1);
  memset (line, 'x', HUGE);
  line[HUGE] = 0;
  memcpy (line + HUGE - 6, ": pure", 6);
  add_cleanly (line);
  ck_assert_uint_eq (models_count (models), 1);
  for (int i = 0; i < HUGE; i += 2)
    memcpy (line + i, "y,", 2);
  ck_assert_uint_eq (add (line), 1);
  ck_assert_str_eq (messages.v, "my.models:1:8193: error: more than 4096 names in a row\n");
  for (int i = 8; i < HUGE; i += 8)
    memcpy (line + i, "  pure; ", 8);
  memcpy (line, "z:      ", 8);
  ck_assert_uint_eq (add (line), 1);
  ck_assert_str_eq (messages.v, "my.models:1:523: error: more than 64 effects\n");
  memset (line, '{', HUGE);
  ck_assert_uint_eq (add (line), 1);
  memset (line, '*', HUGE);
  memcpy (line, "z: read ", 8);
  ck_assert_uint_eq (add (line), 1);
  ck_assert_str_eq (messages.v, "my.models:1:18: error: operand nested too deeply\n");
  memset (line, ' ', HUGE);
  memcpy (line, "z:", 2);
  memcpy (line + HUGE - 4, "pure", 4);
  add_cleanly (line);
  check_row ("z", "pure");
  free (line);

  /* 65 to the power of 4 names */
  struct text many = {0};
  for (int group = 0; group < 4; group++)
    for (int i = 0; i < 64; i++)
      text_printf (&many, "%s%d%s", i ? "," : "{", i, i == 63 ? "}" : "");
  text_add (&many, ": pure");
  ck_assert_uint_eq (add (many.v), 1);
  ck_assert_str_eq (messages.v, "my.models:1:1: error: more than 4096 names in a row\n");
  text_free (&many);
}
END_TEST

START_TEST (files_are_read)
{
  char path[] = "/tmp/test-models-XXXXXX";
  int fd = mkstemp (path);
  static const char text[] = "f: pure\ng: bogus\n";
  ck_assert (fd >= 0 && write (fd, text, strlen (text)) == (ssize_t)strlen (text) && !close (fd));
  ck_assert_uint_eq (models_add_file (models, path, collect, &messages), 1);
  ck_assert_ptr_eq (strstr (messages.v, path), messages.v);
  ck_assert_ptr_nonnull (strstr (messages.v, ":2:4: error: unknown effect 'bogus'"));
  ck_assert_str_eq (find ("f")->file, path);
  ck_assert (unlink (path) == 0);

  text_clear (&messages);
  ck_assert_uint_eq (models_add_file (models, "/nonexistent/x", collect, &messages), 1);
  ck_assert_str_eq (messages.v,
                    "/nonexistent/x: error: cannot read models: No such file or directory\n");
  text_clear (&messages);
  ck_assert_uint_eq (models_add_file (models, "/tmp", collect, &messages), 1);
  ck_assert_str_eq (messages.v, "/tmp: error: cannot read models: Is a directory\n");
  ck_assert_uint_eq (models_add_file (models, "/nonexistent/x", NULL, NULL), 1);
}
END_TEST

/* The table */

START_TEST (a_user_row_replaces_the_built_in_one)
{
  size_t n = models_count (models);
  check_row ("pthread_mutex_unlock", "release *arg0 mutex");
  ck_assert_uint_eq (find ("pthread_mutex_unlock")->source, 0);
  add_cleanly ("pthread_mutex_unlock: release *arg0 spin\n"
               "override my_lock: acquire *arg0 mutex\n"
               "strtok: unknown\n");
  check_row ("pthread_mutex_unlock", "release *arg0 spin");
  ck_assert_uint_eq (find ("pthread_mutex_unlock")->source, 1);
  ck_assert (!find ("pthread_mutex_unlock")->overrides && find ("my_lock")->overrides);
  ck_assert_ptr_null (models_find (models, "strtok"));
  ck_assert_uint_eq (models_count (models), n);

  /* the next file may say it again */
  add_cleanly ("my_lock: acquire *arg0 spin\nstrtok: pure\n");
  text_clear (&dumped);
  model_dump (find ("my_lock"), &dumped);
  ck_assert_str_eq (dumped.v, "my_lock: acquire *arg0 spin\n");
  ck_assert_uint_eq (find ("my_lock")->source, 2);
  check_row ("strtok", "pure");
  check_round_trip ();
}
END_TEST

START_TEST (calls_are_found_by_symbol_and_builtin)
{
  const struct model *memcpy_model = find ("memcpy"), *expect = find ("__builtin_expect");
  ck_assert_ptr_eq (models_find_call (models, "memcpy", "memcpy", false), memcpy_model);
  ck_assert_ptr_eq (models_find_call (models, "memcpy", NULL, false), memcpy_model);
  ck_assert_ptr_eq (models_find_call (models, "__builtin_memcpy", "memcpy", false), memcpy_model);
  ck_assert_ptr_eq (models_find_call (models, NULL, "memcpy", false), memcpy_model);
  /* only the builtin of that name, not somebody's function */
  ck_assert_ptr_eq (models_find_call (models, "__builtin_expect", "expect", false), expect);
  ck_assert_ptr_eq (models_find_call (models, NULL, "expect", false), expect);
  ck_assert_ptr_null (models_find_call (models, "expect", NULL, false));
  ck_assert_ptr_eq (models_find_call (models, NULL, "ADD_OVERFLOW", true), find (".ADD_OVERFLOW"));
  ck_assert_ptr_null (models_find_call (models, NULL, "memcpy", true));
  ck_assert_ptr_null (models_find_call (models, NULL, NULL, true));
  ck_assert_ptr_null (models_find_call (models, NULL, NULL, false));
  ck_assert_ptr_null (models_find_call (models, "no_such_function", "nor_builtin", false));
}
END_TEST

START_TEST (built_in_tables_are_complete_and_read_back)
{
  ck_assert_uint_gt (models_count (models), 3000);
  check_round_trip ();
  const struct model **all = models_sorted (models);
  uint64_t kinds = 0;
  for (const struct model **p = all; *p; p++) {
    ck_assert_uint_eq ((*p)->source, 0);
    ck_assert_uint_gt ((*p)->line, 0);
    kinds |= (*p)->kinds;
    if (p > all)
      ck_assert_int_lt (strcmp (p[-1]->name, (*p)->name), 0);
  }
  /* no effect that nothing has */
  for (unsigned kind = 0; kind < EFFECT_KINDS; kind++)
    ck_assert_msg (kinds >> kind & 1, "no built-in row has '%s'", model_effects[kind].name);
  free (all);
}
END_TEST

START_TEST (every_word_is_documented)
{
  char text[64], path[256];
  static char manual[1 << 16];
  const char *here = strrchr (__FILE__, '/');
  snprintf (path, sizeof path, "%.*s/../../analysis/models/README.models",
            here ? (int)(here - __FILE__) : 1, here ? __FILE__ : ".");
  FILE *f = fopen (path, "r");
  ck_assert_msg (f != NULL, "cannot read %s", path);
  ck_assert_uint_gt (fread (manual, 1, sizeof manual - 1, f), 0);
  fclose (f);
  for (unsigned kind = 0; kind < EFFECT_KINDS; kind++) {
    const struct model_effect_info *e = &model_effects[kind];
    snprintf (text, sizeof text, "\n#   %s", e->name);
    const char *entry = strstr (manual, text);
    ck_assert_msg (entry && strchr (" \n", entry[strlen (text)]), "'%s' is not documented",
                   e->name);
    for (unsigned i = 0; i < e->n_operands; i++) {
      const struct model_keyword_set *set = model_keywords (e->operands[i].type);
      snprintf (text, sizeof text, "%s=", e->operands[i].key ? e->operands[i].key : "");
      if (text[1])
        ck_assert_msg (strstr (manual, text), "'%s' of '%s' is not documented", text, e->name);
      for (unsigned j = 0; set && j < set->n; j++)
        ck_assert_msg (strstr (manual, set->names[j]), "'%s' is not documented", set->names[j]);
    }
  }
}
END_TEST

START_TEST (names_of_library_objects_are_of_one_kind)
{
  static const char *const kinds[] = {"static.", "thread.", "safe."};
  struct models *names = models_new_empty (); /* used as a set: the row says of which kind */
  text_clear (&dumped);
  models_dump (models, &dumped);
  unsigned n = 0;
  for (unsigned kind = 0; kind < 3; kind++)
    for (const char *p = dumped.v; (p = strstr (p, kinds[kind]));) {
      p += strlen (kinds[kind]);
      char row[64];
      size_t length = strspn (p, "abcdefghijklmnopqrstuvwxyz_0123456789");
      snprintf (row, sizeof row, "%.*s: return %sx\n", (int)length, p, kinds[kind]);
      models_add_text (names, "names", row, strlen (row), NULL, NULL);
      snprintf (row, sizeof row, "%.*s", (int)length, p);
      const struct model *first = models_find (names, row);
      ck_assert_uint_eq (first->effects[0].op[RETURN_VALUE].u.place.base, MODEL_STATIC + kind);
      n++;
    }
  ck_assert_uint_gt (n, 100);
  models_free (names);
}
END_TEST

/* Outcomes */

static enum model_answer given (const char *outcome, struct result_range r)
{
  char text[64];
  static int n;
  snprintf (text, sizeof text, "outcome%d: pure on %s\n", n, outcome);
  add_cleanly (text);
  snprintf (text, sizeof text, "outcome%d", n++);
  return model_outcome_given (effect (text, EFFECT_PURE)->outcome, r);
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

START_TEST (expected_outcomes_count_untested)
{
  const struct model_outcome *lock = effect ("pthread_mutex_lock", EFFECT_ACQUIRE)->outcome;
  const struct model_outcome *try = effect ("pthread_mutex_trylock", EFFECT_ACQUIRE)->outcome;
  struct result_range failed = result_range_of (RELATION_EQ, 16);
  struct result_range succeeded = result_range_of (RELATION_EQ, 0);
  ck_assert (model_must (lock, result_unknown) && model_may (lock, result_unknown));
  ck_assert (!model_must (try, result_unknown) && model_may (try, result_unknown));
  ck_assert (model_must (lock, succeeded) && model_must (try, succeeded));
  ck_assert (!model_may (lock, failed) && !model_may (try, failed));
  ck_assert (!model_must (lock, failed));
  ck_assert (model_must (NULL, failed) && model_may (NULL, failed));
}
END_TEST

/* What the built-in rows say.  Each line is a fact of the manual. */

static const struct {
  const char *name, *body;
} rows[] = {
    {"pthread_create", "fork arg2(arg3) handle=*arg0 attr=*arg1 expect =0"},
    {"pthread_join", "cancel-point; join arg0 result=*arg1 expect =0"},
    {"pthread_tryjoin_np", "join arg0 result=*arg1 on =0"},
    {"pthread_exit", "thread-exit arg0"},
    {"pthread_self", "self ret"},
    {"pthread_equal", "equal arg0 arg1; pure"},
    {"pthread_mutex_lock", "acquire *arg0 mutex expect =0|=130"},
    {"__pthread_mutex_lock", "acquire *arg0 mutex expect =0|=130"},
    {"pthread_mutex_trylock", "acquire *arg0 mutex on =0|=130"},
    {"pthread_mutex_timedlock", "read *arg1; acquire *arg0 mutex on =0|=130"},
    {"pthread_mutex_init", "init *arg0 mutex attr=*arg1"},
    {"pthread_mutexattr_settype",
     "attribute *arg0 recursive value=arg1 is=1; attribute *arg0 errorcheck value=arg1 is=2"},
    {"pthread_attr_setdetachstate", "attribute *arg0 detached value=arg1 is=1"},
    {"pthread_rwlock_rdlock", "acquire *arg0 rwlock shared expect =0"},
    {"pthread_rwlock_tryrdlock", "acquire *arg0 rwlock shared on =0"},
    {"pthread_rwlock_wrlock", "acquire *arg0 rwlock expect =0"},
    {"pthread_rwlock_unlock", "release *arg0 rwlock"},
    {"pthread_spin_trylock", "acquire *arg0 spin on =0"},
    {"pthread_cond_wait", "wait *arg0 *arg1 mutex; cancel-point"},
    {"pthread_cond_timedwait", "read *arg2; wait *arg0 *arg1 mutex; cancel-point"},
    {"pthread_cond_broadcast", "signal *arg0 all"},
    {"pthread_barrier_init", "init *arg0 barrier attr=*arg1 value=arg2"},
    {"pthread_barrier_wait", "barrier-wait *arg0"},
    {"pthread_once", "once *arg0 arg1()"},
    {"pthread_key_create", "key-create *arg0 destructor=arg1"},
    {"pthread_getspecific", "key-get arg0 ret"},
    {"pthread_atfork", "call arg0() at-fork; call arg1() at-fork; call arg2() at-fork"},
    {"__sigsetjmp_cancel", "setjmp *arg0 cleanup"},
    {"__pthread_register_cancel", "cleanup-push *arg0"},
    {"__pthread_unwind_next", "thread-exit"},
    {"sem_init", "init *arg0 sem value=arg2"},
    {"sem_wait", "cancel-point; sem-wait *arg0 expect =0"},
    {"sem_trywait", "sem-wait *arg0 on =0"},
    {"sem_post", "sem-post *arg0"},
    {"thrd_create", "fork arg1(arg2) handle=*arg0 expect =0"},
    {"mtx_init", "init *arg0 mutex; attribute *arg0 recursive value=arg1 is=1|3"},
    {"mtx_trylock", "acquire *arg0 mutex on =0"},
    {"call_once", "once *arg0 arg1()"},

    {"__atomic_load_4", "atomic-load *arg0 4 arg1"},
    {"__atomic_store_8", "atomic-store *arg0 8 arg1 arg2"},
    {"__atomic_fetch_add_4", "atomic-rmw *arg0 4 add arg1 arg2"},
    {"__atomic_sub_fetch_2", "atomic-rmw *arg0 2 sub arg1 arg2 new"},
    {"__atomic_compare_exchange_8", "atomic-cas *arg0 8 *arg1 arg2 arg4 arg5"},
    {"__atomic_exchange", "atomic-rmw *arg1 arg0 exchange *arg2 arg4 to=*arg3"},
    {"__sync_lock_test_and_set_4", "atomic-rmw *arg0 4 exchange arg1 acquire"},
    {"__sync_lock_release_4", "atomic-store *arg0 4 0 release"},
    {"__sync_val_compare_and_swap_4", "atomic-cas *arg0 4 arg1 arg2 seq_cst seq_cst old"},
    {"__atomic_thread_fence", "fence arg0"},
    {"__sync_synchronize", "fence seq_cst"},

    {"malloc", "allocate ret arg0"},
    {"calloc", "allocate ret arg0*arg1 zeroed"},
    {"realloc", "reallocate ret arg0 arg1"},
    {"posix_memalign", "allocate *arg0 arg2 on =0"},
    {"free", "free arg0"},
    {"fclose", "free arg0; cancel-point"},
    {"memcpy", "copy *arg0 *arg1 arg2; return arg0"},
    {"__memcpy_chk", "copy *arg0 *arg1 arg2; return arg0"},
    {"bcopy", "copy *arg1 *arg0 arg2"},
    {"memset", "fill *arg0 arg1 arg2; return arg0"},
    {"strcpy", "copy *arg0 *arg1 string; return arg0"},
    {"strncpy", "read *arg1 <=arg2; write *arg0 arg2; return arg0"},
    {"strcat", "read *arg0 string; copy *(arg0+?) *arg1 string; return arg0"},
    {"strlen", "read *arg0 string; pure"},
    {"strchr", "read *arg0 string; return arg0+?; pure"},
    {"strdup", "allocate ret; copy *ret *arg0 string"},
    {"strtol", "read *arg0 string; store *arg1 arg0+?"},
    {"snprintf", "read *arg2 string; print args3; write *arg0 <=arg1"},
    {"__snprintf_chk", "read *arg4 string; print args5; write *arg0 <=arg1"},
    {"vfprintf", "read *arg1 string; print arg2; synchronised *arg0; cancel-point"},
    {"sscanf", "read *arg0 string; read *arg1 string; scan args2"},
    {"fputs", "read *arg0 string; synchronised *arg1; cancel-point"},
    {"putc_unlocked", "write *arg1"},
    {"flockfile", "acquire *arg0 recursive"},
    {"fread", "write *arg0 <=arg1*arg2; synchronised *arg3; cancel-point"},
    {"getline",
     "reallocate *arg0 *arg0; write **arg0 object; write *arg1; synchronised *arg2; cancel-point"},
    {"qsort", "call arg3(arg0+?, arg0+?); copy *arg0 *arg0 arg1*arg2"},
    {"bsearch", "call arg4(arg0, arg1+?); return arg1+?"},
    {"strtok", "store *static.strtok arg0 if arg0!=0; write *static.strtok; read *arg1 string; "
               "write **static.strtok string; return *static.strtok+?"},
    {"localtime", "read *arg0; write *static.tmbuf object; return static.tmbuf"},
    {"localtime_r", "read *arg0; write *arg1; return arg1"},
    {"rand", "write *static.rand"},
    {"rand_r", "write *arg0"},
    {"mbrtowc", "read *arg1 <=arg2; write *arg0; write *arg3; write *static.mbrtowc if arg3=0"},
    {"__errno_location", "return thread.errno"},
    {"atexit", "call arg0() at-exit one"},
    {"on_exit", "call arg0(?, arg1) at-exit one"},
    {"exit", "exit"},
    {"abort", "noreturn"},
    {"error", "read *arg2 string; print args3; exit if arg0!=0"},
    {"signal", "call arg1(arg0) in-signal; store *safe.handlers arg1; return *safe.handlers"},
    {"sigaction",
     "read *arg1; call *arg1(arg0, ?, ?) in-signal; store *safe.handlers *arg1; write *arg2; "
     "store *arg2 *safe.handlers"},
    {"setjmp", "setjmp *arg0"},
    {"siglongjmp", "longjmp *arg0 arg1"},
    {"fork", "process-fork"},
    {"read", "write *arg1 <=arg2; cancel-point"},
    {"write", "read *arg1 <=arg2; cancel-point"},
    {"readv", "read *arg1 arg2*2p; write **(arg1+?) object; cancel-point"},
    {"recvfrom", "write *arg1 <=arg2; write *arg4 <=*arg5; write *arg5; cancel-point"},
    {"stat", "read *arg0 string; write *arg1"},
    {"timer_create", "read *arg1; fork *(arg1+8+1p)(*arg1) many detached; write *arg2"},
    {"frexp", "write *arg1"},
    {"sincos", "write *arg1; write *arg2"},
    {"sqrt", "pure"},
    {"__builtin_expect", "return arg0; pure"},

    {"GOMP_parallel", "fork arg0(arg1) many joined; call arg0(arg1) one"},
    {"GOMP_critical_name_start", "acquire *arg0 critical"},
    {"GOMP_loop_dynamic_start", "chunk *arg4 *arg5 on !=0"},
    {"GOMP_barrier", "barrier-wait *static.omp_team team"},
    {"omp_test_lock", "acquire *arg0 mutex on !=0"},
    {"omp_get_thread_num", "team-index ret"},
    {"g_mutex_trylock", "acquire *arg0 mutex on !=0"},
    {"g_thread_new", "read *arg0 string; fork arg1(arg2) handle=ret"},
    {"g_thread_join", "join arg0 result=ret"},
    {"g_rw_lock_reader_lock", "acquire *arg0 rwlock shared"},
    {"g_atomic_int_add", "atomic-rmw *arg0 4 add arg1 seq_cst"},
    {"_raw_spin_lock", "acquire *arg0 spin"},
    {"_raw_spin_lock_irqsave", "acquire *arg0 spin; acquire *thread.irq irq"},
    {"mutex_lock_interruptible", "acquire *arg0 mutex on =0"},
    {"mutex_trylock", "acquire *arg0 mutex on !=0"},
    {"down_trylock", "sem-wait *arg0 on =0"},
    {"up_read", "release *arg0 rwlock shared"},
    {"downgrade_write", "convert *arg0 rwlock shared"},
    {"queue_work_on", "fork *(arg2+3p)(arg2) many detached"},
    {"complete_all", "sem-post *arg0 all"},
};

enum { N_ROWS = sizeof rows / sizeof *rows };

START_TEST (built_in_rows)
{
  check_row (rows[_i].name, rows[_i].body);
}
END_TEST

/* Does a row write memory that argument ARG points to? */
static bool writes_through (const char *name, unsigned arg)
{
  const struct model *m = find (name);
  for (uint32_t i = 0; i < m->n_effects; i++) {
    const struct model_operand *o = m->effects[i].op; /* the memory comes first */
    enum effect_kind kind = m->effects[i].kind;
    if ((kind == EFFECT_WRITE || kind == EFFECT_FILL || kind == EFFECT_STORE ||
         kind == EFFECT_COPY) &&
        o->u.place.base == MODEL_ARG && o->u.place.number == arg)
      return true;
  }
  return false;
}

START_TEST (built_in_rows_agree_with_their_kin)
{
  /* const parameters stay unwritten, results are written */
  static const struct {
    const char *name;
    unsigned in, out;
  } copies[] = {{"memcpy", 1, 0},   {"strncpy", 1, 0},     {"bcopy", 0, 1},     {"swab", 0, 1},
                {"wcsncpy", 1, 0},  {"stat", 0, 1},        {"inet_pton", 1, 2}, {"regexec", 1, 3},
                {"readlink", 0, 1}, {"sigprocmask", 1, 2}, {"nanosleep", 0, 1}};
  for (unsigned i = 0; i < sizeof copies / sizeof *copies; i++) {
    ck_assert_msg (!writes_through (copies[i].name, copies[i].in), "%s", copies[i].name);
    ck_assert_msg (writes_through (copies[i].name, copies[i].out), "%s", copies[i].name);
  }
  /* what has a reentrant form has no hidden state there */
  static const char *const pairs[] = {"strtok",   "localtime", "gmtime",   "asctime",
                                      "ctime",    "rand",      "getpwnam", "gethostbyname",
                                      "strerror", "ttyname",   "drand48",  "readdir"};
  for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    char reentrant[32];
    snprintf (reentrant, sizeof reentrant, "%s_r", pairs[i]);
    text_clear (&dumped);
    model_dump (find (reentrant), &dumped);
    ck_assert_msg (!strstr (dumped.v, "static."), "%s", dumped.v);
    text_clear (&dumped);
    model_dump (find (pairs[i]), &dumped);
    ck_assert_msg (strstr (dumped.v, "static.") || strcmp (pairs[i], "readdir") == 0, "%s",
                   dumped.v);
  }
  /* a try is never relied on, a plain lock always takes it */
  const struct model **all = models_sorted (models);
  for (const struct model **p = all; *p; p++)
    for (uint32_t i = 0; i < (*p)->n_effects; i++) {
      const struct model_effect *e = &(*p)->effects[i];
      if (strstr ((*p)->name, "trylock") &&
          (e->kind == EFFECT_ACQUIRE || e->kind == EFFECT_SEM_WAIT))
        ck_assert_msg (e->outcome && !e->outcome->expected, "%s", (*p)->name);
      if (e->kind == EFFECT_RELEASE)
        ck_assert_msg (!e->outcome, "%s", (*p)->name);
    }
  free (all);
  ck_assert (lacks ("pthread_cond_wait", EFFECT_RELEASE));
  ck_assert (lacks ("sem_wait", EFFECT_ACQUIRE));
  ck_assert (lacks ("vfork", EFFECT_FORK));
  /* order: the thread is there before its handle, and a join that is cancelled has not joined */
  ck_assert_uint_eq (find ("pthread_join")->effects[0].kind, EFFECT_CANCEL_POINT);
  ck_assert_uint_eq (find ("pthread_cond_wait")->effects[0].kind, EFFECT_WAIT);
  ck_assert_uint_eq (find ("pthread_create")->min_args, 4);
  ck_assert_uint_eq (find ("printf")->min_args, 1);
  ck_assert_uint_eq (find ("pthread_self")->min_args, 0);
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
    if (add_n (text_of (&piece), piece.n))
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
    add_n (noise, n);
    for (unsigned i = 0; i < n; i++)
      noise[i] = 1 + random_below (127);
    add_n (noise, n);
  }
}
END_TEST

Suite *models_suite (void)
{
  Suite *s = suite_create ("models");

  TCase *syntax = tcase_create ("syntax");
  tcase_add_checked_fixture (syntax, set_up_empty, tear_down);
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

  TCase *table = tcase_create ("table");
  tcase_add_checked_fixture (table, set_up, tear_down);
  tcase_set_timeout (table, 60);
  tcase_add_test (table, a_user_row_replaces_the_built_in_one);
  tcase_add_test (table, calls_are_found_by_symbol_and_builtin);
  tcase_add_test (table, built_in_tables_are_complete_and_read_back);
  tcase_add_test (table, every_word_is_documented);
  tcase_add_test (table, names_of_library_objects_are_of_one_kind);
  tcase_add_test (table, expected_outcomes_count_untested);
  tcase_add_loop_test (table, built_in_rows, 0, N_ROWS);
  tcase_add_test (table, built_in_rows_agree_with_their_kin);
  suite_add_tcase (s, table);

  TCase *fuzz = tcase_create ("fuzz");
  tcase_add_checked_fixture (fuzz, NULL, tear_down);
  tcase_set_timeout (fuzz, 120);
  tcase_add_loop_test (fuzz, garbage_is_only_reported, 0, 10);
  suite_add_tcase (s, fuzz);
  return s;
}
