/* Tests of analysis/load/objfile.c and inflate.c: facts and symbols are found in everything that
   assemblers, linkers and objcopy make. */

#include "objfile-make.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Suite *objfile_suite (void);

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
  write_bytes ("a.s", source, sizeof source - 1);
  run ("gcc -c a.s");
  add_object_cleanly ("a.o");
  struct objfile *o = object_called ("a.o");
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
    ck_assert_msg (symbol_letter (o, expected[i].name) == expected[i].state, "%s is %c",
                   expected[i].name, symbol_letter (o, expected[i].name));
}
END_TEST

/* _i: bit 0 ELF64, bit 1 big-endian, above that the compression. */
START_TEST (test_classes_and_byte_orders)
{
  char text[100000];
  memset (text, 'f', sizeof text);
  elf_wide = _i & 1;
  elf_big = _i >> 1 & 1;
  unsigned method = _i >> 2;
  struct bytes facts = {0};
  if (method)
    facts = compress_text (method, text, sizeof text, sizeof text);
  else
    append_bytes (&facts, text, sizeof text);
  struct bytes elf = make_object (facts, method ? SHF_COMPRESSED : 0);
  ck_assert_msg (add_in_memory (elf.p, elf.n) && n_object_messages == 0, "%s", object_messages);
  struct objfile *o = object_called ("memory");
  ck_assert_uint_eq (o->facts_size, sizeof text);
  ck_assert_mem_eq (o->facts, text, sizeof text);
  ck_assert_int_eq (symbol_letter (o, "defined"), 'D');
  ck_assert_int_eq (symbol_letter (o, "undefined"), 'U');
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
  elf_wide = true;
  elf_big = false;
  put_symbol (&sections[1].contents, 1, STB_GLOBAL << 4, 1);
  put_symbol (&sections[2].contents, 5, STB_GLOBAL << 4, 1);
  struct bytes elf = make_elf (sections, 5);
  elf.p[offsetof (Elf64_Ehdr, e_type)] = _i;
  ck_assert_msg (add_in_memory (elf.p, elf.n) && n_object_messages == 0, "%s", object_messages);
  ck_assert_int_eq (symbol_letter (object_called ("memory"), "all"), _i == ET_DYN ? '-' : 'D');
  ck_assert_int_eq (symbol_letter (object_called ("memory"), "dynamic"), _i == ET_DYN ? 'D' : '-');
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
  uint8_t *bytes = read_bytes ("a.o", &size);
  Elf64_Ehdr *header = (Elf64_Ehdr *)bytes;
  ck_assert_uint_eq (header->e_shnum, 0);
  ck_assert_uint_eq (header->e_shstrndx, SHN_XINDEX);
  free (bytes);
  add_object_cleanly ("a.o");
  check_facts ("a.o", "far");
  ck_assert_int_eq (symbol_letter (object_called ("a.o"), "last"), 'D');
}
END_TEST

START_TEST (test_several_sections)
{
  static const char source[] =
      " .section .gnu.debuglto_.debug.racecheck,\"\",@progbits\n .ascii \"no\"\n"
      " .section .debug.racecheck,\"G\",@progbits,a,comdat\n .ascii \"one,\"\n"
      " .section .debug.racecheck,\"G\",@progbits,b,comdat\n .ascii \"two,\"\n"
      " .section .debug.racecheck,\"\",@progbits\n .ascii \"three\"\n";
  write_bytes ("a.s", source, sizeof source - 1);
  run ("gcc -c a.s");
  add_object_cleanly ("a.o");
  check_facts ("a.o", "one,two,three");
}
END_TEST

START_TEST (test_lto_section_name)
{
  static const char source[] =
      " .section .gnu.debuglto_.debug.racecheck,\"\",@progbits\n .ascii \"early\"\n"
      " .section .debug.racecheck,\"\",@progbits\n";
  write_bytes ("a.s", source, sizeof source - 1);
  run ("gcc -c a.s");
  add_object_cleanly ("a.o");
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
  write_bytes ("a.c", source, sizeof source - 1);
  write_bytes ("facts", "lto", 3);
  run ("gcc -O2 -fcommon -flto %s -c a.c -o plain.o",
       _i ? "-ffat-lto-objects" : "-fno-fat-lto-objects");
  run ("objcopy --add-section .debug.racecheck=facts plain.o a.o");
  add_object_cleanly ("a.o");
  check_facts ("a.o", "lto");
  struct objfile *o = object_called ("a.o");
  ck_assert (o->lto && o->kind == OBJFILE_RELOCATABLE);
  char states[] = {symbol_letter (o, "defined"), symbol_letter (o, "common"),
                   symbol_letter (o, "weak"),    symbol_letter (o, "undefined"),
                   symbol_letter (o, "local"),   symbol_letter (o, "weak_undefined"),
                   symbol_letter (o, "f"),       0};
  ck_assert_str_eq (states, "DCWU-wD");
  ck_assert_int_eq (symbol_letter (o, "__gnu_lto_slim"), '-');
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
  add_object_cleanly (output);
  check_facts (output, main_facts);
  ck_assert_int_eq (object_called (output)->kind, kind);
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
  ck_assert_int_eq (symbol_letter (object_called ("lib.so"), "b"), 'D');
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
  uint8_t *bytes = read_bytes ("pie", &size), *flags = memmem (bytes, size, mark, sizeof mark);
  ck_assert (flags && flags[11] & DF_1_PIE >> 24);
  flags[11] = 0;
  ck_assert (add_in_memory (bytes, size));
  ck_assert_int_eq (object_called ("memory")->kind, OBJFILE_EXECUTABLE);
  free (bytes);
  write_bytes ("interp.s", source, sizeof source - 1);
  run ("gcc -c interp.s && ld -shared -soname x main.o interp.o -o lib.so");
  add_object_cleanly ("lib.so");
  ck_assert_int_eq (object_called ("lib.so")->kind, OBJFILE_SHARED);
  run ("gcc -static-pie main.o -o static"); /* has the mark, but no interpreter */
  add_object_cleanly ("static");
  ck_assert_int_eq (object_called ("static")->kind, OBJFILE_EXECUTABLE);
}
END_TEST

START_TEST (test_relocatable_link)
{
  assemble ("a");
  assemble ("b");
  run ("ld -r a.o b.o -o ab.o");
  add_object_cleanly ("ab.o");
  check_facts ("ab.o", "<a><b>");
  ck_assert_int_eq (object_called ("ab.o")->kind, OBJFILE_RELOCATABLE);
  ck_assert_int_eq (symbol_letter (object_called ("ab.o"), "b"), 'D');
}
END_TEST

START_TEST (test_compressed_objects)
{
  static const char *const methods[] = {"zlib", "zstd"};
  compile_main ("");
  run ("objcopy --compress-debug-sections=%s main.o small.o", methods[_i]);
  size_t size, small;
  free (read_bytes ("main.o", &size));
  free (read_bytes ("small.o", &small));
  ck_assert_uint_lt (small, size - 3000);
  add_object_cleanly ("small.o");
  check_facts ("small.o", main_facts);
}
END_TEST

/* Debug object_files. */

START_TEST (test_debug_file_itself)
{
  link_and_split ("");
  add_object_cleanly ("p.debug");
  check_facts ("p.debug", main_facts);
  ck_assert_int_eq (object_called ("p.debug")->kind, OBJFILE_DEBUG);
  if (succeeds ("command -v eu-strip >/dev/null")) {
    run ("cp whole stripped && eu-strip -f eu.debug stripped");
    add_object_cleanly ("eu.debug");
    ck_assert_int_eq (object_called ("eu.debug")->kind, OBJFILE_DEBUG);
    check_facts ("eu.debug", main_facts);
    add_object_cleanly ("stripped");
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
  object_files.debug_directory = "root";
  add_object_cleanly ("bin/p");
  ck_assert_ptr_null (object_called ("bin/p")->facts);
  objfiles_free (&object_files);
  run ("%s", moves[_i]);
  add_object_cleanly ("bin/p");
  check_facts ("bin/p", main_facts);
  ck_assert_int_eq (object_called ("bin/p")->kind, OBJFILE_EXECUTABLE);
  ck_assert_ptr_nonnull (strstr (object_called ("bin/p")->facts_file, ".debug"));
}
END_TEST

START_TEST (test_debug_file_of_another_program)
{
  link_and_split ("-Wl,--build-id=none");
  run ("mv p.debug bin/ && echo >>bin/p.debug");
  ck_assert (add_object ("bin/p"));
  ck_assert_ptr_null (object_called ("bin/p")->facts);
  check_message ("bin/p.debug: cannot serve as the debug file of bin/p: its checksum differs");
}
END_TEST

START_TEST (test_own_facts_first)
{
  link_and_split ("");
  run ("objcopy --add-gnu-debuglink=p.debug whole linked && echo >>p.debug");
  add_object_cleanly ("linked");
  check_facts ("linked", main_facts);
  ck_assert_ptr_null (object_called ("linked")->facts_file);
}
END_TEST

/* A build ID of which the last two bytes, and a link of which the checksum, lie behind its section:
   they must not be looked for, though object_files wait in both places. */
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
  elf_wide = true;
  elf_big = false;
  struct bytes elf = make_elf (sections, 5);
  write_bytes ("p", elf.p, elf.n);
  run ("mkdir -p root/.build-id/ab && echo >x.debug && echo >root/.build-id/ab/cdef01.debug");
  object_files.debug_directory = "root";
  add_object_cleanly ("p");
  /* With the section as long as the ID it is found, so the places are the right ones. */
  sections[1].contents = (struct bytes){0};
  append_bytes (&sections[1].contents, note, 18);
  append_bytes (&sections[1].contents, "\xef\x01", 2);
  free (elf.p);
  elf = make_elf (sections, 5);
  write_bytes ("p", elf.p, elf.n);
  ck_assert (add_object ("p"));
  check_message ("root/.build-id/ab/cdef01.debug: cannot serve as the debug file of p: ");
  free (sections[1].contents.p);
  free (elf.p);
}
END_TEST

/* Ways in. */

START_TEST (test_standard_input)
{
  assemble ("a");
  run ("ar rcs lib.a a.o");
  int saved = dup (STDIN_FILENO), in = open ("lib.a", O_RDONLY);
  ck_assert (in >= 0 && dup2 (in, STDIN_FILENO) == STDIN_FILENO);
  add_object_cleanly ("-");
  dup2 (saved, STDIN_FILENO);
  close (saved);
  close (in);
  check_facts ("<stdin>(a.o)", "<a>");
  run ("mkfifo pipe && (cat a.o >pipe &)");
  add_object_cleanly ("pipe");
  check_facts ("pipe", "<a>");
}
END_TEST

START_TEST (test_part_of_a_file)
{
  assemble ("a");
  assemble (LONG_NAME);
  run ("ar rcs lib.a a.o %s.o", LONG_NAME);
  size_t size, member;
  free (read_bytes ("lib.a", &size));
  free (read_bytes (LONG_NAME ".o", &member));
  int fd = open ("lib.a", O_RDONLY);
  off_t offset = size - member;
  ck_assert (objfiles_add_fd (&object_files, "lib.a", fd, offset, member, collect_object_message,
                              object_messages));
  check_facts ("lib.a(" LONG_NAME ".o)", "<" LONG_NAME ">");
  ck_assert_int_eq (object_files.v[0].archive, -1);
  ck_assert (!objfiles_add_fd (&object_files, "lib.a", fd, offset, member + 1,
                               collect_object_message, object_messages));
  check_message ("lib.a: is shorter");
  ck_assert (!objfiles_add_fd (&object_files, "lib.a", fd, -1, 1, collect_object_message,
                               object_messages));
  ck_assert_int_eq (n_object_messages, 2);
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
    write_bytes ("f", cases[i].contents, strlen (cases[i].contents));
    ck_assert (!add_object ("f"));
    ck_assert_int_eq (n_object_messages, 1);
    check_message (cases[i].message);
  }
  ck_assert (!add_object ("."));
  check_message (".: is a directory");
  ck_assert (!add_object ("missing"));
  check_message ("missing: No such file");
  ck_assert (!add_object ("/dev/null"));
  check_message ("/dev/null: is not a regular file");
  ck_assert_uint_eq (object_files.n, 0);
}
END_TEST

Suite *objfile_suite (void)
{
  Suite *suite = suite_create ("objfile");
  TCase *tests = object_group (suite, "what tools make");
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

  tests = object_group (suite, "debug object_files");
  tcase_add_test (tests, test_debug_file_itself);
  tcase_add_loop_test (tests, test_debug_file_found, 0, 5);
  tcase_add_test (tests, test_debug_file_of_another_program);
  tcase_add_test (tests, test_own_facts_first);
  tcase_add_test (tests, test_cut_off_debug_keys);

  tests = object_group (suite, "ways in");
  tcase_add_test (tests, test_standard_input);
  tcase_add_test (tests, test_part_of_a_file);
  tcase_add_test (tests, test_not_objects);
  return suite;
}
