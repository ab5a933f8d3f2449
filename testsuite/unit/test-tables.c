/* Tests of the tables in analysis/models/: complete, documented, and spot checks of what the rows
 * say. */

#include "models-make.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Suite *tables_suite (void);

START_TEST (a_user_row_replaces_the_built_in_one)
{
  size_t n = models_count (models);
  check_row ("pthread_mutex_unlock", "release *arg0 mutex");
  ck_assert_uint_eq (find_model ("pthread_mutex_unlock")->source, 0);
  add_rows_cleanly ("pthread_mutex_unlock: release *arg0 spin\n"
                    "override my_lock: acquire *arg0 mutex\n"
                    "strtok: unknown\n");
  check_row ("pthread_mutex_unlock", "release *arg0 spin");
  ck_assert_uint_eq (find_model ("pthread_mutex_unlock")->source, 1);
  ck_assert (!find_model ("pthread_mutex_unlock")->overrides && find_model ("my_lock")->overrides);
  ck_assert_ptr_null (models_find (models, "strtok"));
  ck_assert_uint_eq (models_count (models), n);

  /* the next file may say it again */
  add_rows_cleanly ("my_lock: acquire *arg0 spin\nstrtok: pure\n");
  text_clear (&model_dumped);
  model_dump (find_model ("my_lock"), &model_dumped);
  ck_assert_str_eq (model_dumped.v, "my_lock: acquire *arg0 spin\n");
  ck_assert_uint_eq (find_model ("my_lock")->source, 2);
  check_row ("strtok", "pure");
  check_round_trip ();
}
END_TEST

START_TEST (calls_are_found_by_symbol_and_builtin)
{
  const struct model *memcpy_model = find_model ("memcpy"),
                     *expect = find_model ("__builtin_expect");
  ck_assert_ptr_eq (models_find_call (models, "memcpy", "memcpy", false), memcpy_model);
  ck_assert_ptr_eq (models_find_call (models, "memcpy", NULL, false), memcpy_model);
  ck_assert_ptr_eq (models_find_call (models, "__builtin_memcpy", "memcpy", false), memcpy_model);
  ck_assert_ptr_eq (models_find_call (models, NULL, "memcpy", false), memcpy_model);
  /* only the builtin of that name, not somebody's function */
  ck_assert_ptr_eq (models_find_call (models, "__builtin_expect", "expect", false), expect);
  ck_assert_ptr_eq (models_find_call (models, NULL, "expect", false), expect);
  ck_assert_ptr_null (models_find_call (models, "expect", NULL, false));
  ck_assert_ptr_eq (models_find_call (models, NULL, "ADD_OVERFLOW", true),
                    find_model (".ADD_OVERFLOW"));
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
  bool known[EFFECT_KINDS] = {0};
  for (const struct model **p = all; *p; p++) {
    ck_assert_uint_eq ((*p)->source, 0);
    ck_assert_uint_gt ((*p)->line, 0);
    for (unsigned kind = 0; kind < EFFECT_KINDS; kind++)
      known[kind] |= model_has (*p, kind);
    if (p > all)
      ck_assert_int_lt (strcmp (p[-1]->name, (*p)->name), 0);
  }
  /* no effect that nothing has */
  for (unsigned kind = 0; kind < EFFECT_KINDS; kind++)
    ck_assert_msg (known[kind], "no built-in row has '%s'", model_effects[kind].name);
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
  text_clear (&model_dumped);
  models_dump (models, &model_dumped);
  unsigned n = 0;
  for (unsigned kind = 0; kind < 3; kind++)
    for (const char *p = model_dumped.v; (p = strstr (p, kinds[kind]));) {
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

START_TEST (expected_outcomes_count_untested)
{
  const struct model_outcome *lock = effect_of ("pthread_mutex_lock", EFFECT_ACQUIRE)->outcome;
  const struct model_outcome *try = effect_of ("pthread_mutex_trylock", EFFECT_ACQUIRE)->outcome;
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
    {"pthread_mutex_trylock", "acquire *arg0 mutex on =0|=130 else 16"},
    {"pthread_mutex_timedlock", "read *arg1; acquire *arg0 mutex on =0|=130 else 110"},
    {"pthread_mutex_init", "init *arg0 mutex attr=*arg1"},
    {"pthread_mutexattr_settype",
     "attribute *arg0 recursive value=arg1 is=1; attribute *arg0 errorcheck value=arg1 is=2"},
    {"pthread_attr_setdetachstate", "attribute *arg0 detached value=arg1 is=1"},
    {"pthread_rwlock_rdlock", "acquire *arg0 rwlock shared expect =0"},
    {"pthread_rwlock_tryrdlock", "acquire *arg0 rwlock shared on =0 else 16"},
    {"pthread_rwlock_wrlock", "acquire *arg0 rwlock expect =0"},
    {"pthread_rwlock_unlock", "release *arg0 rwlock"},
    {"pthread_spin_trylock", "acquire *arg0 spin on =0 else 16"},
    {"pthread_cond_wait", "wait *arg0 *arg1 mutex; cancel-point"},
    {"pthread_cond_timedwait", "read *arg2; wait *arg0 *arg1 mutex; cancel-point"},
    {"pthread_cond_broadcast", "signal *arg0 all"},
    {"pthread_barrier_init", "init *arg0 barrier attr=*arg1 value=arg2"},
    {"pthread_barrier_wait", "barrier-wait *arg0"},
    {"pthread_once", "once *arg0 arg1()"},
    {"pthread_key_create", "key-create *arg0 destructor=arg1"},
    {"pthread_getspecific", "key-get arg0 ret"},
    {"pthread_atfork", "call arg0() at-fork; call arg1() at-fork; call arg2() in-child"},
    {"__sigsetjmp_cancel", "setjmp *arg0 cleanup"},
    {"__pthread_register_cancel", "cleanup-push *arg0"},
    {"__pthread_unwind_next", "thread-exit"},
    {"sem_init", "init *arg0 sem value=arg2"},
    {"sem_wait", "cancel-point; sem-wait *arg0 expect =0"},
    {"sem_trywait", "sem-wait *arg0 on =0 else -1"},
    {"sem_post", "sem-post *arg0"},
    {"thrd_create", "fork arg1(arg2) handle=*arg0 expect =0"},
    {"mtx_init", "init *arg0 mutex; attribute *arg0 recursive value=arg1 is=1|3"},
    {"mtx_trylock", "acquire *arg0 mutex on =0 else 1"},
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
    {"strcpy", "read *arg1 string; write *arg0 string; return arg0"},
    {"strncpy", "read *arg1 <=arg2; write *arg0 arg2; return arg0"},
    {"strcat", "read *arg0 string; read *arg1 string; write *(arg0+?) string; return arg0"},
    {"strlen", "read *arg0 string; pure"},
    {"strchr", "read *arg0 string; return arg0+?; pure"},
    {"strdup", "allocate ret; read *arg0 string; write *ret string"},
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
               "write *arg0 string; return arg0+?; return *static.strtok+? if arg0=0"},
    {"SSL_set_ex_data", "opaque arg0 safe.ssl; write *arg0 object; store *(arg0+1p) arg2"},
    {"optarg", "variable static.argv"},
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
    {"read", "write *arg1 <=arg2; copy *arg1 **safe.pipes <=arg2; cancel-point"},
    {"write", "read *arg1 <=arg2; copy **safe.pipes *arg1 <=arg2; cancel-point"},
    {"readv", "read *arg1 arg2*2p; write **(arg1+?) object; cancel-point"},
    {"recvfrom",
     "write *arg1 <=arg2; copy *arg1 **safe.pipes <=arg2; write *arg4 <=*arg5; write *arg5; "
     "cancel-point"},
    {"stat", "read *arg0 string; write *arg1"},
    {"timer_create", "read *arg1; fork *(arg1+8+1p)(*arg1) many detached; write *arg2"},
    {"frexp", "write *arg1"},
    {"sincos", "write *arg1; write *arg2"},
    {"sqrt", "pure"},
    {"__builtin_expect", "return arg0; pure"},

    {"GOMP_parallel", "fork arg0(arg1) many joined if arg2!=1; call arg0(arg1) one"},
    {"GOMP_critical_name_start", "acquire *arg0 critical"},
    {"GOMP_loop_dynamic_start", "chunk *arg4 *arg5 on !=0"},
    {"GOMP_barrier", "barrier-wait *static.omp_team team"},
    {"omp_test_lock", "acquire *arg0 mutex on !=0"},
    {"omp_get_thread_num", "team-index ret"},
    {"g_mutex_trylock", "acquire *arg0 mutex on !=0"},
    {"g_thread_new", "read *arg0 string; allocate ret; fork arg1(arg2) handle=*ret"},
    {"g_thread_join", "join *arg0 result=ret"},
    {"g_rw_lock_reader_lock", "acquire *arg0 rwlock shared"},
    {"g_atomic_int_add", "atomic-rmw *arg0 4 add arg1 seq_cst"},
    {"_raw_spin_lock", "acquire *arg0 spin"},
    {"_raw_spin_lock_irqsave", "acquire *arg0 spin; acquire *thread.irq irq"},
    {"mutex_lock_interruptible", "acquire *arg0 mutex on =0"},
    {"mutex_trylock", "acquire *arg0 mutex on !=0"},
    {"down_trylock", "sem-wait *arg0 on =0"},
    {"up_read", "release *arg0 rwlock shared"},
    {"downgrade_write", "convert *arg0 rwlock shared"},
    {"queue_work_on", "synchronised *arg2; release *(arg2+2) generic; fork *(arg2+?)(arg2) "
                      "detached holding=*(arg2+1) until=*(arg2+2)"},
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
  const struct model *m = find_model (name);
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
  static const char *const pairs[] = {"strtok",  "localtime", "gmtime",   "asctime",
                                      "ctime",   "rand",      "getpwnam", "gethostbyname",
                                      "ttyname", "drand48",   "readdir"};
  for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    char reentrant[32];
    snprintf (reentrant, sizeof reentrant, "%s_r", pairs[i]);
    text_clear (&model_dumped);
    model_dump (find_model (reentrant), &model_dumped);
    ck_assert_msg (!strstr (model_dumped.v, "static."), "%s", model_dumped.v);
    text_clear (&model_dumped);
    model_dump (find_model (pairs[i]), &model_dumped);
    ck_assert_msg (strstr (model_dumped.v, "static.") || strcmp (pairs[i], "readdir") == 0, "%s",
                   model_dumped.v);
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
  ck_assert (lacks_effect ("pthread_cond_wait", EFFECT_RELEASE));
  ck_assert (lacks_effect ("sem_wait", EFFECT_ACQUIRE));
  ck_assert (lacks_effect ("vfork", EFFECT_FORK));
  /* order: the thread is there before its handle, and a join that is cancelled has not joined */
  ck_assert_uint_eq (find_model ("pthread_join")->effects[0].kind, EFFECT_CANCEL_POINT);
  ck_assert_uint_eq (find_model ("pthread_cond_wait")->effects[0].kind, EFFECT_WAIT);
  ck_assert_uint_eq (find_model ("pthread_create")->min_args, 4);
  ck_assert_uint_eq (find_model ("printf")->min_args, 1);
  ck_assert_uint_eq (find_model ("pthread_self")->min_args, 0);
}
END_TEST

Suite *tables_suite (void)
{
  Suite *s = suite_create ("tables");

  TCase *table = tcase_create ("table");
  tcase_add_checked_fixture (table, set_up_models, tear_down_models);
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
  return s;
}
