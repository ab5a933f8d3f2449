/* Tests of analysis/pointers/objects.c: which location an offset has, and where moved pointers lead.  What the
   stages make of programs is in testsuite/stages. */

#include "objects.h"

#include <check.h>
#include <stdlib.h>

Suite *program_suite (void);

/* A unit with the types

     int *                                                    POINTER
     int *[3]                                                 VECTOR
     struct mixed { int *first; int *v[3]; int *last; }       MIXED
     struct row { int *cell[3]; int *end; }                   ROW
     struct row [5]                                           ROWS
     struct grid { int *head; struct row rows[5]; int *all; } GRID
     char [16]                                                TEXT
     struct named { int *id; char name[16]; int *tail; }      NAMED
     union { struct mixed m; int *whole[5]; }                 UNION
     struct large { int *f0, ..., *f99; }                     LARGE */
enum { POINTER = 1, VECTOR, MIXED, ROW, ROWS, GRID, CHAR, TEXT, NAMED, UNION, LARGE, N_TYPES };
enum { LARGE_FIELDS = 100 };

static struct rec_field mixed[] = {{.bitoff = 0, .type = POINTER},
                                   {.bitoff = 64, .type = VECTOR},
                                   {.bitoff = 256, .type = POINTER}};
static struct rec_field row[] = {{.bitoff = 0, .type = VECTOR}, {.bitoff = 192, .type = POINTER}};
static struct rec_field grid[] = {{.bitoff = 0, .type = POINTER},
                                  {.bitoff = 64, .type = ROWS},
                                  {.bitoff = 1344, .type = POINTER}};
static struct rec_field named[] = {{.bitoff = 0, .type = POINTER},
                                   {.bitoff = 64, .type = TEXT},
                                   {.bitoff = 192, .type = POINTER}};
static struct rec_field either[] = {{.bitoff = 0, .type = MIXED}, {.bitoff = 0, .type = VECTOR}};

static struct rec_field large[LARGE_FIELDS];

static struct type types[N_TYPES] = {
    [POINTER] = {.r = {.kind = TK_POINTER, .bits = 64}},
    [VECTOR] = {.r = {.kind = TK_ARRAY, .bits = 192, .target = POINTER}},
    [MIXED] = {.r = {.kind = TK_STRUCT, .bits = 320}, .n_fields = 3, .fields = mixed},
    [ROW] = {.r = {.kind = TK_STRUCT, .bits = 256}, .n_fields = 2, .fields = row},
    [ROWS] = {.r = {.kind = TK_ARRAY, .bits = 1280, .target = ROW}},
    [GRID] = {.r = {.kind = TK_STRUCT, .bits = 1408}, .n_fields = 3, .fields = grid},
    [CHAR] = {.r = {.kind = TK_INTEGER, .bits = 8}},
    [TEXT] = {.r = {.kind = TK_ARRAY, .bits = 128, .target = CHAR}},
    [NAMED] = {.r = {.kind = TK_STRUCT, .bits = 256}, .n_fields = 3, .fields = named},
    [UNION] = {.r = {.kind = TK_UNION, .bits = 320}, .n_fields = 2, .fields = either},
    [LARGE] = {.r = {.kind = TK_STRUCT, .bits = LARGE_FIELDS * 64},
               .n_fields = LARGE_FIELDS,
               .fields = large},
};
static struct unit unit = {.types = types, .n_types = N_TYPES - 1};
static struct program_unit units[] = {{.unit = &unit}};
static struct program program = {.units = units, .n_units = 1};
static struct objects objects;

static void set_up (void)
{
  for (int i = 0; i < LARGE_FIELDS; i++)
    large[i] = (struct rec_field){.bitoff = 64 * i, .type = POINTER};
  objects_init (&objects, &program);
}

static void tear_down (void)
{
  objects_free (&objects);
}

static object_id make (uint32_t type, bool is_array)
{
  object_id o = object_make (&objects, OBJECT_COPY, 0, objects.v.n, 0);
  objects.v.v[o].type = type;
  objects.v.v[o].is_array = is_array;
  objects.v.v[o].size = is_array ? 0 : types[type].r.bits / 8;
  return o;
}

static int64_t offset_of (loc_id l)
{
  return loc_get (&objects, l)->offset;
}

static int64_t folded (object_id o, int64_t offset)
{
  return offset_of (loc_at (&objects, o, offset));
}

static int64_t moved (object_id o, int64_t from, int64_t bytes, uint64_t stride)
{
  return offset_of (loc_shift (&objects, loc_at (&objects, o, from), bytes, stride));
}

START_TEST (elements_are_one)
{
  object_id m = make (MIXED, false), g = make (GRID, false), many = make (MIXED, true);
  ck_assert_int_eq (folded (m, 0), 0);
  ck_assert_int_eq (folded (m, 24), 8);
  ck_assert_int_eq (folded (m, 32), 32);
  ck_assert_int_eq (folded (m, 40), 40); /* one behind the end */
  ck_assert_int_eq (folded (m, 48), OFFSET_ANYWHERE);
  ck_assert_int_eq (folded (m, -8), OFFSET_ANYWHERE);
  ck_assert_int_eq (folded (g, 8 + 3 * 32 + 16), 8);
  ck_assert_int_eq (folded (g, 8 + 3 * 32 + 24), 8 + 24);
  ck_assert_int_eq (folded (g, 168), 168);
  ck_assert_int_eq (folded (many, 7 * 40 + 16), 8);
  ck_assert_int_eq (folded (many, -8), 32);
}
END_TEST

START_TEST (one_byte_has_one_location)
{
  for (uint32_t type = 1; type < N_TYPES; type++) {
    object_id o = make (type, false);
    for (int64_t i = 0; i < (int64_t)types[type].r.bits / 8; i++) {
      loc_id l = loc_at (&objects, o, i);
      ck_assert_uint_eq (loc_at (&objects, o, offset_of (l)), l);
    }
  }
}
END_TEST

START_TEST (union_takes_the_largest)
{
  object_id u = make (UNION, false);
  ck_assert_int_eq (folded (u, 16), 8);
  ck_assert_int_eq (folded (u, 32), 32);
}
END_TEST

START_TEST (moves_up)
{
  object_id m = make (MIXED, false), g = make (GRID, false);
  ck_assert_int_eq (moved (m, 0, 32, 0), 32);
  ck_assert_int_eq (moved (m, 8, 16, 0), 8);
  ck_assert_int_eq (moved (g, 8, 24, 0), 32); /* from a row, which is where its cells are */
  ck_assert_int_eq (moved (g, 0, 8 + 24, 0), 32);
}
END_TEST

/* Every true place of every pointer must be covered by where the analysis says it leads. */
START_TEST (moves_lose_nothing)
{
  object_id m = make (MIXED, false), g = make (GRID, false), n = make (NAMED, false);
  struct {
    object_id object;
    int64_t size;
  } cases[] = {{m, 40}, {g, 176}, {n, 32}};
  for (int c = 0; c < 3; c++) {
    object_id o = cases[c].object;
    int64_t step = o == n ? 1 : 8;
    for (int64_t from = 0; from < cases[c].size; from += step)
      for (int64_t to = 0; to < from; to += step) {
        loc_id l = loc_shift (&objects, loc_at (&objects, o, from), to - from, 0);
        ck_assert_msg (loc_is_anywhere (&objects, l) || l == loc_at (&objects, o, to),
                       "object %u: from %d to %d leads to %d", o, (int)from, (int)to,
                       (int)offset_of (l));
      }
  }
}
END_TEST

START_TEST (steps)
{
  object_id m = make (MIXED, false), g = make (GRID, false), many = make (MIXED, true);
  ck_assert_int_eq (moved (m, 8, 0, 8), 8);
  ck_assert_int_eq (moved (m, 0, 0, 8), OFFSET_ANYWHERE);
  ck_assert_int_eq (moved (m, 8, 0, 4), OFFSET_ANYWHERE);
  ck_assert_int_eq (moved (m, 0, 0, 40), 0); /* over the whole object */
  ck_assert_int_eq (moved (g, 32, 0, 32), 32);
  ck_assert_int_eq (moved (g, 32, 0, 8), OFFSET_ANYWHERE);
  ck_assert_int_eq (moved (many, 32, 8, 40), 0);
  ck_assert_int_eq (moved (many, 32, -32, 80), 0);
}
END_TEST

START_TEST (container_in_front_of_its_array)
{
  object_id n = make (NAMED, false), m = make (MIXED, false);
  ck_assert_int_eq (moved (n, 24, -24, 0), 0);
  ck_assert_int_eq (moved (m, 32, -32, 0), 0);
  ck_assert_int_eq (moved (m, 8, -24, 0), 0); /* only v[2] is that far behind the start */
}
END_TEST

START_TEST (alignment)
{
  object_id m = make (MIXED, false), raw = make (0, true);
  loc_id tagged = loc_shift (&objects, loc_at (&objects, raw, 16), 3, 0);
  ck_assert_int_eq (offset_of (loc_align (&objects, tagged, 4)), 16);
  ck_assert_int_eq (offset_of (loc_align (&objects, loc_at (&objects, m, 32), 8)), 32);
  ck_assert_int_eq (offset_of (loc_align (&objects, loc_at (&objects, m, 32), 4096)),
                    OFFSET_ANYWHERE);
}
END_TEST

START_TEST (too_many_become_one)
{
  object_id raw = make (0, true);
  for (int i = 0; i < MOST_UNTYPED_LOCATIONS; i++)
    ck_assert_int_eq (folded (raw, i * 8), i * 8);
  ck_assert_uint_eq (objects.v.v[raw].whole, 0);
  loc_id whole = loc_at (&objects, raw, 8 * MOST_UNTYPED_LOCATIONS);
  ck_assert_uint_eq (objects.v.v[raw].whole, whole);
  ck_assert_uint_eq (objects.became_whole.n, 1);
  ck_assert_uint_eq (loc_at (&objects, raw, 8), whole);
  ck_assert_uint_eq (loc_anywhere (&objects, raw), whole);
  ck_assert_uint_eq (loc_everything (&objects, raw), whole);
}
END_TEST

START_TEST (stray_pointers_leave_fields_apart)
{
  object_id o = make (LARGE, false);
  ck_assert_int_eq (folded (o, 1), 1);
  for (int64_t i = 0; i < LARGE_FIELDS * 8; i++)
    loc_at (&objects, o, i);
  ck_assert_uint_eq (objects.v.v[o].whole, 0);
  for (int64_t i = 0; i < LARGE_FIELDS; i++)
    ck_assert_int_eq (folded (o, 8 * i), 8 * i);
  ck_assert_int_eq (folded (o, 1), 1);
  ck_assert_int_eq (folded (o, 8 * (LARGE_FIELDS - 1) + 1), OFFSET_ANYWHERE);
}
END_TEST

START_TEST (layout_of_a_part)
{
  object_id g = make (GRID, false), part = make (0, false), all = make (0, false);
  objects.v.v[part].size = objects.v.v[all].size = 0;
  object_lay_out_as (&objects, part, g, 8, 160);
  ck_assert_uint_eq (objects.v.v[part].type, ROWS);
  object_lay_out_as (&objects, all, g, 0, 0);
  ck_assert_uint_eq (objects.v.v[all].type, GRID);
  object_lay_out_as (&objects, all, g, 8, 160); /* it has one already */
  ck_assert_uint_eq (objects.v.v[all].type, GRID);
}
END_TEST

/* In the order of offsets, whatever order they were made in; without those that are made later. */
START_TEST (locations_in_order)
{
  object_id o = make (LARGE, false);
  loc_id at_64 = loc_at (&objects, o, 64), at_0 = loc_at (&objects, o, 0), at_8 = loc_at (&objects, o, 8);
  struct placed_locs placed = {0}, some = {0};
  struct bitset wanted = {0};
  struct locs_of_object in = placed_in (&placed, &objects, o, NULL);
  ck_assert_uint_eq (in.end - in.first, 3);
  ck_assert_uint_eq (placed.v.v[in.first].loc, at_0);
  ck_assert_uint_eq (placed.v.v[in.first + 1].loc, at_8);
  ck_assert_uint_eq (placed.v.v[in.first + 2].loc, at_64);
  ck_assert_uint_eq (placed_behind (&placed, in, -1), in.first);
  ck_assert_uint_eq (placed_behind (&placed, in, 8), in.first + 2);
  ck_assert_uint_eq (placed_behind (&placed, in, 64), in.end);
  ck_assert_uint_eq (in.newest, objects.v.v[o].first_loc);
  loc_at (&objects, o, 16);
  ck_assert_uint_ne (placed_in (&placed, &objects, o, NULL).newest, objects.v.v[o].first_loc);
  bitset_add (&wanted, at_8);
  in = placed_in (&some, &objects, o, &wanted);
  ck_assert_uint_eq (in.end - in.first, 1);
  ck_assert_uint_eq (some.v.v[in.first].loc, at_8);
  bitset_free (&wanted);
  placed_free (&placed);
  placed_free (&some);
}
END_TEST

START_TEST (keys)
{
  object_id a = object_make (&objects, OBJECT_HEAP, 1, 2, 0);
  object_id b = object_make (&objects, OBJECT_HEAP, 1, 2, 3);
  ck_assert_uint_ne (a, b);
  ck_assert_uint_eq (object_make (&objects, OBJECT_HEAP, 1, 2, 0), a);
  ck_assert_uint_eq (object_find (&objects, OBJECT_HEAP, 1, 2, 3), b);
  ck_assert_uint_eq (object_find (&objects, OBJECT_HEAP, 2, 1, 0), 0);
}
END_TEST

Suite *program_suite (void)
{
  Suite *suite = suite_create ("program");
  TCase *c = tcase_create ("objects");
  tcase_add_checked_fixture (c, set_up, tear_down);
  tcase_add_test (c, elements_are_one);
  tcase_add_test (c, one_byte_has_one_location);
  tcase_add_test (c, union_takes_the_largest);
  tcase_add_test (c, moves_up);
  tcase_add_test (c, moves_lose_nothing);
  tcase_add_test (c, steps);
  tcase_add_test (c, container_in_front_of_its_array);
  tcase_add_test (c, alignment);
  tcase_add_test (c, too_many_become_one);
  tcase_add_test (c, stray_pointers_leave_fields_apart);
  tcase_add_test (c, layout_of_a_part);
  tcase_add_test (c, locations_in_order);
  tcase_add_test (c, keys);
  suite_add_tcase (suite, c);
  return suite;
}
