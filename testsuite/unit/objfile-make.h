/* What the tests of the object reader share: a directory of its own for each test, tools run there,
   objects built in memory. */

#ifndef OBJFILE_MAKE_H
#define OBJFILE_MAKE_H

#include "objfile.h"

#include <check.h>

extern struct objfiles object_files;
extern char object_messages[4096]; /* those of the last call, one per line */
extern int n_object_messages;
extern char main_facts[4096]; /* those of main.o */

#define run(...) ck_assert_msg (succeeds (__VA_ARGS__), __VA_ARGS__)

#define LONG_NAME "a_name_that_is_longer_than_the_sixteen_bytes_of_the_header"

/* ELF in memory. */

extern bool elf_wide, elf_big; /* ELF64, big-endian */

struct bytes {
  uint8_t *p;
  size_t n, room;
};

struct section {
  const char *name;
  uint32_t type;
  uint64_t flags;
  uint32_t link;
  size_t entry_size;
  struct bytes contents;
};

/* Runs a shell command; true if it succeeds. */
__attribute__ ((format (printf, 1, 2))) bool succeeds (const char *format, ...);

void write_bytes (const char *name, const void *bytes, size_t size);

uint8_t *read_bytes (const char *name, size_t *size);

bool add_object (const char *path);

bool add_in_memory (const void *bytes, size_t size);

void add_object_cleanly (const char *path);

/* The object called NAME. */
struct objfile *object_called (const char *name);

void check_facts (const char *name, const char *facts);

void check_message (const char *text);

/* The letter for what OBJECT says about NAME, as nm's; '-' if it does not have it once. */
char symbol_letter (const struct objfile *o, const char *name);

/* NAME.o with the facts "<NAME>" and a global symbol NAME. */
void assemble (const char *name);

/* main.o with the facts "<main>" followed by 4,000 bytes that compress well. */
void compile_main (const char *options);

void append_bytes (struct bytes *b, const void *p, size_t n);

void put_number (struct bytes *b, size_t size, uint64_t value);

/* A number as elf_wide as an address. */
void put_word (struct bytes *b, uint64_t value);

/* A relocatable object of N sections, of which the last one must be the section names, without
   contents, and the first one stands for section 0. */
struct bytes make_elf (const struct section *sections, size_t n);

void put_symbol (struct bytes *b, uint32_t name, uint8_t info, uint16_t section);

/* An object whose facts section has these contents and flags, and with the symbols "defined" and
   "undefined". */
struct bytes make_object (struct bytes facts, uint64_t flags);

/* TEXT compressed, behind a header that claims that it is CLAIMED bytes long. */
struct bytes compress_text (uint32_t method, const void *text, size_t size, uint64_t claimed);

void link_and_split (const char *options);

void put_member (struct bytes *b, const char *name, size_t size);

/* A thin archive of one member called NAME, not flattened, as llvm-ar makes them. */
void write_thin (const char *file, const char *name);

void collect_object_message (void *context, const char *message);

TCase *object_group (Suite *suite, const char *name);

#endif
