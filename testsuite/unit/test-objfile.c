/* Tests of analysis/objfile.c, archive.c and inflate.c: facts and symbols are found in everything
   that assemblers, linkers, ar and objcopy make, and damage is a message, never a crash.

   Each test works in a directory of its own with tools run there.  Inputs that no tool makes
   (foreign byte orders, damage) are built in memory and given to the reader in blocks of exactly
   their size, so that AddressSanitizer sees every byte read beyond them. */

#include "objfile.h"

#include <ar.h>
#include <check.h>
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

Suite *objfile_suite (void);

static char directory[64];
static int old_directory, free_descriptor;
static struct objfiles files;
static char messages[4096]; /* those of the last call, one per line */
static int n_messages;

static void collect (void *context, const char *message)
{
  ck_assert_ptr_eq (context, messages);
  size_t used = strlen (messages);
  snprintf (messages + used, sizeof messages - used, "%s\n", message);
  n_messages++;
}

static void set_up (void)
{
  strcpy (directory, "/tmp/test-objfile-XXXXXX");
  old_directory = open (".", O_RDONLY | O_DIRECTORY);
  free_descriptor = dup (old_directory);
  close (free_descriptor);
  ck_assert (mkdtemp (directory) && chdir (directory) == 0);
  files = (struct objfiles){.debug_directory = "/nonexistent"};
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
  objfiles_free (&files);
  snprintf (command, sizeof command, "rm -rf %s", directory);
  ck_assert (fchdir (old_directory) == 0 && close (old_directory) == 0 && system (command) == 0);
}

/* Runs a shell command; true if it succeeds. */
__attribute__ ((format (printf, 1, 2))) static bool succeeds (const char *format, ...)
{
  char command[1024];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (command, sizeof command, format, arguments);
  va_end (arguments);
  return system (command) == 0;
}

#define run(...) ck_assert_msg (succeeds (__VA_ARGS__), __VA_ARGS__)

static void write_file (const char *name, const void *bytes, size_t size)
{
  FILE *f = fopen (name, "wb");
  ck_assert (f && fwrite (bytes, 1, size, f) == size && fclose (f) == 0);
}

static uint8_t *read_file (const char *name, size_t *size)
{
  struct stat status;
  FILE *f = fopen (name, "rb");
  ck_assert (f && fstat (fileno (f), &status) == 0);
  uint8_t *bytes = malloc (*size = status.st_size);
  ck_assert (bytes && fread (bytes, 1, *size, f) == *size && fclose (f) == 0);
  return bytes;
}

static bool add (const char *path)
{
  messages[0] = n_messages = 0;
  return objfiles_add (&files, path, collect, messages);
}

static bool add_memory (const void *bytes, size_t size)
{
  messages[0] = n_messages = 0;
  void *exact = malloc (size);
  memcpy (exact, bytes, size);
  bool ok = objfiles_add_memory (&files, "memory", exact, size, collect, messages);
  free (exact);
  return ok;
}

static void add_cleanly (const char *path)
{
  ck_assert_msg (add (path) && n_messages == 0, "%s: %s", path, messages);
}

/* The object called NAME. */
static struct objfile *object (const char *name)
{
  for (size_t i = 0; i < files.n; i++)
    if (strcmp (files.v[i].name, name) == 0)
      return &files.v[i];
  ck_abort_msg ("no object %s among %zu; %s", name, files.n, messages);
}

static void check_facts (const char *name, const char *facts)
{
  struct objfile *o = object (name);
  ck_assert_msg (
      o->facts && o->facts_size == strlen (facts) && memcmp (o->facts, facts, o->facts_size) == 0,
      "%s: facts '%.*s' instead of '%s'", name, (int)o->facts_size, (char *)o->facts, facts);
}

static void check_message (const char *text)
{
  ck_assert_msg (strstr (messages, text) != NULL, "no '%s' in: %s", text, messages);
}

/* The letter for what OBJECT says about NAME, as nm's; '-' if it does not have it once. */
static char symbol (const struct objfile *o, const char *name)
{
  char found = '-';
  for (size_t i = 0; i < o->n_symbols; i++)
    if (strcmp (o->symbols[i].name, name) == 0)
      found = found == '-' ? "UwDWC"[o->symbols[i].state] : '-';
  return found;
}

/* NAME.o with the facts "<NAME>" and a global symbol NAME. */
static void assemble (const char *name)
{
  char source[512], file[128];
  snprintf (file, sizeof file, "%s.s", name);
  int n = snprintf (source, sizeof source,
                    " .data\n .globl %s\n%s: .long 0\n .section .debug.racecheck,\"\",@progbits\n"
                    " .ascii \"<%s>\"\n .section .note.GNU-stack,\"\",@progbits\n",
                    name, name, name);
  write_file (file, source, n);
  run ("gcc -c %s.s -o %s.o", name, name);
}

/* main.o with the facts "<main>" followed by 4,000 bytes that compress well. */
static char main_facts[4096];
static void compile_main (const char *options)
{
  static const char source[] = "int main (void) { return 0; }\n"
                               "__asm__ (\".pushsection .debug.racecheck,\\\"\\\",@progbits\\n\"\n"
                               "\".ascii \\\"<main>\\\"\\n .fill 4000,1,0x41\\n .popsection\");\n";
  write_file ("main.c", source, sizeof source - 1);
  run ("gcc -c %s main.c -o main.o", options);
  strcpy (main_facts, "<main>");
  memset (main_facts + 6, 'A', 4000);
  main_facts[4006] = 0;
}

/* ELF in memory. */

struct bytes {
  uint8_t *p;
  size_t n, room;
};

static void put (struct bytes *b, const void *p, size_t n)
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

static bool wide, big; /* ELF64, big-endian */

static void put_number (struct bytes *b, size_t size, uint64_t value)
{
  for (size_t i = 0; i < size; i++) {
    uint8_t byte = value >> 8 * (big ? size - 1 - i : i);
    put (b, &byte, 1);
  }
}

/* A number as wide as an address. */
static void put_word (struct bytes *b, uint64_t value)
{
  put_number (b, wide ? 8 : 4, value);
}

struct section {
  const char *name;
  uint32_t type;
  uint64_t flags;
  uint32_t link;
  size_t entry_size;
  struct bytes contents;
};

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

/* A relocatable object of N sections, of which the last one must be the section names, without
   contents, and the first one stands for section 0. */
static struct bytes make_elf (const struct section *sections, size_t n)
{
  size_t header = wide ? sizeof (Elf64_Ehdr) : sizeof (Elf32_Ehdr), end = header;
  struct bytes b = {0}, names = {0}, table = {0};
  for (size_t i = 0; i < n; i++) {
    struct section s = sections[i];
    size_t name = names.n;
    put (&names, s.name, strlen (s.name) + 1);
    if (i == n - 1)
      s.contents = names;
    put_section_header (&table, name, &s, end);
    end += s.contents.n;
  }
  put (&b, ELFMAG, SELFMAG);
  put (&b, (uint8_t[12]){wide ? ELFCLASS64 : ELFCLASS32, big ? ELFDATA2MSB : ELFDATA2LSB, 1}, 12);
  put_number (&b, 2, ET_REL);
  put_number (&b, 2, EM_NONE);
  put_number (&b, 4, 1);
  put_word (&b, 0);
  put_word (&b, 0);
  put_word (&b, end);
  put_number (&b, 4, 0);
  put_number (&b, 2, header);
  put_number (&b, 4, 0);
  put_number (&b, 2, wide ? sizeof (Elf64_Shdr) : sizeof (Elf32_Shdr));
  put_number (&b, 2, n);
  put_number (&b, 2, n - 1);
  ck_assert_uint_eq (b.n, header);
  for (size_t i = 0; i < n - 1; i++)
    put (&b, sections[i].contents.p, sections[i].contents.n);
  put (&b, names.p, names.n);
  put (&b, table.p, table.n);
  free (names.p);
  free (table.p);
  return b;
}

static void put_symbol (struct bytes *b, uint32_t name, uint8_t info, uint16_t section)
{
  put_number (b, 4, name);
  if (!wide) {
    put_word (b, 0);
    put_word (b, 0);
  }
  put_number (b, 1, info);
  put_number (b, 1, 0);
  put_number (b, 2, section);
  if (wide) {
    put_word (b, 0);
    put_word (b, 0);
  }
}

/* An object whose facts section has these contents and flags, and with the symbols "defined" and
   "undefined". */
static struct bytes make_object (struct bytes facts, uint64_t flags)
{
  static const char names[] = "\0defined\0undefined";
  struct section sections[5] = {
      {.name = "", .type = SHT_NULL},
      {.name = ".debug.racecheck", .type = SHT_PROGBITS, .flags = flags, .contents = facts},
      {.name = ".symtab", .type = SHT_SYMTAB, .link = 3, .entry_size = wide ? 24 : 16},
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

/* TEXT compressed, behind a header that claims that it is CLAIMED bytes long. */
static struct bytes compress_text (uint32_t method, const void *text, size_t size, uint64_t claimed)
{
  struct bytes b = {0};
  put_number (&b, 4, method);
  if (wide)
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
  put (&b, out, room);
  free (out);
  return b;
}

/* What tools make. */

START_TEST (test_symbols)
{
  static const char source[] =
      " .globl defined, undefined, old\n .weak weak, weak_undefined\n .comm common,4\n .lcomm "
      "hidden,4\n"
      " .data\ndefined: .long undefined, weak_undefined\nweak: .long 0\nlocal: .long 0\nold: .long "
      "0\n"
      " .type unique,@gnu_unique_object\nunique: .long 0\n .long wanted_old\n"
      " .symver old,versioned@@VERSION\n .symver wanted_old,wanted@VERSION\n";
  write_file ("a.s", source, sizeof source - 1);
  run ("gcc -c a.s");
  add_cleanly ("a.o");
  struct objfile *o = object ("a.o");
  ck_assert_int_eq (o->kind, OBJFILE_RELOCATABLE);
  ck_assert_int_eq (o->archive, -1);
  ck_assert_ptr_null (o->facts);
  static const struct {
    const char *name;
    char state;
  } expected[] = {{"defined", 'D'},        {"undefined", 'U'}, {"weak", 'W'},   {"common", 'C'},
                  {"hidden", '-'},         {"local", '-'},     {"unique", 'W'}, {"wanted", 'U'},
                  {"weak_undefined", 'w'}, {"versioned", 'D'}, {"", '-'}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    ck_assert_msg (symbol (o, expected[i].name) == expected[i].state, "%s is %c", expected[i].name,
                   symbol (o, expected[i].name));
}
END_TEST

/* _i: bit 0 ELF64, bit 1 big-endian, above that the compression. */
START_TEST (test_classes_and_byte_orders)
{
  char text[100000];
  memset (text, 'f', sizeof text);
  wide = _i & 1;
  big = _i >> 1 & 1;
  unsigned method = _i >> 2;
  struct bytes facts = {0};
  if (method)
    facts = compress_text (method, text, sizeof text, sizeof text);
  else
    put (&facts, text, sizeof text);
  struct bytes elf = make_object (facts, method ? SHF_COMPRESSED : 0);
  ck_assert_msg (add_memory (elf.p, elf.n) && n_messages == 0, "%s", messages);
  struct objfile *o = object ("memory");
  ck_assert_uint_eq (o->facts_size, sizeof text);
  ck_assert_mem_eq (o->facts, text, sizeof text);
  ck_assert_int_eq (symbol (o, "defined"), 'D');
  ck_assert_int_eq (symbol (o, "undefined"), 'U');
  free (facts.p);
  free (elf.p);
}
END_TEST

/* _i: ET_REL, ET_EXEC or ET_DYN.  Linkers see the dynamic symbols of shared libraries only. */
START_TEST (test_which_symbol_table)
{
  struct section sections[5] = {
      {.name = "", .type = SHT_NULL},
      {.name = ".symtab", .type = SHT_SYMTAB, .link = 3, .entry_size = 24},
      {.name = ".dynsym", .type = SHT_DYNSYM, .link = 3, .entry_size = 24},
      {.name = ".strtab", .type = SHT_STRTAB, .contents = {(uint8_t *)"\0all\0dynamic", 13, 0}},
      {.name = ".shstrtab", .type = SHT_STRTAB},
  };
  wide = true;
  big = false;
  put_symbol (&sections[1].contents, 1, STB_GLOBAL << 4, 1);
  put_symbol (&sections[2].contents, 5, STB_GLOBAL << 4, 1);
  struct bytes elf = make_elf (sections, 5);
  elf.p[offsetof (Elf64_Ehdr, e_type)] = _i;
  ck_assert_msg (add_memory (elf.p, elf.n) && n_messages == 0, "%s", messages);
  ck_assert_int_eq (symbol (object ("memory"), "all"), _i == ET_DYN ? '-' : 'D');
  ck_assert_int_eq (symbol (object ("memory"), "dynamic"), _i == ET_DYN ? 'D' : '-');
  free (sections[1].contents.p);
  free (sections[2].contents.p);
  free (elf.p);
}
END_TEST

START_TEST (test_more_than_65280_sections)
{
  FILE *f = fopen ("a.s", "w");
  for (int i = 0; i < 66000; i++)
    fprintf (f, " .section s%d,\"a\"\n", i);
  fputs (" .globl last\nlast: .long 0\n", f);
  fputs (" .section .debug.racecheck,\"\",@progbits\n .ascii \"far\"\n", f);
  fclose (f);
  run ("gcc -c a.s");
  size_t size;
  uint8_t *bytes = read_file ("a.o", &size);
  Elf64_Ehdr *header = (Elf64_Ehdr *)bytes;
  ck_assert_uint_eq (header->e_shnum, 0);
  ck_assert_uint_eq (header->e_shstrndx, SHN_XINDEX);
  free (bytes);
  add_cleanly ("a.o");
  check_facts ("a.o", "far");
  ck_assert_int_eq (symbol (object ("a.o"), "last"), 'D');
}
END_TEST

START_TEST (test_several_sections)
{
  static const char source[] =
      " .section .gnu.debuglto_.debug.racecheck,\"\",@progbits\n .ascii \"no\"\n"
      " .section .debug.racecheck,\"G\",@progbits,a,comdat\n .ascii \"one,\"\n"
      " .section .debug.racecheck,\"G\",@progbits,b,comdat\n .ascii \"two,\"\n"
      " .section .debug.racecheck,\"\",@progbits\n .ascii \"three\"\n";
  write_file ("a.s", source, sizeof source - 1);
  run ("gcc -c a.s");
  add_cleanly ("a.o");
  check_facts ("a.o", "one,two,three");
}
END_TEST

START_TEST (test_lto_section_name)
{
  static const char source[] =
      " .section .gnu.debuglto_.debug.racecheck,\"\",@progbits\n .ascii \"early\"\n"
      " .section .debug.racecheck,\"\",@progbits\n";
  write_file ("a.s", source, sizeof source - 1);
  run ("gcc -c a.s");
  add_cleanly ("a.o");
  check_facts ("a.o", "early");
}
END_TEST

/* _i: fat or slim.  The facts are added as the plugin does, beside GCC's intermediate code. */
START_TEST (test_lto_objects)
{
  static const char source[] =
      "extern int undefined; extern int weak_undefined __attribute__((weak));\n"
      "int defined = 1, common; static int local;\n"
      "__attribute__((weak)) int weak (void) { return ++local; }\n"
      "int f (void) { return undefined + *(&weak_undefined ? &common : 0); }\n";
  write_file ("a.c", source, sizeof source - 1);
  write_file ("facts", "lto", 3);
  run ("gcc -O2 -fcommon -flto %s -c a.c -o plain.o",
       _i ? "-ffat-lto-objects" : "-fno-fat-lto-objects");
  run ("objcopy --add-section .debug.racecheck=facts plain.o a.o");
  add_cleanly ("a.o");
  check_facts ("a.o", "lto");
  struct objfile *o = object ("a.o");
  ck_assert (o->lto && o->kind == OBJFILE_RELOCATABLE);
  char states[] = {symbol (o, "defined"), symbol (o, "common"),
                   symbol (o, "weak"),    symbol (o, "undefined"),
                   symbol (o, "local"),   symbol (o, "weak_undefined"),
                   symbol (o, "f"),       0};
  ck_assert_str_eq (states, "DCWU-wD");
  ck_assert_int_eq (symbol (o, "__gnu_lto_slim"), '-');
}
END_TEST

static const char *const linkers[] = {"bfd", "gold", "lld", "mold"};
enum { N_LINKERS = sizeof linkers / sizeof *linkers };

/* Links main.o and b.o with linker _i and OPTIONS into OUTPUT and checks what is found there. */
static void check_linked (int linker, const char *options, const char *output,
                          enum objfile_kind kind)
{
  run ("gcc -fuse-ld=%s %s main.o b.o -o %s", linkers[linker], options, output);
  strcpy (main_facts + 4006, "<b>");
  add_cleanly (output);
  check_facts (output, main_facts);
  ck_assert_int_eq (object (output)->kind, kind);
}

START_TEST (test_linkers)
{
  if (!succeeds ("command -v ld.%s >/dev/null", linkers[_i]))
    return;
  compile_main ("-fPIC");
  assemble ("b");
  check_linked (_i, "-pie", "pie", OBJFILE_EXECUTABLE);
  check_linked (_i, "-no-pie", "fixed", OBJFILE_EXECUTABLE);
  check_linked (_i, "-static -no-pie", "static", OBJFILE_EXECUTABLE);
  check_linked (_i, "-shared", "lib.so", OBJFILE_SHARED);
  check_linked (_i, "-shared -Wl,-soname,x", "lib2.so", OBJFILE_SHARED);
  check_linked (_i, "-pie -Wl,--compress-debug-sections=zlib", "zlib", OBJFILE_EXECUTABLE);
  ck_assert_int_eq (symbol (object ("lib.so"), "b"), 'D');
  if (succeeds ("gcc -fuse-ld=%s -Wl,--compress-debug-sections=zstd main.o -o p 2>err",
                linkers[_i]))
    check_linked (_i, "-Wl,--compress-debug-sections=zstd", "zstd", OBJFILE_EXECUTABLE);
}
END_TEST

/* Without the mark of newer linkers an interpreter makes an executable, but not of a library that
   has one as libc.so.6 does. */
START_TEST (test_interpreter)
{
  static const uint8_t mark[] = {0xfb, 0xff, 0xff, 0x6f, 0, 0, 0, 0}; /* DT_FLAGS_1 */
  static const char source[] = " .section .interp,\"a\"\n .string \"/lib/ld.so\"\n"
                               " .section .note.GNU-stack,\"\",@progbits\n";
  size_t size;
  compile_main ("-fPIC");
  run ("gcc -pie main.o -o pie");
  uint8_t *bytes = read_file ("pie", &size), *flags = memmem (bytes, size, mark, sizeof mark);
  ck_assert (flags && flags[11] & DF_1_PIE >> 24);
  flags[11] = 0;
  ck_assert (add_memory (bytes, size));
  ck_assert_int_eq (object ("memory")->kind, OBJFILE_EXECUTABLE);
  free (bytes);
  write_file ("interp.s", source, sizeof source - 1);
  run ("gcc -c interp.s && ld -shared -soname x main.o interp.o -o lib.so");
  add_cleanly ("lib.so");
  ck_assert_int_eq (object ("lib.so")->kind, OBJFILE_SHARED);
  run ("gcc -static-pie main.o -o static"); /* has the mark, but no interpreter */
  add_cleanly ("static");
  ck_assert_int_eq (object ("static")->kind, OBJFILE_EXECUTABLE);
}
END_TEST

START_TEST (test_relocatable_link)
{
  assemble ("a");
  assemble ("b");
  run ("ld -r a.o b.o -o ab.o");
  add_cleanly ("ab.o");
  check_facts ("ab.o", "<a><b>");
  ck_assert_int_eq (object ("ab.o")->kind, OBJFILE_RELOCATABLE);
  ck_assert_int_eq (symbol (object ("ab.o"), "b"), 'D');
}
END_TEST

START_TEST (test_compressed_objects)
{
  static const char *const methods[] = {"zlib", "zstd"};
  compile_main ("");
  run ("objcopy --compress-debug-sections=%s main.o small.o", methods[_i]);
  size_t size, small;
  free (read_file ("main.o", &size));
  free (read_file ("small.o", &small));
  ck_assert_uint_lt (small, size - 3000);
  add_cleanly ("small.o");
  check_facts ("small.o", main_facts);
}
END_TEST

/* Debug files. */

static void link_and_split (const char *options)
{
  compile_main ("");
  run ("gcc %s main.o -o whole", options);
  run ("objcopy --only-keep-debug whole p.debug");
  run ("mkdir bin && objcopy --strip-debug --add-gnu-debuglink=p.debug whole bin/p");
}

START_TEST (test_debug_file_itself)
{
  link_and_split ("");
  add_cleanly ("p.debug");
  check_facts ("p.debug", main_facts);
  ck_assert_int_eq (object ("p.debug")->kind, OBJFILE_DEBUG);
  if (succeeds ("command -v eu-strip >/dev/null")) {
    run ("cp whole stripped && eu-strip -f eu.debug stripped");
    add_cleanly ("eu.debug");
    ck_assert_int_eq (object ("eu.debug")->kind, OBJFILE_DEBUG);
    check_facts ("eu.debug", main_facts);
    add_cleanly ("stripped");
    check_facts ("stripped", main_facts);
  }
}
END_TEST

/* _i: where the debug file is. */
START_TEST (test_debug_file_found)
{
  static const char *const moves[] = {
      "mv p.debug bin/",
      "mkdir bin/.debug && mv p.debug bin/.debug/",
      "mkdir -p root/$PWD/bin && mv p.debug root/$PWD/bin/",
      "id=$(readelf -n whole | sed -n 's/.*Build ID: //p') && mkdir -p "
      "root/.build-id/${id%${id#??}} && "
      "mv p.debug root/.build-id/${id%${id#??}}/${id#??}.debug",
      "mv p.debug bin/ && mv bin real && mkdir bin && ln -s ../real/p bin/p",
  };
  link_and_split (_i == 3 ? "-Wl,--build-id" : "-Wl,--build-id=none");
  files.debug_directory = "root";
  add_cleanly ("bin/p");
  ck_assert_ptr_null (object ("bin/p")->facts);
  objfiles_free (&files);
  run ("%s", moves[_i]);
  add_cleanly ("bin/p");
  check_facts ("bin/p", main_facts);
  ck_assert_int_eq (object ("bin/p")->kind, OBJFILE_EXECUTABLE);
  ck_assert_ptr_nonnull (strstr (object ("bin/p")->facts_file, ".debug"));
}
END_TEST

START_TEST (test_debug_file_of_another_program)
{
  link_and_split ("-Wl,--build-id=none");
  run ("mv p.debug bin/ && echo >>bin/p.debug");
  ck_assert (add ("bin/p"));
  ck_assert_ptr_null (object ("bin/p")->facts);
  check_message ("bin/p.debug: cannot serve as the debug file of bin/p: its checksum differs");
}
END_TEST

START_TEST (test_own_facts_first)
{
  link_and_split ("");
  run ("objcopy --add-gnu-debuglink=p.debug whole linked && echo >>p.debug");
  add_cleanly ("linked");
  check_facts ("linked", main_facts);
  ck_assert_ptr_null (object ("linked")->facts_file);
}
END_TEST

/* A build ID of which the last two bytes, and a link of which the checksum, lie behind its section:
   they must not be looked for, though files wait in both places. */
START_TEST (test_cut_off_debug_keys)
{
  static const char note[] = "\4\0\0\0\4\0\0\0\3\0\0\0GNU\0\xab\xcd", link[] = "x.debug";
  struct section sections[5] = {
      {.name = "", .type = SHT_NULL},
      {.name = ".note", .type = SHT_NOTE, .contents = {(uint8_t *)note, 18, 0}},
      {.name = "rest", .type = SHT_PROGBITS, .contents = {(uint8_t *)"\xef\x01", 2, 0}},
      {.name = ".gnu_debuglink", .type = SHT_PROGBITS, .contents = {(uint8_t *)link, 8, 0}},
      {.name = ".shstrtab", .type = SHT_STRTAB},
  };
  wide = true;
  big = false;
  struct bytes elf = make_elf (sections, 5);
  write_file ("p", elf.p, elf.n);
  run ("mkdir -p root/.build-id/ab && echo >x.debug && echo >root/.build-id/ab/cdef01.debug");
  files.debug_directory = "root";
  add_cleanly ("p");
  /* With the section as long as the ID it is found, so the places are the right ones. */
  sections[1].contents = (struct bytes){0};
  put (&sections[1].contents, note, 18);
  put (&sections[1].contents, "\xef\x01", 2);
  free (elf.p);
  elf = make_elf (sections, 5);
  write_file ("p", elf.p, elf.n);
  ck_assert (add ("p"));
  check_message ("root/.build-id/ab/cdef01.debug: cannot serve as the debug file of p: ");
  free (sections[1].contents.p);
  free (elf.p);
}
END_TEST

/* Archives. */

#define LONG_NAME "a_name_that_is_longer_than_the_sixteen_bytes_of_the_header"

START_TEST (test_archive)
{
  assemble ("a");
  assemble (LONG_NAME);
  assemble ("c");
  run ("ar rcs lib.a a.o %s.o c.o && ar rcS unindexed.a c.o && ar rcs empty.a", LONG_NAME);
  add_cleanly ("c.o");
  add_cleanly ("lib.a");
  add_cleanly ("empty.a");
  add_cleanly ("unindexed.a");
  ck_assert_uint_eq (files.n, 5);
  check_facts ("lib.a(a.o)", "<a>");
  check_facts ("lib.a(" LONG_NAME ".o)", "<" LONG_NAME ">");
  check_facts ("lib.a(c.o)", "<c>");
  check_facts ("unindexed.a(c.o)", "<c>");
  ck_assert_uint_eq (files.n_archives, 3);
  ck_assert_str_eq (files.archives[0].name, "lib.a");
  ck_assert_uint_eq (files.archives[0].first, 1);
  ck_assert_uint_eq (files.archives[0].n, 3);
  ck_assert_uint_eq (files.archives[1].n, 0);
  ck_assert_int_eq (object ("c.o")->archive, -1);
  ck_assert_int_eq (object ("lib.a(c.o)")->archive, 0);
  ck_assert_int_eq (object ("unindexed.a(c.o)")->archive, 2);
}
END_TEST

static void put_member (struct bytes *b, const char *name, size_t size)
{
  char header[96];
  snprintf (header, sizeof header, "%-16s%-12d%-6d%-6d%-8d%-10zu`\n", name, 0, 0, 0, 644, size);
  put (b, header, sizeof (struct ar_hdr));
}

START_TEST (test_bsd_names)
{
  struct bytes b = {0};
  size_t size;
  assemble ("a");
  uint8_t *a = read_file ("a.o", &size);
  ck_assert_uint_eq (size % 2, 0);
  put (&b, ARMAG, SARMAG);
  put_member (&b, "#1/20", 20 + 4);
  put (&b, "__.SYMDEF SORTED\0\0\0\0\1\2\3\4", 24);
  put_member (&b, "#1/32", 32 + size);
  put (&b, "a name with spaces and length.o\0", 32);
  put (&b, a, size);
  put_member (&b, "short.o", size);
  put (&b, a, size);
  ck_assert_msg (add_memory (b.p, b.n) && n_messages == 0, "%s", messages);
  ck_assert_uint_eq (files.n, 2);
  check_facts ("memory(a name with spaces and length.o)", "<a>");
  check_facts ("memory(short.o)", "<a>");
  free (a);
  free (b.p);
}
END_TEST

START_TEST (test_damaged_bsd_names)
{
  struct bytes b = {0};
  put (&b, ARMAG, SARMAG);
  put_member (&b, "#1/99", 4);
  put (&b, "abcd", 4);
  put_member (&b, "#1/900", 1000);
  put (&b, "abcd", 4);
  ck_assert (!add_memory (b.p, b.n));
  ck_assert_int_eq (n_messages, 2);
  check_message ("memory(#1): is a text file");
  check_message ("memory(#1): is cut off");
  free (b.p);
}
END_TEST

START_TEST (test_thin_archive)
{
  run ("mkdir -p d/e");
  assemble ("a");
  assemble ("b");
  assemble ("c");
  run ("mv b.o d/e && ar rcsT d/lib.a a.o d/e/b.o c.o && rm c.o");
  ck_assert (add ("d/lib.a"));
  ck_assert_int_eq (n_messages, 1);
  check_message ("d/lib.a(../c.o): d/../c.o: No such file");
  check_facts ("d/lib.a(../a.o)", "<a>");
  check_facts ("d/lib.a(e/b.o)", "<b>");
  size_t size;
  uint8_t *bytes = read_file ("d/lib.a", &size);
  ck_assert (!add_memory (bytes, size));
  check_message ("memory: is a thin archive");
  free (bytes);
}
END_TEST

/* A thin archive of one member called NAME, not flattened, as llvm-ar makes them. */
static void write_thin (const char *file, const char *name)
{
  struct bytes b = {0};
  put (&b, "!<thin>\n", 8);
  put_member (&b, "//", strlen (name) + 2);
  put (&b, name, strlen (name));
  put (&b, "/\n\n", strlen (name) % 2 ? 3 : 2);
  put_member (&b, "/0", 1);
  write_file (file, b.p, b.n);
  free (b.p);
}

START_TEST (test_nested_archives)
{
  run ("mkdir d");
  assemble ("a");
  assemble (LONG_NAME);
  run ("ar rcs d/inner.a a.o %s.o && ar rcsT outer.a d/inner.a", LONG_NAME);
  write_thin ("unflattened.a", "d/inner.a");
  write_thin ("d/cycle.a", "../cycle.a");
  write_thin ("cycle.a", "d/./cycle.a");
  add_cleanly ("outer.a");
  add_cleanly ("unflattened.a");
  add_cleanly ("cycle.a");
  ck_assert_uint_eq (files.n, 4);
  check_facts ("outer.a(d/inner.a(a.o))", "<a>");
  check_facts ("outer.a(d/inner.a(" LONG_NAME ".o))", "<" LONG_NAME ">");
  check_facts ("unflattened.a(d/inner.a(a.o))", "<a>");
  check_facts ("unflattened.a(d/inner.a(" LONG_NAME ".o))", "<" LONG_NAME ">");
  ck_assert_int_eq (object ("unflattened.a(d/inner.a(a.o))")->archive, 1);
  ck_assert_uint_eq (files.archives[0].n, 2);
}
END_TEST

START_TEST (test_flattened_cycle)
{
  struct bytes b = {0};
  put (&b, "!<thin>\n", 8);
  put_member (&b, "//", 8);
  put (&b, "loop.a/\n", 8);
  put_member (&b, "/0:76", 1);
  write_file ("loop.a", b.p, b.n);
  free (b.p);
  ck_assert (!add ("loop.a"));
  check_message ("nested too deeply");
}
END_TEST

START_TEST (test_thin_members_that_lead_nowhere)
{
  struct bytes b = {0};
  run ("mkfifo pipe");
  write_thin ("thin.a", "pipe");
  ck_assert (!add ("thin.a"));
  check_message ("thin.a(pipe): pipe: is not a regular file");
  put (&b, "!<thin>\n", 8);
  put_member (&b, "//", 8);
  put (&b, "thin.a/\n", 8);
  put_member (&b, "/0:1000000000", 1);
  put_member (&b, "/9", 1);
  write_file ("far.a", b.p, b.n);
  free (b.p);
  ck_assert (!add ("far.a"));
  ck_assert_int_eq (n_messages, 2);
  check_message ("far.a(thin.a): thin.a: the header of a member is cut off");
  check_message ("far.a(/9): /9: No such file");
}
END_TEST

START_TEST (test_many_members)
{
  enum { N = 20000 };
  struct bytes b = {0};
  size_t size;
  assemble ("a");
  uint8_t *a = read_file ("a.o", &size);
  put (&b, ARMAG, SARMAG);
  put_member (&b, "//", 20 * N);
  for (int i = 0; i < N; i++) {
    char name[32];
    put (&b, name, snprintf (name, sizeof name, "member-of-many%04x/\n", i));
  }
  for (int i = 0; i < N; i++) {
    char name[16];
    snprintf (name, sizeof name, "/%d", 20 * i);
    put_member (&b, name, size);
    put (&b, a, size);
  }
  ck_assert_msg (add_memory (b.p, b.n) && n_messages == 0, "%s", messages);
  ck_assert_uint_eq (files.n, N);
  ck_assert_str_eq (files.v[N - 1].name, "memory(member-of-many4e1f)");
  free (a);
  free (b.p);
}
END_TEST

/* Ways in. */

START_TEST (test_standard_input)
{
  assemble ("a");
  run ("ar rcs lib.a a.o");
  int saved = dup (STDIN_FILENO), in = open ("lib.a", O_RDONLY);
  ck_assert (in >= 0 && dup2 (in, STDIN_FILENO) == STDIN_FILENO);
  add_cleanly ("-");
  dup2 (saved, STDIN_FILENO);
  close (saved);
  close (in);
  check_facts ("<stdin>(a.o)", "<a>");
  run ("mkfifo pipe && (cat a.o >pipe &)");
  add_cleanly ("pipe");
  check_facts ("pipe", "<a>");
}
END_TEST

START_TEST (test_part_of_a_file)
{
  assemble ("a");
  assemble (LONG_NAME);
  run ("ar rcs lib.a a.o %s.o", LONG_NAME);
  size_t size, member;
  free (read_file ("lib.a", &size));
  free (read_file (LONG_NAME ".o", &member));
  int fd = open ("lib.a", O_RDONLY);
  off_t offset = size - member;
  ck_assert (objfiles_add_fd (&files, "lib.a", fd, offset, member, collect, messages));
  check_facts ("lib.a(" LONG_NAME ".o)", "<" LONG_NAME ">");
  ck_assert_int_eq (files.v[0].archive, -1);
  ck_assert (!objfiles_add_fd (&files, "lib.a", fd, offset, member + 1, collect, messages));
  check_message ("lib.a: is shorter");
  ck_assert (!objfiles_add_fd (&files, "lib.a", fd, -1, 1, collect, messages));
  ck_assert_int_eq (n_messages, 2);
  ck_assert_int_eq (close (fd), 0);
}
END_TEST

START_TEST (test_not_objects)
{
  static const struct {
    const char *contents, *message;
  } cases[] = {
      {"", "f: is empty"},
      {"int x;\n", "f: is a text file"},
      {"/* GNU ld script */\nGROUP ( /lib/libc.so.6 )\n", "f: is a linker script"},
      {"INPUT(libx.so.1)", "f: is a linker script"},
      {"BC\xc0\xde\x35\x14", "f: is LLVM bitcode"},
      {"\x1f\x8b\x08", "f: is compressed by gzip"},
      {"\x01\x02\x03\x04", "f: is neither"},
      {"\177ELF", "f: cannot be read: its ELF header is cut off"},
      {"\177EL", "f: is neither"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_file ("f", cases[i].contents, strlen (cases[i].contents));
    ck_assert (!add ("f"));
    ck_assert_int_eq (n_messages, 1);
    check_message (cases[i].message);
  }
  ck_assert (!add ("."));
  check_message (".: is a directory");
  ck_assert (!add ("missing"));
  check_message ("missing: No such file");
  ck_assert (!add ("/dev/null"));
  check_message ("/dev/null: is not a regular file");
  ck_assert_uint_eq (files.n, 0);
}
END_TEST

/* Damage. */

/* Reads all that the reader claims to have found, for AddressSanitizer. */
static void touch_everything (void)
{
  size_t sum = 0;
  for (size_t i = 0; i < files.n; i++) {
    struct objfile *o = &files.v[i];
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
  return read_file (victims[which], size);
}

/* All these files end with something needed: every shorter one must be complained about.  Only in
   an archive a member can be missing without a trace. */
START_TEST (test_truncation)
{
  size_t size;
  uint8_t *bytes = make_victim (_i, &size);
  for (size_t n = 0; n < size; n++) {
    bool ok = add_memory (bytes, n);
    touch_everything ();
    if (_i != 1)
      ck_assert_msg (!ok && n_messages == 1, "%zu bytes of %s: %s", n, victims[_i], messages);
    else
      ck_assert_msg (n_messages > 0 || files.n < 2, "%zu bytes of %s", n, victims[_i]);
    objfiles_free (&files);
  }
  ck_assert (add_memory (bytes, size) && n_messages == 0);
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
    bool ok = add_memory (damaged, size);
    touch_everything ();
    ck_assert_msg (ok || n_messages > 0, "silent failure in round %d", round);
    ck_assert (n_messages == 0 || strncmp (messages, "memory", 6) == 0);
    complaints += n_messages > 0;
    objfiles_free (&files);
  }
  ck_assert_uint_gt (complaints, 200);
  ck_assert_uint_lt (complaints, 20000);
  free (damaged);
  free (bytes);
}
END_TEST

/* _i: a thin archive of files and of a flattened archive, or a program with a debug file, at their
   place on disk, where damage can make them refer to anything. */
START_TEST (test_flipped_bytes_on_disk)
{
  assemble ("a");
  assemble ("b");
  link_and_split ("-Wl,--build-id,-e,main -nostdlib -static");
  run ("ar rcs inner.a a.o b.o && ar rcsT 0 inner.a a.o b.o && mv bin/p 1");
  size_t size;
  unsigned seed = 1 + _i, complaints = 0, found = 0;
  char *name = _i ? "1" : "0";
  uint8_t *bytes = read_file (name, &size), *damaged = malloc (size);
  for (int round = 0; round < 5000; round++) {
    memcpy (damaged, bytes, size);
    damaged[rand_r (&seed) % size] = rand_r (&seed);
    write_file (name, damaged, size);
    bool ok = add (name);
    ck_assert_msg (ok || n_messages > 0, "silent failure in round %d", round);
    complaints += n_messages > 0;
    for (size_t i = 0; i < files.n; i++)
      found += files.v[i].facts != NULL;
    objfiles_free (&files);
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
  uint8_t *bytes = read_file ("lib.a", &size);
  uint8_t *header = memmem (bytes, size, "b.o/", 4);
  ck_assert_ptr_nonnull (header);

  uint8_t saved = header[offsetof (struct ar_hdr, ar_fmag)];
  header[offsetof (struct ar_hdr, ar_fmag)] = '?';
  ck_assert (add_memory (bytes, size));
  check_message ("memory: the header of a member is damaged, at offset ");
  ck_assert_uint_eq (files.n, 2);
  check_facts ("memory(a.o)", "<a>");
  check_facts ("memory(c.o)", "<c>");
  header[offsetof (struct ar_hdr, ar_fmag)] = saved;
  objfiles_free (&files);

  header[offsetof (struct ar_hdr, ar_size) + 9] = 'x';
  ck_assert (add_memory (bytes, size));
  check_message ("memory: the header of a member is damaged, at offset ");
  ck_assert_uint_eq (files.n, 2);
  objfiles_free (&files);

  memcpy (header + offsetof (struct ar_hdr, ar_size), "9999999999", 10);
  ck_assert (add_memory (bytes, size));
  check_message ("memory(b.o): is cut off");
  ck_assert_uint_eq (files.n, 2);
  check_facts ("memory(c.o)", "<c>");
  free (bytes);
}
END_TEST

START_TEST (test_foreign_members)
{
  assemble ("a");
  run ("ar rcs inner.a a.o && echo text >t && : >empty && head -c 100 a.o >short.o");
  run ("ar rcs lib.a inner.a t empty short.o a.o >log 2>&1"); /* where plugins of ar complain */
  ck_assert (add ("lib.a"));
  ck_assert_int_eq (n_messages, 4);
  check_message ("lib.a(inner.a): is an archive in an archive");
  check_message ("lib.a(t): is a text file");
  check_message ("lib.a(empty): is empty");
  check_message ("lib.a(short.o): cannot be read: ");
  ck_assert_uint_eq (files.n, 1);
  check_facts ("lib.a(a.o)", "<a>");
}
END_TEST

START_TEST (test_names_cannot_control_the_terminal)
{
  struct bytes b = {0};
  put (&b, ARMAG, SARMAG);
  put_member (&b, "\033[2J\n/", 2);
  put (&b, "\1\2", 2);
  ck_assert (!add_memory (b.p, b.n));
  check_message ("memory(?[2J?): is neither");
  free (b.p);
  write_thin ("thin.a", "\033[2J");
  ck_assert (!add ("thin.a"));
  check_message ("thin.a(?[2J): ?[2J: No such file");
}
END_TEST

START_TEST (test_damaged_symbols_keep_facts)
{
  wide = true;
  big = false;
  struct bytes facts = {0};
  put (&facts, "facts", 5);
  struct bytes elf = make_object (facts, 0);
  uint8_t *name = memmem (elf.p, elf.n, "\x09\0\0\0\x10\0\0\0", 8);
  ck_assert_ptr_nonnull (name);
  name[3] = 1;
  ck_assert (add_memory (elf.p, elf.n));
  check_message ("memory: not all symbols are known: names of its symbols lie outside");
  check_facts ("memory", "facts");
  ck_assert (object ("memory")->damaged);
  ck_assert_int_eq (symbol (object ("memory"), "defined"), 'D');
  ck_assert_int_eq (symbol (object ("memory"), "undefined"), '-');
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
  wide = true;
  big = false;
  put (&facts, "facts", 5);
  struct bytes elf = make_object (facts, 0);
  size_t at = header_damage[_i].offset;
  if (header_damage[_i].section >= 0)
    at += elf.n - (5 - header_damage[_i].section) * sizeof (Elf64_Shdr);
  for (size_t i = 0; i < header_damage[_i].size; i++)
    elf.p[at + i] = header_damage[_i].value >> 8 * i;
  bool ok = add_memory (elf.p, elf.n);
  if (header_damage[_i].message)
    check_message (header_damage[_i].message);
  else {
    ck_assert_msg (ok && n_messages == 0, "%s", messages);
    ck_assert_ptr_null (object ("memory")->facts);
  }
  free (facts.p);
  free (elf.p);
}
END_TEST

/* Extended numbering makes section 0 be read before the number of sections is known. */
START_TEST (test_section_0_outside)
{
  wide = true;
  big = false;
  struct bytes elf = make_object ((struct bytes){0}, 0);
  Elf64_Ehdr header;
  memcpy (&header, elf.p, sizeof header);
  header.e_shnum = 0;
  header.e_shoff = elf.n - sizeof (Elf64_Shdr) + 1;
  memcpy (elf.p, &header, sizeof header);
  ck_assert (!add_memory (elf.p, elf.n));
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
  wide = true;
  big = false;
  struct bytes elf = make_elf (sections, 4);
  objfiles_free (&files);
  ck_assert (add_memory (elf.p, elf.n));
  free (elf.p);
}

START_TEST (test_damaged_lto_symbols)
{
  char table[] = "one\0key\0\1.size....slot"
                 "two\0\0\2.size....slot";
  enum { FIRST = 22, SIZE = sizeof table - 1 };
  add_slim (table, SIZE);
  ck_assert_msg (n_messages == 0, "%s", messages);
  ck_assert_int_eq (symbol (object ("memory"), "one"), 'W');
  ck_assert_int_eq (symbol (object ("memory"), "two"), 'U');
  for (size_t n = 1; n < SIZE; n++) {
    add_slim (table, n);
    ck_assert_int_eq (n_messages, n != FIRST);
    ck_assert_int_eq (symbol (object ("memory"), "one"), n < FIRST ? '-' : 'W');
    ck_assert_int_eq (symbol (object ("memory"), "two"), '-');
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
  wide = true;
  big = false;
  for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
    struct bytes facts = compress_text (_i, text, sizeof text, lies[i].claimed);
    struct bytes elf = make_object (facts, SHF_COMPRESSED);
    ck_assert (add_memory (elf.p, elf.n));
    check_message ("memory: has no usable facts: ");
    check_message (lies[i].message);
    ck_assert_ptr_null (object ("memory")->facts);
    ck_assert (object ("memory")->damaged);
    ck_assert_int_eq (symbol (object ("memory"), "defined"), 'D');
    objfiles_free (&files);
    free (facts.p);
    free (elf.p);
  }
}
END_TEST

/* _i: the method, or one that does not exist. */
START_TEST (test_compressed_damage)
{
  char text[1000];
  wide = true;
  big = false;
  for (size_t i = 0; i < sizeof text; i++)
    text[i] = i * i;
  struct bytes facts = compress_text (_i, text, sizeof text, sizeof text);
  size_t whole = facts.n;
  for (facts.n = 1; facts.n < whole; facts.n++) {
    struct bytes elf = make_object (facts, SHF_COMPRESSED);
    ck_assert (add_memory (elf.p, elf.n));
    check_message (facts.n < sizeof (Elf64_Chdr) ? "is cut off"
                   : _i > 2                      ? "does not know"
                                                 : "are damaged");
    ck_assert_ptr_null (object ("memory")->facts);
    objfiles_free (&files);
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
  wide = true;
  big = false;
  for (size_t i = 0; i <= N + 1; i++)
    sections[i] = (struct section){.name = ".debug.racecheck", .type = SHT_PROGBITS};
  sections[1].contents = (struct bytes){calloc (1, SIZE), SIZE, 0};
  struct bytes elf = make_elf (sections, N + 2);
  Elf64_Ehdr header;
  memcpy (&header, elf.p, sizeof header);
  for (size_t i = 2; i <= N; i++)
    memcpy (elf.p + header.e_shoff + i * sizeof (Elf64_Shdr) + offsetof (Elf64_Shdr, sh_offset),
            elf.p + header.e_shoff + sizeof (Elf64_Shdr) + offsetof (Elf64_Shdr, sh_offset), 16);
  ck_assert (add_memory (elf.p, elf.n));
  check_message ("memory: has no usable facts: its facts sections overlap");
  ck_assert_ptr_null (object ("memory")->facts);
  free (sections[1].contents.p);
  free (elf.p);
}
END_TEST

static TCase *group (Suite *suite, const char *name)
{
  TCase *tests = tcase_create (name);
  tcase_add_checked_fixture (tests, set_up, tear_down);
  tcase_set_timeout (tests, 120);
  suite_add_tcase (suite, tests);
  return tests;
}

Suite *objfile_suite (void)
{
  Suite *suite = suite_create ("objfile");
  TCase *tests = group (suite, "what tools make");
  tcase_add_test (tests, test_symbols);
  tcase_add_loop_test (tests, test_classes_and_byte_orders, 0, 4 * 3);
  tcase_add_loop_test (tests, test_which_symbol_table, ET_REL, ET_DYN + 1);
  tcase_add_test (tests, test_more_than_65280_sections);
  tcase_add_test (tests, test_several_sections);
  tcase_add_test (tests, test_lto_section_name);
  tcase_add_loop_test (tests, test_lto_objects, 0, 2);
  tcase_add_loop_test (tests, test_linkers, 0, N_LINKERS);
  tcase_add_test (tests, test_interpreter);
  tcase_add_test (tests, test_relocatable_link);
  tcase_add_loop_test (tests, test_compressed_objects, 0, 2);

  tests = group (suite, "debug files");
  tcase_add_test (tests, test_debug_file_itself);
  tcase_add_loop_test (tests, test_debug_file_found, 0, 5);
  tcase_add_test (tests, test_debug_file_of_another_program);
  tcase_add_test (tests, test_own_facts_first);
  tcase_add_test (tests, test_cut_off_debug_keys);

  tests = group (suite, "archives");
  tcase_add_test (tests, test_archive);
  tcase_add_test (tests, test_bsd_names);
  tcase_add_test (tests, test_damaged_bsd_names);
  tcase_add_test (tests, test_thin_archive);
  tcase_add_test (tests, test_nested_archives);
  tcase_add_test (tests, test_flattened_cycle);
  tcase_add_test (tests, test_thin_members_that_lead_nowhere);
  tcase_add_test (tests, test_many_members);

  tests = group (suite, "ways in");
  tcase_add_test (tests, test_standard_input);
  tcase_add_test (tests, test_part_of_a_file);
  tcase_add_test (tests, test_not_objects);

  tests = group (suite, "damage");
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
