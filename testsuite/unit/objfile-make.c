/* See objfile-make.h.  What is built in memory is given to the reader in blocks of exactly its
   size, so that AddressSanitizer sees every byte read beyond. */

#include "objfile-make.h"

#include <ar.h>
#include <elf.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

static char directory[64];
static int old_directory, free_descriptor;
struct objfiles object_files;
char object_messages[4096];
int n_object_messages;

void collect_object_message (void *context, const char *message)
{
  ck_assert_ptr_eq (context, object_messages);
  size_t used = strlen (object_messages);
  snprintf (object_messages + used, sizeof object_messages - used, "%s\n", message);
  n_object_messages++;
}

static void set_up (void)
{
  strcpy (directory, "/tmp/test-objfile-XXXXXX");
  old_directory = open (".", O_RDONLY | O_DIRECTORY);
  free_descriptor = dup (old_directory);
  close (free_descriptor);
  ck_assert (mkdtemp (directory) && chdir (directory) == 0);
  object_files = (struct objfiles){.debug_directory = "/nonexistent"};
}

/* The reader promises to keep no file mapped or open. */
static void check_nothing_held (void)
{
  char line[4096];
  FILE *maps = fopen ("/proc/self/maps", "r");
  ck_assert_ptr_nonnull (maps);
  ck_assert_int_eq (fileno (maps), free_descriptor);
  while (fgets (line, sizeof line, maps))
    ck_assert_msg (!strstr (line, directory), "still mapped: %s", line);
  fclose (maps);
}

static void tear_down (void)
{
  char command[128];
  check_nothing_held ();
  objfiles_free (&object_files);
  snprintf (command, sizeof command, "rm -rf %s", directory);
  ck_assert (fchdir (old_directory) == 0 && close (old_directory) == 0 && system (command) == 0);
}

bool succeeds (const char *format, ...)
{
  char command[1024];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (command, sizeof command, format, arguments);
  va_end (arguments);
  return system (command) == 0;
}

void write_bytes (const char *name, const void *bytes, size_t size)
{
  FILE *f = fopen (name, "wb");
  ck_assert (f && fwrite (bytes, 1, size, f) == size && fclose (f) == 0);
}

uint8_t *read_bytes (const char *name, size_t *size)
{
  struct stat status;
  FILE *f = fopen (name, "rb");
  ck_assert (f && fstat (fileno (f), &status) == 0);
  uint8_t *bytes = malloc (*size = status.st_size);
  ck_assert (bytes && fread (bytes, 1, *size, f) == *size && fclose (f) == 0);
  return bytes;
}

bool add_object (const char *path)
{
  object_messages[0] = n_object_messages = 0;
  return objfiles_add (&object_files, path, collect_object_message, object_messages);
}

bool add_in_memory (const void *bytes, size_t size)
{
  object_messages[0] = n_object_messages = 0;
  void *exact = malloc (size);
  memcpy (exact, bytes, size);
  bool ok = objfiles_add_memory (&object_files, "memory", exact, size, collect_object_message,
                                 object_messages);
  free (exact);
  return ok;
}

void add_object_cleanly (const char *path)
{
  ck_assert_msg (add_object (path) && n_object_messages == 0, "%s: %s", path, object_messages);
}

struct objfile *object_called (const char *name)
{
  for (size_t i = 0; i < object_files.n; i++)
    if (strcmp (object_files.v[i].name, name) == 0)
      return &object_files.v[i];
  ck_abort_msg ("no object %s among %zu; %s", name, object_files.n, object_messages);
}

void check_facts (const char *name, const char *facts)
{
  struct objfile *o = object_called (name);
  ck_assert_msg (
      o->facts && o->facts_size == strlen (facts) && memcmp (o->facts, facts, o->facts_size) == 0,
      "%s: facts '%.*s' instead of '%s'", name, (int)o->facts_size, (char *)o->facts, facts);
}

void check_message (const char *text)
{
  ck_assert_msg (strstr (object_messages, text) != NULL, "no '%s' in: %s", text, object_messages);
}

char symbol_letter (const struct objfile *o, const char *name)
{
  char found = '-';
  for (size_t i = 0; i < o->n_symbols; i++)
    if (strcmp (o->symbols[i].name, name) == 0)
      found = found == '-' ? "UwDWC"[o->symbols[i].state] : '-';
  return found;
}

void assemble (const char *name)
{
  char source[512], file[128];
  snprintf (file, sizeof file, "%s.s", name);
  int n = snprintf (source, sizeof source,
                    " .data\n .globl %s\n%s: .long 0\n .section .debug.racecheck,\"\",@progbits\n"
                    " .ascii \"<%s>\"\n .section .note.GNU-stack,\"\",@progbits\n",
                    name, name, name);
  write_bytes (file, source, n);
  run ("gcc -c %s.s -o %s.o", name, name);
}

char main_facts[4096];

void compile_main (const char *options)
{
  static const char source[] = "int main (void) { return 0; }\n"
                               "__asm__ (\".pushsection .debug.racecheck,\\\"\\\",@progbits\\n\"\n"
                               "\".ascii \\\"<main>\\\"\\n .fill 4000,1,0x41\\n .popsection\");\n";
  write_bytes ("main.c", source, sizeof source - 1);
  run ("gcc -c %s main.c -o main.o", options);
  strcpy (main_facts, "<main>");
  memset (main_facts + 6, 'A', 4000);
  main_facts[4006] = 0;
}

/* ELF in memory. */

void append_bytes (struct bytes *b, const void *p, size_t n)
{
  if (n == 0)
    return;
  if (n > b->room - b->n) {
    b->room = 2 * b->room + n;
    b->p = realloc (b->p, b->room);
    ck_assert_ptr_nonnull (b->p);
  }
  memcpy (b->p + b->n, p, n);
  b->n += n;
}

bool elf_wide, elf_big;

void put_number (struct bytes *b, size_t size, uint64_t value)
{
  for (size_t i = 0; i < size; i++) {
    uint8_t byte = value >> 8 * (elf_big ? size - 1 - i : i);
    append_bytes (b, &byte, 1);
  }
}

void put_word (struct bytes *b, uint64_t value)
{
  put_number (b, elf_wide ? 8 : 4, value);
}

static void put_section_header (struct bytes *b, uint32_t name, const struct section *s,
                                size_t offset)
{
  put_number (b, 4, name);
  put_number (b, 4, s->type);
  put_word (b, s->flags);
  put_word (b, 0);
  put_word (b, offset);
  put_word (b, s->contents.n);
  put_number (b, 4, s->link);
  put_number (b, 4, 0);
  put_word (b, 1);
  put_word (b, s->entry_size);
}

struct bytes make_elf (const struct section *sections, size_t n)
{
  size_t header = elf_wide ? sizeof (Elf64_Ehdr) : sizeof (Elf32_Ehdr), end = header;
  struct bytes b = {0}, names = {0}, table = {0};
  for (size_t i = 0; i < n; i++) {
    struct section s = sections[i];
    size_t name = names.n;
    append_bytes (&names, s.name, strlen (s.name) + 1);
    if (i == n - 1)
      s.contents = names;
    put_section_header (&table, name, &s, end);
    end += s.contents.n;
  }
  append_bytes (&b, ELFMAG, SELFMAG);
  append_bytes (
      &b, (uint8_t[12]){elf_wide ? ELFCLASS64 : ELFCLASS32, elf_big ? ELFDATA2MSB : ELFDATA2LSB, 1},
      12);
  put_number (&b, 2, ET_REL);
  put_number (&b, 2, EM_NONE);
  put_number (&b, 4, 1);
  put_word (&b, 0);
  put_word (&b, 0);
  put_word (&b, end);
  put_number (&b, 4, 0);
  put_number (&b, 2, header);
  put_number (&b, 4, 0);
  put_number (&b, 2, elf_wide ? sizeof (Elf64_Shdr) : sizeof (Elf32_Shdr));
  put_number (&b, 2, n);
  put_number (&b, 2, n - 1);
  ck_assert_uint_eq (b.n, header);
  for (size_t i = 0; i < n - 1; i++)
    append_bytes (&b, sections[i].contents.p, sections[i].contents.n);
  append_bytes (&b, names.p, names.n);
  append_bytes (&b, table.p, table.n);
  free (names.p);
  free (table.p);
  return b;
}

void put_symbol (struct bytes *b, uint32_t name, uint8_t info, uint16_t section)
{
  put_number (b, 4, name);
  if (!elf_wide) {
    put_word (b, 0);
    put_word (b, 0);
  }
  put_number (b, 1, info);
  put_number (b, 1, 0);
  put_number (b, 2, section);
  if (elf_wide) {
    put_word (b, 0);
    put_word (b, 0);
  }
}

struct bytes make_object (struct bytes facts, uint64_t flags)
{
  static const char names[] = "\0defined\0undefined";
  struct section sections[5] = {
      {.name = "", .type = SHT_NULL},
      {.name = ".debug.racecheck", .type = SHT_PROGBITS, .flags = flags, .contents = facts},
      {.name = ".symtab", .type = SHT_SYMTAB, .link = 3, .entry_size = elf_wide ? 24 : 16},
      {.name = ".strtab", .type = SHT_STRTAB, .contents = {(uint8_t *)names, sizeof names, 0}},
      {.name = ".shstrtab", .type = SHT_STRTAB},
  };
  put_symbol (&sections[2].contents, 0, 0, 0);
  put_symbol (&sections[2].contents, 1, STB_GLOBAL << 4, 1);
  put_symbol (&sections[2].contents, 9, STB_GLOBAL << 4, 0);
  struct bytes elf = make_elf (sections, 5);
  free (sections[2].contents.p);
  return elf;
}

struct bytes compress_text (uint32_t method, const void *text, size_t size, uint64_t claimed)
{
  struct bytes b = {0};
  put_number (&b, 4, method);
  if (elf_wide)
    put_number (&b, 4, 0);
  put_word (&b, claimed);
  put_word (&b, 1);
  size_t room = method == COMPRESSION_ZLIB ? compressBound (size) : ZSTD_compressBound (size);
  uint8_t *out = malloc (room);
  if (method == COMPRESSION_ZLIB) {
    uLongf n = room;
    ck_assert_int_eq (compress (out, &n, text, size), Z_OK);
    room = n;
  } else
    room = ZSTD_compress (out, room, text, size, 3);
  append_bytes (&b, out, room);
  free (out);
  return b;
}

void link_and_split (const char *options)
{
  compile_main ("");
  run ("gcc %s main.o -o whole", options);
  run ("objcopy --only-keep-debug whole p.debug");
  run ("mkdir bin && objcopy --strip-debug --add-gnu-debuglink=p.debug whole bin/p");
}

void put_member (struct bytes *b, const char *name, size_t size)
{
  char header[96];
  snprintf (header, sizeof header, "%-16s%-12d%-6d%-6d%-8d%-10zu`\n", name, 0, 0, 0, 644, size);
  append_bytes (b, header, sizeof (struct ar_hdr));
}

void write_thin (const char *file, const char *name)
{
  struct bytes b = {0};
  append_bytes (&b, "!<thin>\n", 8);
  put_member (&b, "//", strlen (name) + 2);
  append_bytes (&b, name, strlen (name));
  append_bytes (&b, "/\n\n", strlen (name) % 2 ? 3 : 2);
  put_member (&b, "/0", 1);
  write_bytes (file, b.p, b.n);
  free (b.p);
}

TCase *object_group (Suite *suite, const char *name)
{
  TCase *tests = tcase_create (name);
  tcase_add_checked_fixture (tests, set_up, tear_down);
  tcase_set_timeout (tests, 120);
  suite_add_tcase (suite, tests);
  return tests;
}
