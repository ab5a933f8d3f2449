/* Tests of analysis/merge/select.c and analysis/merge/merge.c: which objects a linker would take, and what each
   name means then. */

#include "build.h"
#include "select.h"

Suite *merge_suite (void);

/* Which objects take part: objects by hand, each with up to three symbols. */

#define WANTS(name)      {name, OBJSYM_UNDEFINED}
#define WANTS_WEAK(name) {name, OBJSYM_WEAK_UNDEFINED}
#define HAS(name)        {name, OBJSYM_DEFINED}
#define HAS_WEAK(name)   {name, OBJSYM_WEAK_DEFINED}

enum { MOST = 4 };
struct sketch {
  int archive;
  struct objsym symbols[3];
};

/* Whether each takes part, as a text of + and -. */
static const char *selected (const struct sketch *sketches, size_t n)
{
  static char text[MOST + 1];
  struct objfile v[MOST] = {0};
  struct objfiles files = {.v = v, .n = n};
  struct arena arena = {0};
  for (size_t i = 0; i < n; i++) {
    v[i].archive = sketches[i].archive;
    v[i].symbols = (struct objsym *)sketches[i].symbols;
    while (v[i].n_symbols < 3 && v[i].symbols[v[i].n_symbols].name)
      v[i].n_symbols++;
  }
  bool *chosen = select_objects (&arena, &files);
  for (size_t i = 0; i < n; i++)
    text[i] = chosen[i] ? '+' : '-';
  text[n] = 0;
  arena_free (&arena);
  return text;
}

#define SELECTED(...) \
  selected ((const struct sketch[]){__VA_ARGS__}, \
            sizeof ((const struct sketch[]){__VA_ARGS__}) / sizeof (struct sketch))

START_TEST (members_that_define_what_is_undefined)
{
  ck_assert_str_eq (SELECTED ({-1, {WANTS ("f")}}, {0, {HAS ("f")}}, {0, {HAS ("g")}}), "++-");
  /* A member's own wishes count only if it is taken; order does not matter. */
  ck_assert_str_eq (SELECTED ({0, {HAS ("h")}}, {0, {HAS ("g"), WANTS ("h")}},
                              {0, {HAS ("f"), WANTS ("g")}}, {-1, {WANTS ("f")}}),
                    "++++");
  ck_assert_str_eq (SELECTED ({0, {HAS ("h")}}, {0, {HAS ("g"), WANTS ("h")}},
                              {0, {HAS ("f"), WANTS ("g")}}, {-1, {HAS ("main")}}),
                    "---+");
}
END_TEST

START_TEST (first_member_that_defines_it)
{
  ck_assert_str_eq (SELECTED ({-1, {WANTS ("f")}}, {0, {HAS ("f")}}, {1, {HAS ("f")}}), "++-");
  ck_assert_str_eq (SELECTED ({-1, {WANTS ("f")}}, {0, {HAS_WEAK ("f")}}, {1, {HAS ("f")}}), "++-");
}
END_TEST

START_TEST (nothing_that_is_defined_already)
{
  ck_assert_str_eq (SELECTED ({-1, {WANTS ("f")}}, {0, {HAS ("f")}}, {-1, {HAS ("f")}}), "+-+");
  ck_assert_str_eq (SELECTED ({-1, {WANTS ("f")}}, {0, {HAS ("f")}}, {-1, {HAS_WEAK ("f")}}), "+-+");
}
END_TEST

START_TEST (weak_references_pull_nothing_in)
{
  ck_assert_str_eq (SELECTED ({-1, {WANTS_WEAK ("f")}}, {0, {HAS ("f")}}), "+-");
  ck_assert_str_eq (SELECTED ({-1, {WANTS_WEAK ("f")}}, {-1, {WANTS ("f")}}, {0, {HAS ("f")}}),
                    "+++");
}
END_TEST

START_TEST (archives_alone_are_a_library)
{
  ck_assert_str_eq (SELECTED ({0, {HAS ("f")}}, {1, {HAS ("g")}}), "++");
}
END_TEST

/* What names mean */

enum { STATIC = 0, PUBLIC = SF_PUBLIC, WEAK = SF_PUBLIC | SF_WEAK, COMDAT = SF_PUBLIC | SF_COMDAT };

/* A function with as many instructions as RECORDS, one of them its return. */
static void define (const char *name, uint32_t flags, uint32_t records)
{
  begin_function (name, flags, 0);
  for (uint32_t i = 1; i < records; i++)
    op (TYPE_INT, OP_COPY, num (i), none (), none ());
  ret (none ());
  end_function ();
}

static uint32_t records_of (funid f)
{
  return built.program.functions[f].body ? built.program.functions[f].body->n_records : 0;
}

/* One name in two units, with these flags: how long the body is that won. */
static uint32_t winner (uint32_t first, uint32_t second)
{
  build_start ();
  begin_object ("a.o");
  define ("f", first, 1);
  begin_object ("b.o");
  define ("f", second, 2);
  merge_built ();
  ck_assert_uint_eq (function_of_unit (0, "f"), function_of_unit (1, "f"));
  uint32_t records = records_of (function_of_unit (0, "f"));
  uint32_t loser = records == 1 ? 1 : 0;
  ck_assert_uint_eq (built.program.units[loser].bodies[0], 0);
  ck_assert_uint_eq (built.program.units[!loser].bodies[0], function_of_unit (0, "f"));
  build_finish ();
  return records;
}

START_TEST (strong_wins_over_weak)
{
  ck_assert_uint_eq (winner (PUBLIC, WEAK), 1);
  ck_assert_uint_eq (winner (WEAK, PUBLIC), 2);
  ck_assert_uint_eq (winner (WEAK, WEAK), 1);
  ck_assert_uint_eq (winner (COMDAT, COMDAT), 1);
  ck_assert_uint_eq (winner (COMDAT, PUBLIC), 2);
}
END_TEST

START_TEST (public_names_are_one_static_ones_are_not)
{
  begin_object ("a.o");
  define ("f", PUBLIC, 1);
  define ("s", STATIC, 1);
  global ("g", TYPE_LONG, SF_PUBLIC | SF_DEFINED);
  global ("t", TYPE_LONG, SF_DEFINED);
  begin_object ("b.o");
  define ("s", STATIC, 1);
  begin_function ("user", PUBLIC, 0);
  CALL0 (0, fn ("f"));
  end_function ();
  global ("g", TYPE_LONG, SF_PUBLIC);
  global ("t", TYPE_LONG, SF_DEFINED);
  merge_built ();
  ck_assert_uint_eq (function_of_unit (0, "f"), function_of_unit (1, "f"));
  ck_assert_uint_ne (function_of_unit (0, "s"), function_of_unit (1, "s"));
  ck_assert_uint_eq (variable_of_unit (0, "g"), variable_of_unit (1, "g"));
  ck_assert_uint_ne (variable_of_unit (0, "t"), variable_of_unit (1, "t"));
  ck_assert (built.program.objects[variable_of_unit (1, "g")].defined);
  ck_assert_str_eq (text_of (&built.messages), "");
}
END_TEST

START_TEST (second_strong_definition_is_reported)
{
  begin_object ("a.o");
  define ("f", PUBLIC, 1);
  begin_object ("b.o");
  define ("f", PUBLIC, 2);
  merge_built ();
  ck_assert_uint_eq (records_of (function_of_unit (1, "f")), 1);
  ck_assert_uint_eq (built.program.duplicates, 1);
  ck_assert_str_eq (text_of (&built.messages),
                    "b.o: 'f' is defined again; the definition in a.o is used\n");
}
END_TEST

START_TEST (largest_common_wins_and_a_definition_over_it)
{
  enum { COMMON = SF_PUBLIC | SF_DEFINED | SF_COMMON };
  static const uint32_t types[] = {TYPE_LONG, TYPE_PAIR, TYPE_INT};
  for (int i = 0; i < 3; i++) {
    begin_object (i == 0 ? "a.o" : i == 1 ? "b.o" : "c.o");
    global ("common", types[i], COMMON);
    global ("defined", types[i], i == 2 ? SF_PUBLIC | SF_DEFINED : COMMON);
    global ("weak", types[i], i == 2 ? COMMON : SF_PUBLIC | SF_DEFINED | SF_WEAK);
  }
  merge_built ();
  const struct program *p = &built.program;
  ck_assert_uint_eq (p->objects[variable_of_unit (0, "common")].unit, 1);
  ck_assert_uint_eq (p->objects[variable_of_unit (0, "defined")].unit, 2);
  ck_assert_uint_eq (p->objects[variable_of_unit (0, "weak")].unit, 2);
}
END_TEST

START_TEST (aliases_stand_for_their_target)
{
  begin_object ("a.o");
  define ("target", STATIC, 1);
  next_symbol_target ("target");
  symbol ("alias", SF_PUBLIC | SF_FUNCTION | SF_DEFINED | SF_ALIAS);
  next_symbol_target ("alias");
  symbol ("second", SF_PUBLIC | SF_FUNCTION | SF_DEFINED | SF_ALIAS);
  begin_object ("b.o");
  begin_function ("user", PUBLIC, 0);
  CALL0 (0, fn ("second"));
  end_function ();
  merge_built ();
  funid target = function_of_unit (0, "target");
  ck_assert_uint_eq (records_of (target), 1);
  ck_assert_uint_eq (function_of_unit (0, "alias"), target);
  ck_assert_uint_eq (function_of_unit (0, "second"), target);
  ck_assert_uint_eq (function_of_unit (1, "second"), target);
}
END_TEST

START_TEST (weakrefs_are_another_name)
{
  begin_object ("a.o");
  next_symbol_target ("f");
  symbol ("mine", SF_FUNCTION | SF_WEAKREF);
  begin_object ("b.o");
  define ("f", PUBLIC, 1);
  merge_built ();
  ck_assert_uint_eq (function_of_unit (0, "mine"), function_of_unit (1, "f"));
}
END_TEST

/* Two objects of one kind with a hidden function of one name each, and one use. */
static bool hidden_is_one (enum objfile_kind kind)
{
  build_start ();
  for (int i = 0; i < 2; i++) {
    begin_object (i ? "b" : "a");
    object_is (kind);
    next_symbol_visibility (VIS_HIDDEN);
    if (i)
      symbol ("f", SF_FUNCTION | SF_PUBLIC);
    else
      define ("f", PUBLIC, 1);
  }
  merge_built ();
  bool one = function_of_unit (0, "f") == function_of_unit (1, "f");
  build_finish ();
  return one;
}

START_TEST (hidden_names_end_with_the_linked_file)
{
  ck_assert (hidden_is_one (OBJFILE_RELOCATABLE));
  ck_assert (!hidden_is_one (OBJFILE_SHARED));
  ck_assert (!hidden_is_one (OBJFILE_EXECUTABLE));
}
END_TEST

START_TEST (what_foreign_objects_refer_to_is_used_outside)
{
  begin_object ("a.o");
  define ("f", PUBLIC, 1);
  define ("g", PUBLIC, 1);
  define ("s", STATIC, 1);
  global ("x", TYPE_LONG, SF_PUBLIC | SF_DEFINED);
  add_foreign_object ("b.o", "f");
  add_foreign_object ("c.o", "x");
  add_foreign_object ("d.o", "s");
  merge_built ();
  const struct program *p = &built.program;
  ck_assert (p->functions[function_named ("f")].used_outside);
  ck_assert (!p->functions[function_named ("g")].used_outside);
  ck_assert (!p->functions[function_named ("s")].used_outside);
  ck_assert (p->objects[variable_of_unit (0, "x")].used_outside);
}
END_TEST

START_TEST (prototype_of_any_unit_tells_of_an_undefined_one)
{
  begin_object ("a.o");
  symbol ("undefined", SF_FUNCTION | SF_PUBLIC);
  prototype ("defined");
  begin_object ("b.o");
  prototype ("undefined");
  define ("defined", PUBLIC, 1);
  merge_built ();
  const struct program_function *f = &built.program.functions[function_of_unit (0, "undefined")];
  ck_assert_ptr_eq (f->prototype, &built.program.units[1].unit->prototypes[0]);
  ck_assert_uint_eq (f->unit, 1);
  ck_assert_ptr_null (built.program.functions[function_of_unit (0, "defined")].prototype);
}
END_TEST

START_TEST (ifuncs_know_their_resolver)
{
  begin_object ("a.o");
  define ("resolver", STATIC, 1);
  next_symbol_target ("resolver");
  symbol ("f", SF_FUNCTION | SF_PUBLIC | SF_DEFINED | SF_IFUNC);
  merge_built ();
  ck_assert_uint_eq (built.program.functions[function_named ("f")].resolver,
                     function_named ("resolver"));
  ck_assert_uint_eq (built.program.functions[function_named ("resolver")].resolver, 0);
}
END_TEST

START_TEST (members_that_are_left_out_mean_nothing)
{
  begin_object ("main.o");
  begin_function ("main", PUBLIC, 0);
  CALL0 (0, fn ("f"));
  end_function ();
  begin_object ("lib.a(unused.o)");
  object_in_archive ();
  define ("unused", PUBLIC, 1);
  begin_object ("lib.a(f.o)");
  object_in_archive ();
  define ("f", PUBLIC, 1);
  merge_built ();
  ck_assert_uint_eq (built.program.n_units, 2);
  ck_assert_uint_eq (built.program.members_left_out, 1);
  ck_assert_uint_eq (built.program.n_functions, 2);
  ck_assert_uint_eq (records_of (function_of_unit (0, "f")), 1);
}
END_TEST

/* Entries */

START_TEST (library_is_entered_by_all_that_is_public)
{
  begin_object ("a.o");
  define ("f", PUBLIC, 1);
  define ("s", STATIC, 1);
  define ("g", PUBLIC, 1);
  symbol ("undefined", SF_FUNCTION | SF_PUBLIC);
  merge_built ();
  ck_assert_uint_eq (built.program.main, 0);
  ck_assert_uint_eq (built.program.n_entries, 2);
  ck_assert_uint_eq (built.program.entries[0], function_named ("f"));
  ck_assert_uint_eq (built.program.entries[1], function_named ("g"));
}
END_TEST

START_TEST (program_is_entered_by_main)
{
  begin_object ("a.o");
  define ("f", PUBLIC, 1);
  define ("main", PUBLIC, 1);
  merge_built ();
  ck_assert_uint_eq (built.program.main, function_named ("main"));
  ck_assert_uint_eq (built.program.n_entries, 0);
}
END_TEST

static void note_message (void *context, const char *message)
{
  text_add (context, message);
}

START_TEST (named_entries)
{
  begin_object ("a.o");
  define ("main", PUBLIC, 1);
  define ("s", STATIC, 1);
  symbol ("undefined", SF_FUNCTION | SF_PUBLIC);
  merge_built ();
  struct text text = {0};
  const char *names[] = {"s", "undefined"};
  program_choose_entries (&built.program, names, 2, note_message, &text);
  ck_assert_uint_eq (built.program.n_entries, 1);
  ck_assert_uint_eq (built.program.entries[0], function_named ("s"));
  ck_assert_str_eq (text_of (&text), "no function 'undefined' to enter the program by");
  text_free (&text);
}
END_TEST

Suite *merge_suite (void)
{
  Suite *suite = suite_create ("merge");
  TCase *c = tcase_create ("select");
  tcase_add_test (c, members_that_define_what_is_undefined);
  tcase_add_test (c, first_member_that_defines_it);
  tcase_add_test (c, nothing_that_is_defined_already);
  tcase_add_test (c, weak_references_pull_nothing_in);
  tcase_add_test (c, archives_alone_are_a_library);
  suite_add_tcase (suite, c);
  c = tcase_create ("merge");
  tcase_add_test (c, strong_wins_over_weak);
  tcase_add_test (c, hidden_names_end_with_the_linked_file);
  suite_add_tcase (suite, c);
  c = tcase_create ("merged");
  tcase_add_checked_fixture (c, build_start, build_finish);
  tcase_add_test (c, public_names_are_one_static_ones_are_not);
  tcase_add_test (c, second_strong_definition_is_reported);
  tcase_add_test (c, largest_common_wins_and_a_definition_over_it);
  tcase_add_test (c, aliases_stand_for_their_target);
  tcase_add_test (c, weakrefs_are_another_name);
  tcase_add_test (c, what_foreign_objects_refer_to_is_used_outside);
  tcase_add_test (c, prototype_of_any_unit_tells_of_an_undefined_one);
  tcase_add_test (c, ifuncs_know_their_resolver);
  tcase_add_test (c, members_that_are_left_out_mean_nothing);
  tcase_add_test (c, library_is_entered_by_all_that_is_public);
  tcase_add_test (c, program_is_entered_by_main);
  tcase_add_test (c, named_entries);
  suite_add_tcase (suite, c);
  return suite;
}
