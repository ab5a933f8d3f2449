/* Tests of analysis/load/objfile.c, archive.c and inflate.c: damage is a message, never a crash. */

#include "objfile-make.h"

#include <ar.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

Suite *damage_suite (void);

/* Reads all that the reader claims to have found, for AddressSanitizer. */
static void touch_everything (void)
{
  size_t sum = 0;
  for (size_t i = 0; i < object_files.n; i++) {
    struct objfile *o = &object_files.v[i];
    ck_assert_int_eq (o->facts != NULL, o->facts_size > 0);
    ck_assert_ptr_eq (strstr (o->name, "memory"), o->name);
    for (size_t j = 0; j < o->facts_size; j++)
      sum += o->facts[j];
    for (size_t j = 0; j < o->n_symbols; j++) {
      ck_assert_uint_le (o->symbols[j].state, OBJSYM_COMMON);
      ck_assert_uint_gt (strlen (o->symbols[j].name), 0);
    }
  }
  ck_assert_uint_lt (sum, SIZE_MAX);
}

/* Inputs small enough to be damaged in every place. */
static const char *const victims[] = {"a.o", "lib.a", "zlib.o", "zstd.o", "slim.o", "program"};
enum { N_VICTIMS = sizeof victims / sizeof *victims };

static uint8_t *make_victim (int which, size_t *size)
{
  assemble ("a");
  assemble (LONG_NAME);
  compile_main ("");
  run ("ar rcs lib.a a.o %s.o", LONG_NAME);
  run ("objcopy --compress-debug-sections=zlib main.o zlib.o");
  run ("objcopy --compress-debug-sections=zstd main.o zstd.o");
  run ("gcc -flto -c -o slim.o -xc - </dev/null && gcc -flto -c main.c -o slim.o");
  run ("ld -r -o r.o a.o && ld -shared -s --build-id r.o -o program && "
       "objcopy --add-gnu-debuglink=a.o program");
  return read_bytes (victims[which], size);
}

/* All these object_files end with something needed: every shorter one must be complained about.
   Only in an archive a member can be missing without a trace. */
START_TEST (test_truncation)
{
  size_t size;
  uint8_t *bytes = make_victim (_i, &size);
  for (size_t n = 0; n < size; n++) {
    bool ok = add_in_memory (bytes, n);
    touch_everything ();
    if (_i != 1)
      ck_assert_msg (!ok && n_object_messages == 1, "%zu bytes of %s: %s", n, victims[_i],
                     object_messages);
    else
      ck_assert_msg (n_object_messages > 0 || object_files.n < 2, "%zu bytes of %s", n,
                     victims[_i]);
    objfiles_free (&object_files);
  }
  ck_assert (add_in_memory (bytes, size) && n_object_messages == 0);
  free (bytes);
}
END_TEST

START_TEST (test_flipped_bytes)
{
  size_t size;
  uint8_t *bytes = make_victim (_i, &size);
  uint8_t *damaged = malloc (size);
  unsigned seed = 1 + _i, complaints = 0;
  for (int round = 0; round < 20000; round++) {
    memcpy (damaged, bytes, size);
    for (int flips = 1 + rand_r (&seed) % 4; flips > 0; flips--)
      damaged[rand_r (&seed) % size] = rand_r (&seed);
    bool ok = add_in_memory (damaged, size);
    touch_everything ();
    ck_assert_msg (ok || n_object_messages > 0, "silent failure in round %d", round);
    ck_assert (n_object_messages == 0 || strncmp (object_messages, "memory", 6) == 0);
    complaints += n_object_messages > 0;
    objfiles_free (&object_files);
  }
  ck_assert_uint_gt (complaints, 200);
  ck_assert_uint_lt (complaints, 20000);
  free (damaged);
  free (bytes);
}
END_TEST

/* _i: a thin archive of object_files and of a flattened archive, or a program with a debug file, at
   their place on disk, where damage can make them refer to anything. */
START_TEST (test_flipped_bytes_on_disk)
{
  assemble ("a");
  assemble ("b");
  link_and_split ("-Wl,--build-id,-e,main -nostdlib -static");
  run ("ar rcs inner.a a.o b.o && ar rcsT 0 inner.a a.o b.o && mv bin/p 1");
  size_t size;
  unsigned seed = 1 + _i, complaints = 0, found = 0;
  char *name = _i ? "1" : "0";
  uint8_t *bytes = read_bytes (name, &size), *damaged = malloc (size);
  for (int round = 0; round < 5000; round++) {
    memcpy (damaged, bytes, size);
    damaged[rand_r (&seed) % size] = rand_r (&seed);
    write_bytes (name, damaged, size);
    bool ok = add_object (name);
    ck_assert_msg (ok || n_object_messages > 0, "silent failure in round %d", round);
    complaints += n_object_messages > 0;
    for (size_t i = 0; i < object_files.n; i++)
      found += object_files.v[i].facts != NULL;
    objfiles_free (&object_files);
  }
  ck_assert_uint_gt (complaints, 10);
  ck_assert_uint_gt (found, 1000);
  free (damaged);
  free (bytes);
}
END_TEST

START_TEST (test_damaged_member)
{
  assemble ("a");
  assemble ("b");
  assemble ("c");
  run ("ar rcs lib.a a.o b.o c.o");
  size_t size;
  uint8_t *bytes = read_bytes ("lib.a", &size);
  uint8_t *header = memmem (bytes, size, "b.o/", 4);
  ck_assert_ptr_nonnull (header);

  uint8_t saved = header[offsetof (struct ar_hdr, ar_fmag)];
  header[offsetof (struct ar_hdr, ar_fmag)] = '?';
  ck_assert (add_in_memory (bytes, size));
  check_message ("memory: the header of a member is damaged, at offset ");
  ck_assert_uint_eq (object_files.n, 2);
  check_facts ("memory(a.o)", "<a>");
  check_facts ("memory(c.o)", "<c>");
  header[offsetof (struct ar_hdr, ar_fmag)] = saved;
  objfiles_free (&object_files);

  header[offsetof (struct ar_hdr, ar_size) + 9] = 'x';
  ck_assert (add_in_memory (bytes, size));
  check_message ("memory: the header of a member is damaged, at offset ");
  ck_assert_uint_eq (object_files.n, 2);
  objfiles_free (&object_files);

  memcpy (header + offsetof (struct ar_hdr, ar_size), "9999999999", 10);
  ck_assert (add_in_memory (bytes, size));
  check_message ("memory(b.o): is cut off");
  ck_assert_uint_eq (object_files.n, 2);
  check_facts ("memory(c.o)", "<c>");
  free (bytes);
}
END_TEST

START_TEST (test_foreign_members)
{
  assemble ("a");
  run ("ar rcs inner.a a.o && echo text >t && : >empty && head -c 100 a.o >short.o");
  run ("ar rcs lib.a inner.a t empty short.o a.o >log 2>&1"); /* where plugins of ar complain */
  ck_assert (add_object ("lib.a"));
  ck_assert_int_eq (n_object_messages, 4);
  check_message ("lib.a(inner.a): is an archive in an archive");
  check_message ("lib.a(t): is a text file");
  check_message ("lib.a(empty): is empty");
  check_message ("lib.a(short.o): cannot be read: ");
  ck_assert_uint_eq (object_files.n, 1);
  check_facts ("lib.a(a.o)", "<a>");
}
END_TEST

START_TEST (test_names_cannot_control_the_terminal)
{
  struct bytes b = {0};
  append_bytes (&b, ARMAG, SARMAG);
  put_member (&b, "\033[2J\n/", 2);
  append_bytes (&b, "\1\2", 2);
  ck_assert (!add_in_memory (b.p, b.n));
  check_message ("memory(?[2J?): is neither");
  free (b.p);
  write_thin ("thin.a", "\033[2J");
  ck_assert (!add_object ("thin.a"));
  check_message ("thin.a(?[2J): ?[2J: No such file");
}
END_TEST

START_TEST (test_damaged_symbols_keep_facts)
{
  elf_wide = true;
  elf_big = false;
  struct bytes facts = {0};
  append_bytes (&facts, "facts", 5);
  struct bytes elf = make_object (facts, 0);
  uint8_t *name = memmem (elf.p, elf.n, "\x09\0\0\0\x10\0\0\0", 8);
  ck_assert_ptr_nonnull (name);
  name[3] = 1;
  ck_assert (add_in_memory (elf.p, elf.n));
  check_message ("memory: not all symbols are known: names of its symbols lie outside");
  check_facts ("memory", "facts");
  ck_assert (object_called ("memory")->damaged);
  ck_assert_int_eq (symbol_letter (object_called ("memory"), "defined"), 'D');
  ck_assert_int_eq (symbol_letter (object_called ("memory"), "undefined"), '-');
  free (facts.p);
  free (elf.p);
}
END_TEST

/* _i: one field of the ELF header or of a section header that is changed. */
static const struct {
  int section; /* -1: the ELF header */
  size_t offset, size;
  uint64_t value;
  const char *message; /* NULL: none, but there are no facts */
} header_damage[] = {
    {-1, EI_CLASS, 1, 3, "its ELF class"},
    {-1, EI_DATA, 1, 0, "its byte order"},
    {-1, offsetof (Elf64_Ehdr, e_type), 2, ET_CORE, "it is a core dump"},
    {-1, offsetof (Elf64_Ehdr, e_type), 2, 0x1234, "its ELF type is unknown"},
    {-1, offsetof (Elf64_Ehdr, e_shoff), 8, UINT64_MAX, "its section table lies outside"},
    {-1, offsetof (Elf64_Ehdr, e_shoff), 8, 0, NULL},
    {-1, offsetof (Elf64_Ehdr, e_shentsize), 2, 63, "the size of its section headers"},
    {-1, offsetof (Elf64_Ehdr, e_shentsize), 2, 5000, "its section table lies outside"},
    {-1, offsetof (Elf64_Ehdr, e_shnum), 2, 6, "its section table lies outside"},
    {-1, offsetof (Elf64_Ehdr, e_shstrndx), 2, 5, "its section names are missing"},
    {-1, offsetof (Elf64_Ehdr, e_shstrndx), 2, 0, NULL},
    {4, offsetof (Elf64_Shdr, sh_size), 8, 40, "its section names are damaged"},
    {4, offsetof (Elf64_Shdr, sh_size), 8, 0, "its section names are damaged"},
    {1, offsetof (Elf64_Shdr, sh_name), 4, UINT32_MAX, NULL},
    {1, offsetof (Elf64_Shdr, sh_type), 4, SHT_NOBITS, NULL},
    {1, offsetof (Elf64_Shdr, sh_offset), 8, UINT64_MAX, "its facts lie outside"},
    {1, offsetof (Elf64_Shdr, sh_size), 8, UINT64_MAX, "its facts lie outside"},
    {2, offsetof (Elf64_Shdr, sh_entsize), 8, 1, "the header of its symbol table is damaged"},
    {2, offsetof (Elf64_Shdr, sh_link), 4, 5, "the header of its symbol table is damaged"},
    {2, offsetof (Elf64_Shdr, sh_size), 8, UINT64_MAX, "its symbol table lies outside"},
    {3, offsetof (Elf64_Shdr, sh_offset), 8, UINT64_MAX, "its symbol table lies outside"},
};
enum { N_HEADER_DAMAGE = sizeof header_damage / sizeof *header_damage };

START_TEST (test_damaged_headers)
{
  struct bytes facts = {0};
  elf_wide = true;
  elf_big = false;
  append_bytes (&facts, "facts", 5);
  struct bytes elf = make_object (facts, 0);
  size_t at = header_damage[_i].offset;
  if (header_damage[_i].section >= 0)
    at += elf.n - (5 - header_damage[_i].section) * sizeof (Elf64_Shdr);
  for (size_t i = 0; i < header_damage[_i].size; i++)
    elf.p[at + i] = header_damage[_i].value >> 8 * i;
  bool ok = add_in_memory (elf.p, elf.n);
  if (header_damage[_i].message)
    check_message (header_damage[_i].message);
  else {
    ck_assert_msg (ok && n_object_messages == 0, "%s", object_messages);
    ck_assert_ptr_null (object_called ("memory")->facts);
  }
  free (facts.p);
  free (elf.p);
}
END_TEST

/* Extended numbering makes section 0 be read before the number of sections is known. */
START_TEST (test_section_0_outside)
{
  elf_wide = true;
  elf_big = false;
  struct bytes elf = make_object ((struct bytes){0}, 0);
  Elf64_Ehdr header;
  memcpy (&header, elf.p, sizeof header);
  header.e_shnum = 0;
  header.e_shoff = elf.n - sizeof (Elf64_Shdr) + 1;
  memcpy (elf.p, &header, sizeof header);
  ck_assert (!add_in_memory (elf.p, elf.n));
  check_message ("memory: cannot be read: its section table lies outside");
  free (elf.p);
}
END_TEST

/* An object whose only contents are the symbols in TABLE, in GCC's format. */
static void add_slim (const void *table, size_t size)
{
  struct section sections[4] = {
      {.name = "", .type = SHT_NULL},
      {.name = ".gnu.lto_.lto.1",
       .type = SHT_PROGBITS,
       .contents = {(uint8_t *)"\0\0\0\0\1", 5, 0}},
      {.name = ".gnu.lto_.symtab.1", .type = SHT_PROGBITS, .contents = {(uint8_t *)table, size, 0}},
      {.name = ".shstrtab", .type = SHT_STRTAB},
  };
  elf_wide = true;
  elf_big = false;
  struct bytes elf = make_elf (sections, 4);
  objfiles_free (&object_files);
  ck_assert (add_in_memory (elf.p, elf.n));
  free (elf.p);
}

START_TEST (test_damaged_lto_symbols)
{
  char table[] = "one\0key\0\1.size....slot"
                 "two\0\0\2.size....slot";
  enum { FIRST = 22, SIZE = sizeof table - 1 };
  add_slim (table, SIZE);
  ck_assert_msg (n_object_messages == 0, "%s", object_messages);
  ck_assert_int_eq (symbol_letter (object_called ("memory"), "one"), 'W');
  ck_assert_int_eq (symbol_letter (object_called ("memory"), "two"), 'U');
  for (size_t n = 1; n < SIZE; n++) {
    add_slim (table, n);
    ck_assert_int_eq (n_object_messages, n != FIRST);
    ck_assert_int_eq (symbol_letter (object_called ("memory"), "one"), n < FIRST ? '-' : 'W');
    ck_assert_int_eq (symbol_letter (object_called ("memory"), "two"), '-');
  }
  table[8] = 5;
  add_slim (table, SIZE);
  check_message ("its LTO symbols are damaged");
}
END_TEST

/* _i: the method.  Whatever the header claims, the object stays without facts and the others go on.
 */
START_TEST (test_compressed_lies)
{
  static char text[300000];
  static const struct {
    uint64_t claimed;
    const char *message;
  } lies[] = {
      {0, "larger than their header says"},
      {sizeof text - 1, "larger than their header says"},
      {sizeof text + 1, "smaller than their header says"},
      {(uint64_t)1 << 30, "smaller than their header says"},
      {((uint64_t)1 << 30) + 1, "absurd size"},
      {UINT64_MAX, "absurd size"},
  };
  elf_wide = true;
  elf_big = false;
  for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
    struct bytes facts = compress_text (_i, text, sizeof text, lies[i].claimed);
    struct bytes elf = make_object (facts, SHF_COMPRESSED);
    ck_assert (add_in_memory (elf.p, elf.n));
    check_message ("memory: has no usable facts: ");
    check_message (lies[i].message);
    ck_assert_ptr_null (object_called ("memory")->facts);
    ck_assert (object_called ("memory")->damaged);
    ck_assert_int_eq (symbol_letter (object_called ("memory"), "defined"), 'D');
    objfiles_free (&object_files);
    free (facts.p);
    free (elf.p);
  }
}
END_TEST

/* _i: the method, or one that does not exist. */
START_TEST (test_compressed_damage)
{
  char text[1000];
  elf_wide = true;
  elf_big = false;
  for (size_t i = 0; i < sizeof text; i++)
    text[i] = i * i;
  struct bytes facts = compress_text (_i, text, sizeof text, sizeof text);
  size_t whole = facts.n;
  for (facts.n = 1; facts.n < whole; facts.n++) {
    struct bytes elf = make_object (facts, SHF_COMPRESSED);
    ck_assert (add_in_memory (elf.p, elf.n));
    check_message (facts.n < sizeof (Elf64_Chdr) ? "is cut off"
                   : _i > 2                      ? "does not know"
                                                 : "are damaged");
    ck_assert_ptr_null (object_called ("memory")->facts);
    objfiles_free (&object_files);
    free (elf.p);
  }
  free (facts.p);
}
END_TEST

/* Many sections that all claim the same bytes must not multiply them. */
START_TEST (test_overlapping_sections)
{
  enum { N = 3000, SIZE = 1 << 20 };
  static struct section sections[N + 2];
  elf_wide = true;
  elf_big = false;
  for (size_t i = 0; i <= N + 1; i++)
    sections[i] = (struct section){.name = ".debug.racecheck", .type = SHT_PROGBITS};
  sections[1].contents = (struct bytes){calloc (1, SIZE), SIZE, 0};
  struct bytes elf = make_elf (sections, N + 2);
  Elf64_Ehdr header;
  memcpy (&header, elf.p, sizeof header);
  for (size_t i = 2; i <= N; i++)
    memcpy (elf.p + header.e_shoff + i * sizeof (Elf64_Shdr) + offsetof (Elf64_Shdr, sh_offset),
            elf.p + header.e_shoff + sizeof (Elf64_Shdr) + offsetof (Elf64_Shdr, sh_offset), 16);
  ck_assert (add_in_memory (elf.p, elf.n));
  check_message ("memory: has no usable facts: its facts sections overlap");
  ck_assert_ptr_null (object_called ("memory")->facts);
  free (sections[1].contents.p);
  free (elf.p);
}
END_TEST

Suite *damage_suite (void)
{
  Suite *suite = suite_create ("damage");
  TCase *tests = object_group (suite, "damage");
  tcase_add_loop_test (tests, test_truncation, 0, N_VICTIMS);
  tcase_add_loop_test (tests, test_flipped_bytes, 0, N_VICTIMS);
  tcase_add_loop_test (tests, test_flipped_bytes_on_disk, 0, 2);
  tcase_add_test (tests, test_damaged_member);
  tcase_add_test (tests, test_foreign_members);
  tcase_add_test (tests, test_names_cannot_control_the_terminal);
  tcase_add_test (tests, test_damaged_symbols_keep_facts);
  tcase_add_loop_test (tests, test_damaged_headers, 0, N_HEADER_DAMAGE);
  tcase_add_test (tests, test_section_0_outside);
  tcase_add_test (tests, test_damaged_lto_symbols);
  tcase_add_loop_test (tests, test_compressed_lies, 1, 3);
  tcase_add_loop_test (tests, test_compressed_damage, 1, 4);
  tcase_add_test (tests, test_overlapping_sections);
  return suite;
}
