/* Random tests of the facts format.  What the writer made of any unit, the reader gives back; and
   whatever happens to a section, reading it ends, in bounded memory, with units that can be used or
   with a reason. */

#include "facts-samples.h"
#include "objfile.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Round trips */

enum { SMALL_UNITS = 3000, LARGE_UNITS = 12 };

static void check_round_trip (uint64_t seed, unsigned size)
{
  struct sample *s = sample_new (seed, size);
  struct arena arena = {0};
  const char *why = NULL;
  struct unit *u = read_section (s->blob, s->size, &arena, &why);
  if (!u)
    ck_abort_msg ("seed %d: %s", (int)seed, why);
  sample_compare (s, u);
  arena_free (&arena);
  ck_assert_uint_eq (use_section (s->blob, s->size), 1);
  sample_free (s);
}

START_TEST (small_units_come_back)
{
  for (int i = 0; i < SMALL_UNITS; i++)
    check_round_trip ((uint64_t)i, 1 + (unsigned)i % 6);
}
END_TEST

START_TEST (large_units_come_back)
{
  for (int i = 0; i < LARGE_UNITS; i++)
    check_round_trip ((uint64_t)i + 1000000, 20);
}
END_TEST

START_TEST (writing_is_deterministic)
{
  struct sample *a = sample_new (7, 12), *b = sample_new (7, 12);
  ck_assert_uint_eq (a->size, b->size);
  ck_assert_mem_eq (a->blob, b->blob, a->size);
  sample_free (a);
  sample_free (b);
}
END_TEST

/* Damage */

struct section {
  uint8_t *bytes;
  size_t size;
};

/* What the plugin makes of testsuite/fuzz/constructs.c.  PLUGIN, TESTSUITE and CC as in testsuite/run;
   otherwise the working directory is the repository. */
static struct section compiled_section (void)
{
  const char *plugin = getenv ("PLUGIN"), *tests = getenv ("TESTSUITE"), *cc = getenv ("CC");
  char object[] = "/tmp/racecheck-facts.XXXXXX.o", command[4096];
  int fd = mkstemps (object, 2);
  ck_assert_int_ge (fd, 0);
  close (fd);
  snprintf (command, sizeof command, "%s -w -O1 -fplugin=%s -c %s/fuzz/constructs.c -o %s",
            cc ? cc : "gcc", plugin ? plugin : "build/racecheck.so", tests ? tests : "testsuite",
            object);
  ck_assert_msg (system (command) == 0, "cannot run: %s", command);
  struct objfiles files = {0};
  ck_assert (objfiles_add (&files, object, NULL, NULL));
  ck_assert_uint_eq (files.n, 1);
  ck_assert_ptr_nonnull (files.v[0].facts);
  struct section s = {files.v[0].facts, files.v[0].facts_size};
  files.v[0].facts = NULL;
  objfiles_free (&files);
  unlink (object);
  return s;
}

static struct section random_section (uint64_t seed, unsigned size)
{
  struct sample *s = sample_new (seed, size);
  struct section section = {s->blob, s->size};
  s->blob = NULL;
  sample_free (s);
  return section;
}

/* Gives SIZE bytes to the reader in a block of exactly that size. */
static unsigned use_copy (const uint8_t *bytes, size_t size, bool repaired)
{
  uint8_t *copy = xmalloc (size + !size);
  memcpy (copy, bytes, size);
  if (repaired && size >= FACTS_HEADER_SIZE)
    blob_repair (copy, size);
  unsigned n = use_section (copy, size);
  free (copy);
  return n;
}

/* Cut off, and cut off with a header that says so, which is another unit. */
static void truncate_everywhere (struct section s)
{
  ck_assert_uint_eq (use_copy (s.bytes, s.size, false), 1);
  for (size_t size = 0; size < s.size; size++) {
    ck_assert_uint_eq (use_copy (s.bytes, size, false), 0);
    use_copy (s.bytes, size, true);
  }
  free (s.bytes);
}

START_TEST (every_truncation_of_a_program)
{
  truncate_everywhere (compiled_section ());
}
END_TEST

START_TEST (every_truncation_of_random_units)
{
  for (unsigned i = 0; i < 5; i++)
    truncate_everywhere (random_section (i + 77, 4));
}
END_TEST

/* One change of the N bytes at B, which have room for twice as many. */
static size_t mutate (struct chance *c, uint8_t *b, size_t n, struct section other)
{
  static const uint8_t edges[] = {0, 1, 2, 3, 0x3f, 0x40, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff};
  size_t at = FACTS_HEADER_SIZE + below (c, (uint32_t)(n - FACTS_HEADER_SIZE));
  size_t most = n - at < 16 ? n - at : 16, length = 1 + below (c, (uint32_t)most);
  switch (below (c, 7)) {
  case 0:
    b[at] ^= (uint8_t)(1 << below (c, 8));
    return n;
  case 1:
    b[at] = edges[below (c, sizeof edges)];
    return n;
  case 2:
    b[at] = (uint8_t)(b[at] + below (c, 7) - 3);
    return n;
  case 3: /* a number too long for its place */
    memset (b + at, 0xff, length < 10 ? length : 10);
    return n;
  case 4: /* insert */
    memmove (b + at + length, b + at, n - at);
    memset (b + at, (int)below (c, 256), length);
    return n + length;
  case 5: /* delete */
    if (n - length <= FACTS_HEADER_SIZE + 1)
      return n;
    memmove (b + at, b + at + length, n - at - length);
    return n - length;
  default: { /* splice a piece of another section in */
    size_t from = below (c, (uint32_t)other.size), piece = 1 + below (c, 64);
    if (piece > other.size - from)
      piece = other.size - from;
    if (piece > n - at)
      piece = n - at;
    memcpy (b + at, other.bytes + from, piece);
    return n;
  }
  }
}

enum { CORRUPTIONS = 10000, MOST_CHANGES = 6 };

/* Of four copies three have their checksum made right again, so that the decoder is what is tested.
   Returns how many damaged units could still be read. */
static unsigned corrupt (struct section s, struct section other, uint64_t seed, unsigned times)
{
  struct chance c;
  unsigned readable = 0;
  uint8_t *b = xmalloc (s.size * 2 + 16 * MOST_CHANGES);
  chance_seed (&c, seed);
  for (unsigned i = 0; i < times; i++) {
    size_t size = s.size;
    memcpy (b, s.bytes, s.size);
    for (uint32_t k = 1 + below (&c, MOST_CHANGES); k > 0; k--)
      size = mutate (&c, b, size, other);
    bool header = one_in (&c, 50);
    if (header)
      b[below (&c, FACTS_HEADER_SIZE)] = (uint8_t)below (&c, 256);
    readable += use_copy (b, size, i % 4 != 0 && !header);
  }
  free (b);
  return readable;
}

START_TEST (corruptions_of_a_program)
{
  struct section s = compiled_section (), other = random_section (5, 8);
  unsigned readable = corrupt (s, other, 1, CORRUPTIONS / 2);
  ck_assert_uint_gt (readable, CORRUPTIONS / 2 / 100); /* else the decoder was hardly reached */
  free (s.bytes);
  free (other.bytes);
}
END_TEST

START_TEST (corruptions_of_random_units)
{
  struct section other = random_section (6, 8);
  unsigned readable = 0;
  for (unsigned i = 0; i < 50; i++) {
    struct section s = random_section (i + 900, 2 + i % 5);
    readable += corrupt (s, other, i, CORRUPTIONS / 2 / 50);
    free (s.bytes);
  }
  ck_assert_uint_gt (readable, CORRUPTIONS / 2 / 100);
  free (other.bytes);
}
END_TEST

void add_random_facts_tests (Suite *suite)
{
  TCase *round = tcase_create ("round trips"), *damage = tcase_create ("damage");
  tcase_set_timeout (round, 120);
  tcase_set_timeout (damage, 120);
  tcase_add_test (round, small_units_come_back);
  tcase_add_test (round, large_units_come_back);
  tcase_add_test (round, writing_is_deterministic);
  tcase_add_test (damage, every_truncation_of_a_program);
  tcase_add_test (damage, every_truncation_of_random_units);
  tcase_add_test (damage, corruptions_of_a_program);
  tcase_add_test (damage, corruptions_of_random_units);
  suite_add_tcase (suite, round);
  suite_add_tcase (suite, damage);
}
