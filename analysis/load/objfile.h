/* The object files that the user named, and the facts and symbols found inside them.

   First stage of the whole-program pass: files in, one struct objfile per ELF object out, whether
   it stood alone, in an archive, or beside a thin archive.  The facts are bytes here; facts-read.c
   splits and decodes them.  The symbols tell the merge which archive members a linker would pull in
   and what the objects without facts refer to.

     struct objfiles files = { 0 };
     objfiles_add (&files, "libx.a", print_problem, NULL);
     for (size_t i = 0; i < files.n; i++)
       printf ("%s: %zu bytes of facts\n", files.v[i].name, files.v[i].facts_size);
     objfiles_free (&files);

   Everything is copied out of the files: no mapping and no descriptor outlives the call that made
   it (a kernel has more objects than a process may have mappings), and buffers given to
   objfiles_add_memory may be freed at once.  Not enough memory ends the process (xmalloc), except
   where a damaged file asks for it: that is a message. */

#ifndef RACECHECK_OBJFILE_H
#define RACECHECK_OBJFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What one object says about one symbol, as far as linkers care. */
enum objsym_state {
  OBJSYM_UNDEFINED,      /* pulls in an archive member that defines it */
  OBJSYM_WEAK_UNDEFINED, /* uses a definition that is there, pulls nothing in */
  OBJSYM_DEFINED,
  OBJSYM_WEAK_DEFINED, /* may be defined several times: weak or STB_GNU_UNIQUE */
  OBJSYM_COMMON
};

struct objsym {
  const char *name; /* without the "@VERSION" or "@@VERSION" that .symver leaves */
  enum objsym_state state;
};

enum objfile_kind {
  OBJFILE_RELOCATABLE, /* from the compiler, or from ld -r */
  OBJFILE_EXECUTABLE,  /* position-independent or not */
  OBJFILE_SHARED,
  OBJFILE_DEBUG /* what objcopy --only-keep-debug or eu-strip -f split off one of the others */
};

/* One ELF object. */
struct objfile {
  char *name; /* "a.o", "libx.a(b.o)", "outer.a(inner.a(b.o))": how messages name it */
  enum objfile_kind kind;
  bool lto;     /* holds GCC's intermediate code: a linked output will have lost its facts */
  bool damaged; /* its facts or symbols could not be read, which has been reported */
  int archive;  /* index in objfiles.archives of the one that a linker takes it from, or -1 */

  /* All facts sections of the object, inflated and concatenated; NULL if it has none.  Never a part
     of them: if one is damaged all are dropped. */
  uint8_t *facts;
  size_t facts_size;
  char *facts_file; /* the separate debug file that they come from; NULL: from the object itself */

  /* The symbols that other objects can see.  From .dynsym for shared libraries, as for linkers;
     from .symtab for all others; from GCC's own table for slim LTO objects. */
  struct objsym *symbols;
  size_t n_symbols;
  char *strings; /* what the names point into */
};

/* An archive that the user named.  Its objects stand together, in the order of its
   members; those of archives inside it come last. */
struct objarchive {
  char *name;
  size_t first, n; /* objfiles.v[first] up to first + n */
};

struct objfiles {
  struct objfile *v;
  size_t n;
  struct objarchive *archives;
  size_t n_archives;
  const char *debug_directory; /* set by the caller; NULL: /usr/lib/debug */
};

/* Is told, one call per problem, "NAME: what is wrong" without a newline. */
typedef void objfile_report_fn (void *context, const char *message);

/* Appends the objects in the file PATH ("-" is the standard input).  An object outside archives
   that has no facts gets those of its separate debug file, searched as gdb does.  False if nothing
   could be read, which has been reported; what is readable beside something damaged is appended. */
bool objfiles_add (struct objfiles *files, const char *path, objfile_report_fn *report,
                   void *context);

/* The same for SIZE bytes that are no file, called NAME in messages.  Without a place on disk there
   is no debug file and no member of a thin archive. */
bool objfiles_add_memory (struct objfiles *files, const char *name, const void *bytes, size_t size,
                          objfile_report_fn *report, void *context);

/* The same for the SIZE bytes at OFFSET of an open file, as a linker hands objects to its plugin:
   if the file is an archive the object is named "NAME(member)", but belongs to no archive here,
   because the linker has already chosen it.  Neither moves FD nor closes it. */
bool objfiles_add_fd (struct objfiles *files, const char *name, int fd, off_t offset, size_t size,
                      objfile_report_fn *report, void *context);

/* Forgets all objects but the first N; none of the others may be of an archive. */
void objfiles_drop (struct objfiles *files, size_t n);

/* Frees what FILES holds and makes it empty. */
void objfiles_free (struct objfiles *files);

/* Between archive.c, image.c, objfile.c and inflate.c. */

/* One call of objfiles_add. */
struct objfile_reader {
  struct objfiles *files;
  objfile_report_fn *report;
  void *context;
  bool complained;
};

/* Bytes of a file that is being read. */
struct objfile_image {
  uint8_t *bytes;
  size_t size;
  enum { IMAGE_NONE, IMAGE_MAPPED, IMAGE_ALLOCATED, IMAGE_BORROWED } storage;
};

/* Bytes that grow. */
struct objfile_buffer {
  uint8_t *bytes;
  size_t size, room;
};

enum objfile_compression { COMPRESSION_ZLIB = 1, COMPRESSION_ZSTD = 2 }; /* as in Elf64_Chdr */

void objfile_complain (struct objfile_reader *reader, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* These fill IMAGE; NULL, or what is wrong.  From the regular file PATH, or with PIPES also from
   one; from what FD gives until its end; the first SIZE bytes of FD. */
const char *objfile_image_open (struct objfile_image *image, const char *path, bool pipes);
const char *objfile_image_read (struct objfile_image *image, int fd);
const char *objfile_image_map (struct objfile_image *image, int fd, uint64_t size);
void objfile_image_close (struct objfile_image *image);

/* What the bytes are if they are neither an ELF object nor an archive. */
const char *objfile_foreign (const uint8_t *bytes, size_t size);

/* Appends the object in BYTES under NAME.  PATH is where to look for its debug file from, or NULL.
 */
void objfile_read_elf (struct objfile_reader *reader, const uint8_t *bytes, size_t size,
                       const char *name, const char *path, int archive);

/* Makes room for EXTRA more bytes; false if there is no memory. */
bool objfile_buffer_reserve (struct objfile_buffer *buffer, size_t extra);

/* Appends to OUT what the SIZE compressed bytes at IN hold, which must be CLAIMED bytes, and not so
   many that OUT grows beyond LIMIT.  NULL, or what is wrong. */
const char *objfile_inflate (enum objfile_compression method, const uint8_t *in, size_t size,
                             uint64_t claimed, size_t limit, struct objfile_buffer *out);

#endif
