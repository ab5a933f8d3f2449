/* Reads one ELF object into a struct objfile: its kind, facts and symbols, for archive.c, which
   finds the objects.  ELF32 and ELF64 in both byte orders.

   Nothing in the file is believed.  Every offset and size is checked against the image before use,
   in the form `size <= image - offset`, which cannot overflow.  The work is linear in the size of
   the image and of its facts, whatever its headers claim: where sections may overlap, the sum of
   what is copied is limited.

   A program without facts may have left them in a separate debug file, as strip and objcopy split
   it off; it is searched at the end of this file. */

#include "objfile.h"
#include "facts.h"
#include "text.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <libiberty/libiberty.h>
#include <zlib.h>

/* lto-wrapper copies sections of this name to the early-debug object; it is read only where the
   plain one is absent. */
#define LTO_FACTS_SECTION ".gnu.debuglto_" FACTS_SECTION

#define SHN_X86_64_LCOMMON 0xff02 /* not in glibc's elf.h */

#define FACTS_MAX       ((size_t)1 << 30) /* of one object, inflated */
#define BUILD_ID_MAX    64
#define DEBUG_DIRECTORY "/usr/lib/debug"

/* An ELF image whose header and section table are known to lie inside it. */
struct elf {
  const uint8_t *bytes;
  size_t size;
  bool wide; /* ELF64 */
  bool big;  /* big-endian */
  unsigned type, machine;
  const uint8_t *sections;
  size_t n_sections, section_size;
  const char *names; /* of the sections; ends with a NUL, or is NULL */
  size_t names_size;
};

struct section {
  const char *name;
  uint32_t type, link;
  uint64_t flags, offset, size, align, entry_size;
};

/* Bytes inside an image. */
struct span {
  const uint8_t *bytes;
  size_t size;
};

static uint64_t get (const struct elf *elf, const uint8_t *p, size_t size)
{
  uint64_t value = 0;
  for (size_t i = 0; i < size; i++)
    value = value << 8 | p[elf->big ? i : size - 1 - i];
  return value;
}

/* FIELD of the Elf32_ or Elf64_ TYPE at P. */
#define GET(elf, p, type, field)                                                              \
  ((elf)->wide                                                                                \
       ? get (elf, (p) + offsetof (Elf64_##type, field), sizeof (((Elf64_##type *)0)->field)) \
       : get (elf, (p) + offsetof (Elf32_##type, field), sizeof (((Elf32_##type *)0)->field)))

#define SIZEOF(elf, type) ((elf)->wide ? sizeof (Elf64_##type) : sizeof (Elf32_##type))

static struct section section_at (const struct elf *elf, size_t index)
{
  const uint8_t *p = elf->sections + index * elf->section_size;
  uint64_t name = GET (elf, p, Shdr, sh_name);
  return (struct section){
      .name = name < elf->names_size ? elf->names + name : "",
      .type = GET (elf, p, Shdr, sh_type),
      .link = GET (elf, p, Shdr, sh_link),
      .flags = GET (elf, p, Shdr, sh_flags),
      .offset = GET (elf, p, Shdr, sh_offset),
      .size = GET (elf, p, Shdr, sh_size),
      .align = GET (elf, p, Shdr, sh_addralign),
      .entry_size = GET (elf, p, Shdr, sh_entsize),
  };
}

/* The contents of SECTION; false if they lie outside the file. */
static bool section_contents (const struct elf *elf, const struct section *section,
                              struct span *contents)
{
  if (section->offset > elf->size || section->size > elf->size - section->offset)
    return false;
  *contents = (struct span){elf->bytes + section->offset, section->size};
  return true;
}

/* Reads the numbers of sections, which are in section 0 where the header's 16 bits do not hold
   them.  NULL, or what is wrong. */
static const char *open_section_table (struct elf *elf)
{
  uint64_t offset = GET (elf, elf->bytes, Ehdr, e_shoff);
  uint64_t number = GET (elf, elf->bytes, Ehdr, e_shnum);
  uint64_t names = GET (elf, elf->bytes, Ehdr, e_shstrndx);
  elf->section_size = GET (elf, elf->bytes, Ehdr, e_shentsize);
  if (offset == 0)
    return NULL;
  if (elf->section_size < SIZEOF (elf, Shdr))
    return "the size of its section headers is impossible";
  if (offset > elf->size || elf->section_size > elf->size - offset)
    return "its section table lies outside the file";
  elf->sections = elf->bytes + offset;
  if (number == 0)
    number = GET (elf, elf->sections, Shdr, sh_size);
  if (names == SHN_XINDEX)
    names = GET (elf, elf->sections, Shdr, sh_link);
  if (number > (elf->size - offset) / elf->section_size)
    return "its section table lies outside the file";
  elf->n_sections = number;
  if (names == SHN_UNDEF)
    return NULL;
  if (names >= number)
    return "its section names are missing";
  struct section section = section_at (elf, names);
  struct span contents;
  if (!section_contents (elf, &section, &contents) || contents.size == 0 ||
      contents.bytes[contents.size - 1] != '\0')
    return "its section names are damaged";
  elf->names = (const char *)contents.bytes;
  elf->names_size = contents.size;
  return NULL;
}

/* NULL, or what is wrong. */
static const char *elf_open (struct elf *elf, const uint8_t *bytes, size_t size)
{
  *elf = (struct elf){.bytes = bytes, .size = size};
  if (size < EI_NIDENT)
    return "its ELF header is cut off";
  if (memcmp (bytes, ELFMAG, SELFMAG) != 0)
    return "it is not an ELF file";
  if (bytes[EI_CLASS] != ELFCLASS32 && bytes[EI_CLASS] != ELFCLASS64)
    return "its ELF class is neither 32 nor 64 bits";
  if (bytes[EI_DATA] != ELFDATA2LSB && bytes[EI_DATA] != ELFDATA2MSB)
    return "its byte order is unknown";
  elf->wide = bytes[EI_CLASS] == ELFCLASS64;
  elf->big = bytes[EI_DATA] == ELFDATA2MSB;
  if (size < SIZEOF (elf, Ehdr))
    return "its ELF header is cut off";
  elf->type = GET (elf, bytes, Ehdr, e_type);
  elf->machine = GET (elf, bytes, Ehdr, e_machine);
  return open_section_table (elf);
}

/* What one pass over the section table finds.  Section 0 is never used, so 0 means none. */
struct inventory {
  size_t symtab, dynsym, dynamic, debuglink;
  bool interpreter;     /* names a program interpreter */
  bool code;            /* has executable bytes */
  bool readonly_nobits; /* has code or constants whose bytes are in another file */
  bool lto, slim;
};

static bool starts_with (const char *name, const char *prefix)
{
  return strncmp (name, prefix, strlen (prefix)) == 0;
}

/* Byte 4 of .gnu.lto_.lto.ID is lto_section.slim_object, since GCC 10. */
static bool is_slim_marker (const struct elf *elf, const struct section *section)
{
  struct span contents;
  return starts_with (section->name, ".gnu.lto_.lto.") &&
         section_contents (elf, section, &contents) && contents.size > 4 && contents.bytes[4] != 0;
}

static struct inventory take_inventory (const struct elf *elf)
{
  struct inventory found = {0};
  for (size_t i = 1; i < elf->n_sections; i++) {
    struct section section = section_at (elf, i);
    if (section.type == SHT_SYMTAB && !found.symtab)
      found.symtab = i;
    else if (section.type == SHT_DYNSYM && !found.dynsym)
      found.dynsym = i;
    else if (section.type == SHT_DYNAMIC && !found.dynamic)
      found.dynamic = i;
    else if (strcmp (section.name, ".gnu_debuglink") == 0)
      found.debuglink = i;
    else if (strcmp (section.name, ".interp") == 0)
      found.interpreter = true;
    else if (starts_with (section.name, ".gnu.lto_")) {
      found.lto = true;
      found.slim |= is_slim_marker (elf, &section);
    }
    if (section.flags & SHF_ALLOC && section.size > 0) {
      found.readonly_nobits |= section.type == SHT_NOBITS && !(section.flags & SHF_WRITE);
      found.code |= section.type != SHT_NOBITS && section.flags & SHF_EXECINSTR;
    }
  }
  return found;
}

/* A position-independent executable is ET_DYN like a shared library.  New linkers mark it; older
   ones leave that it has an interpreter and no library name (libc.so.6 has both). */
static bool is_pie (const struct elf *elf, const struct inventory *found)
{
  struct span contents;
  struct section section = section_at (elf, found->dynamic);
  if (!section_contents (elf, &section, &contents))
    return found->interpreter;
  bool library_name = false;
  for (; contents.size >= SIZEOF (elf, Dyn);
       contents.bytes += SIZEOF (elf, Dyn), contents.size -= SIZEOF (elf, Dyn)) {
    uint64_t tag = GET (elf, contents.bytes, Dyn, d_tag);
    if (tag == DT_FLAGS_1 && GET (elf, contents.bytes, Dyn, d_un) & DF_1_PIE)
      return true;
    library_name |= tag == DT_SONAME;
  }
  return found->interpreter && !library_name;
}

static enum objfile_kind kind_of (const struct elf *elf, const struct inventory *found)
{
  if (found->readonly_nobits && !found->code)
    return OBJFILE_DEBUG;
  if (elf->type == ET_REL)
    return OBJFILE_RELOCATABLE;
  if (elf->type == ET_EXEC)
    return OBJFILE_EXECUTABLE;
  return found->dynamic && is_pie (elf, found) ? OBJFILE_EXECUTABLE : OBJFILE_SHARED;
}

/* Appends the contents of one facts section.  NULL, or what is wrong. */
static const char *append_facts (const struct elf *elf, const struct section *section,
                                 struct objfile_buffer *facts)
{
  struct span contents;
  if (!section_contents (elf, section, &contents))
    return "its facts lie outside the file";
  if (section->flags & SHF_COMPRESSED) {
    size_t header = SIZEOF (elf, Chdr);
    if (contents.size < header)
      return "the header of its compressed facts is cut off";
    return objfile_inflate (GET (elf, contents.bytes, Chdr, ch_type), contents.bytes + header,
                            contents.size - header, GET (elf, contents.bytes, Chdr, ch_size),
                            FACTS_MAX, facts);
  }
  /* The old GNU form (zlib-gnu) has a header of its own; only sections with an underscore after
     .debug are renamed to .zdebug. */
  enum { GNU_HEADER = 12 };
  if (contents.size >= GNU_HEADER && !memcmp (contents.bytes, "ZLIB", 4)) {
    uint64_t claimed = 0;
    for (int i = 4; i < GNU_HEADER; i++)
      claimed = claimed << 8 | contents.bytes[i];
    return objfile_inflate (COMPRESSION_ZLIB, contents.bytes + GNU_HEADER,
                            contents.size - GNU_HEADER, claimed, FACTS_MAX, facts);
  }
  if (contents.size > FACTS_MAX || facts->size > FACTS_MAX - contents.size)
    return "its facts are larger than racecheck can read";
  if (!objfile_buffer_reserve (facts, contents.size))
    return "not enough memory for its facts";
  memcpy (facts->bytes + facts->size, contents.bytes, contents.size);
  facts->size += contents.size;
  return NULL;
}

/* Reads all facts of an object: several sections (ld -r keeps those in COMDAT groups apart) are
   concatenated in their order.  NULL, or what is wrong; then FACTS is empty. */
static const char *read_facts (const struct elf *elf, struct objfile_buffer *facts)
{
  static const char *const names[] = {FACTS_SECTION, LTO_FACTS_SECTION};
  const char *problem = NULL;
  uint64_t left = elf->size; /* of the image, for sections that do not overlap */
  *facts = (struct objfile_buffer){0};
  for (size_t n = 0; n < 2 && facts->size == 0 && !problem; n++)
    for (size_t i = 1; i < elf->n_sections && !problem; i++) {
      struct section section = section_at (elf, i);
      if (strcmp (section.name, names[n]) != 0 || section.type == SHT_NOBITS || section.size == 0)
        continue;
      problem = append_facts (elf, &section, facts);
      if (!problem && section.size > left)
        problem = "its facts sections overlap";
      left -= section.size;
    }
  if (problem || facts->size == 0) {
    free (facts->bytes);
    *facts = (struct objfile_buffer){0};
  } else
    facts->bytes = xrealloc (facts->bytes, facts->size);
  return problem;
}

/* What the ELF symbol at P says; false if it is local. */
static bool symbol_state (const struct elf *elf, const uint8_t *p, enum objsym_state *state)
{
  unsigned binding = ELF64_ST_BIND (GET (elf, p, Sym, st_info));
  unsigned section = GET (elf, p, Sym, st_shndx);
  if (binding == STB_LOCAL)
    return false;
  if (section == SHN_UNDEF)
    *state = binding == STB_WEAK ? OBJSYM_WEAK_UNDEFINED : OBJSYM_UNDEFINED;
  else if (section == SHN_COMMON || (section == SHN_X86_64_LCOMMON && elf->machine == EM_X86_64))
    *state = OBJSYM_COMMON;
  else if (binding == STB_WEAK || binding == STB_GNU_UNIQUE)
    *state = OBJSYM_WEAK_DEFINED;
  else
    *state = OBJSYM_DEFINED;
  return true;
}

/* Appends the globals of TABLE, whose names are in OBJECT->strings up to STRINGS_SIZE, to the
   symbols, which have room. */
static const char *read_elf_symbols (const struct elf *elf, struct span table, size_t strings_size,
                                     struct objfile *object)
{
  const char *problem = NULL;
  for (size_t step = SIZEOF (elf, Sym); table.size >= step;
       table.bytes += step, table.size -= step) {
    enum objsym_state state;
    if (!symbol_state (elf, table.bytes, &state))
      continue;
    uint64_t offset = GET (elf, table.bytes, Sym, st_name);
    if (offset >= strings_size) {
      problem = "names of its symbols lie outside their table";
      continue;
    }
    const char *name = object->strings + offset;
    if (*name && !starts_with (name, "__gnu_lto_"))
      object->symbols[object->n_symbols++] = (struct objsym){name, state};
  }
  return problem;
}

/* GCC's tables in slim objects, one per unit: name, NUL, COMDAT key, NUL, kind, visibility, 8 bytes
   of size, 4 bytes of slot (lto-plugin.c, parse_table_entry). */
#define LTO_SYMBOLS_PREFIX ".gnu.lto_.symtab."
enum { LTO_ENTRY_TAIL = 14, LTO_ENTRY_MIN = 3 + LTO_ENTRY_TAIL };

/* Appends the symbols of the SIZE bytes at P, a copy of one such table that a NUL follows. */
static const char *read_lto_table (const char *p, size_t size, struct objfile *object)
{
  static const enum objsym_state states[] = {OBJSYM_DEFINED, OBJSYM_WEAK_DEFINED, OBJSYM_UNDEFINED,
                                             OBJSYM_WEAK_UNDEFINED, OBJSYM_COMMON};
  const char *end = p + size;
  while (p < end) {
    const char *name = p;
    p += strlen (p) + 1;
    if (p < end)
      p += strlen (p) + 1;
    if (p > end || end - p < LTO_ENTRY_TAIL)
      return "its LTO symbols are cut off";
    unsigned kind = (unsigned char)*p;
    if (kind >= sizeof states / sizeof *states)
      return "its LTO symbols are damaged";
    if (*name)
      object->symbols[object->n_symbols++] = (struct objsym){name, states[kind]};
    p += LTO_ENTRY_TAIL;
  }
  return NULL;
}

/* Visits all tables: adds up what their copies take in SIZE and, if OBJECT, copies them to AT and
   appends their symbols. */
static const char *read_lto_symbols (const struct elf *elf, size_t *size, struct objfile *object,
                                     char *at)
{
  const char *problem = NULL;
  *size = 0;
  for (size_t i = 1; i < elf->n_sections && !problem; i++) {
    struct section section = section_at (elf, i);
    struct span contents;
    if (!starts_with (section.name, LTO_SYMBOLS_PREFIX))
      continue;
    if (!section_contents (elf, &section, &contents) || *size + contents.size > elf->size)
      return "its LTO symbols lie outside the file";
    *size += contents.size + 1;
    if (object) {
      memcpy (at, contents.bytes, contents.size);
      at[contents.size] = '\0';
      problem = read_lto_table (at, contents.size, object);
      at += contents.size + 1;
    }
  }
  return problem;
}

/* The table that linkers would use for an object of KIND, and its names; empty if it has none. */
static const char *find_symbols (const struct elf *elf, const struct inventory *found,
                                 enum objfile_kind kind, struct span *table, struct span *names)
{
  *table = *names = (struct span){NULL, 0};
  size_t index = found->symtab;
  if (found->dynsym && (kind == OBJFILE_SHARED || !index))
    index = found->dynsym;
  if (!index)
    return NULL;
  struct section symbols = section_at (elf, index);
  if (symbols.link >= elf->n_sections || symbols.entry_size != SIZEOF (elf, Sym))
    return "the header of its symbol table is damaged";
  struct section strings = section_at (elf, symbols.link);
  if (!section_contents (elf, &symbols, table) || !section_contents (elf, &strings, names)) {
    *table = *names = (struct span){NULL, 0};
    return "its symbol table lies outside the file";
  }
  return NULL;
}

/* Copies the names, all at once because they share their tails, and cuts versions off.  Cutting
   makes definitions of an old version look like the current one, which can only pull in more
   members. */
static void copy_names (struct objfile *object, struct span names, size_t extra)
{
  object->strings = xmalloc (names.size + 1 + extra);
  for (size_t i = 0; i < names.size; i++)
    object->strings[i] = names.bytes[i] == '@' ? '\0' : (char)names.bytes[i];
  object->strings[names.size] = '\0';
}

static const char *read_symbols (const struct elf *elf, const struct inventory *found,
                                 struct objfile *object)
{
  struct span table, names;
  size_t lto_size = 0;
  const char *problem = find_symbols (elf, found, object->kind, &table, &names);
  const char *lto_problem = found->slim ? read_lto_symbols (elf, &lto_size, NULL, NULL) : NULL;
  copy_names (object, names, lto_size);
  size_t room = table.size / SIZEOF (elf, Sym) + lto_size / LTO_ENTRY_MIN;
  object->symbols = XNEWVEC (struct objsym, room);
  const char *names_problem = read_elf_symbols (elf, table, names.size, object);
  if (lto_size > 0 && !lto_problem)
    lto_problem = read_lto_symbols (elf, &lto_size, object, object->strings + names.size + 1);
  object->symbols = XRESIZEVEC (struct objsym, object->symbols, object->n_symbols);
  return problem ? problem : names_problem ? names_problem : lto_problem;
}

/* What binds a program to its separate debug file. */
struct debug_key {
  struct span build_id;
  const char *link; /* a file name, or NULL */
  uint32_t link_crc;
  struct stat program;
};

/* The build ID in the notes of ELF; empty if it has none. */
static struct span find_build_id (const struct elf *elf)
{
  for (size_t i = 1; i < elf->n_sections; i++) {
    struct section section = section_at (elf, i);
    struct span notes;
    if (section.type != SHT_NOTE || !section_contents (elf, &section, &notes))
      continue;
    size_t align = section.align == 8 ? 8 : 4, header = SIZEOF (elf, Nhdr);
    while (notes.size >= header) {
      uint64_t name = GET (elf, notes.bytes, Nhdr, n_namesz);
      uint64_t id = GET (elf, notes.bytes, Nhdr, n_descsz);
      uint64_t id_at = (header + name + align - 1) / align * align;
      if (id_at > notes.size || id > notes.size - id_at)
        break;
      if (GET (elf, notes.bytes, Nhdr, n_type) == NT_GNU_BUILD_ID && name == sizeof ELF_NOTE_GNU &&
          memcmp (notes.bytes + header, ELF_NOTE_GNU, name) == 0)
        return (struct span){notes.bytes + id_at, id};
      uint64_t step = (id_at + id + align - 1) / align * align;
      if (step > notes.size)
        break;
      notes.bytes += step;
      notes.size -= step;
    }
  }
  return (struct span){NULL, 0};
}

/* .gnu_debuglink: a file name, NULs up to a multiple of 4, the checksum of that file. */
static void read_debuglink (const struct elf *elf, size_t index, struct debug_key *key)
{
  if (index == 0)
    return;
  struct section section = section_at (elf, index);
  struct span contents;
  if (!section_contents (elf, &section, &contents))
    return;
  size_t name = strnlen ((const char *)contents.bytes, contents.size);
  size_t crc_at = (name + 1 + 3) / 4 * 4;
  if (name == 0 || crc_at > contents.size || contents.size - crc_at < 4)
    return;
  key->link = (const char *)contents.bytes;
  key->link_crc = get (elf, contents.bytes + crc_at, 4);
}

static bool belongs (const struct debug_key *key, const struct elf *elf, bool by_link)
{
  if (by_link)
    return crc32_z (0, elf->bytes, elf->size) == key->link_crc;
  struct span id = find_build_id (elf);
  return id.size == key->build_id.size && memcmp (id.bytes, key->build_id.bytes, id.size) == 0;
}

/* Takes the facts of OBJECT from the file PATH, if it exists and belongs to it. */
static bool try_debug_file (struct objfile_reader *reader, struct objfile *object,
                            const struct debug_key *key, bool by_link, const char *path)
{
  struct stat status;
  struct objfile_image image;
  struct elf elf;
  struct objfile_buffer facts = {0};
  if (stat (path, &status) != 0 || !S_ISREG (status.st_mode) ||
      (status.st_dev == key->program.st_dev && status.st_ino == key->program.st_ino))
    return false;
  const char *problem = objfile_image_open (&image, path, false);
  if (!problem)
    problem = elf_open (&elf, image.bytes, image.size);
  if (!problem && !belongs (key, &elf, by_link))
    problem = by_link ? "its checksum differs" : "its build ID differs";
  if (!problem)
    problem = read_facts (&elf, &facts);
  if (problem)
    objfile_complain (reader, "%s: cannot serve as the debug file of %s: %s", path, object->name,
                      problem);
  objfile_image_close (&image);
  if (!facts.bytes)
    return false;
  object->facts = facts.bytes;
  object->facts_size = facts.size;
  object->facts_file = xstrdup (path);
  return true;
}

static bool try_build_id (struct objfile_reader *reader, struct objfile *object,
                          const struct debug_key *key, const char *root)
{
  if (key->build_id.size < 2 || key->build_id.size > BUILD_ID_MAX)
    return false;
  char hex[2 * BUILD_ID_MAX + 1];
  for (size_t i = 0; i < key->build_id.size; i++)
    sprintf (hex + 2 * i, "%02x", key->build_id.bytes[i]);
  char *file = text_format ("%s/.build-id/%.2s/%s.debug", root, hex, hex + 2);
  bool found = try_debug_file (reader, object, key, false, file);
  free (file);
  return found;
}

/* For a program in DIRECTORY, which ends with a slash or is empty. */
static bool try_debuglink (struct objfile_reader *reader, struct objfile *object,
                           const struct debug_key *key, const char *root, const char *directory)
{
  const char *const places[][2] = {{"", ""}, {"", ".debug/"}, {root, ""}};
  size_t n = *directory == '/' ? 3 : 2;
  bool found = false;
  for (size_t i = 0; i < n && !found; i++) {
    char *file = concat (places[i][0], directory, places[i][1], key->link, (char *)NULL);
    found = try_debug_file (reader, object, key, true, file);
    free (file);
  }
  return found;
}

/* As gdb: by build ID under the debug directory, then by link: beside the program, in .debug beside
   it, and under the debug directory; for the program's directory as named and then with links
   resolved. */
static void find_debug_file (struct objfile_reader *reader, struct objfile *object,
                             const struct elf *elf, const struct inventory *found, const char *path)
{
  const char *root = reader->files->debug_directory;
  struct debug_key key = {.build_id = find_build_id (elf)};
  if (!root)
    root = DEBUG_DIRECTORY;
  read_debuglink (elf, found->debuglink, &key);
  if (stat (path, &key.program) != 0 || try_build_id (reader, object, &key, root) || !key.link)
    return;
  char *named = xstrndup (path, lbasename (path) - path);
  char *resolved = realpath (path, NULL);
  if (!try_debuglink (reader, object, &key, root, named) && resolved) {
    resolved[lbasename (resolved) - resolved] = '\0';
    if (strcmp (named, resolved) != 0)
      try_debuglink (reader, object, &key, root, resolved);
  }
  free (named);
  free (resolved);
}

static struct objfile *append_object (struct objfiles *files)
{
  if ((files->n & (files->n - 1)) == 0) /* the room is always the next power of two */
    files->v = XRESIZEVEC (struct objfile, files->v, files->n ? 2 * files->n : 1);
  struct objfile *object = &files->v[files->n++];
  *object = (struct objfile){0};
  return object;
}

void objfile_read_elf (struct objfile_reader *reader, const uint8_t *bytes, size_t size,
                       const char *name, const char *path, int archive)
{
  struct elf elf;
  const char *problem = elf_open (&elf, bytes, size);
  if (!problem && elf.type != ET_REL && elf.type != ET_EXEC && elf.type != ET_DYN)
    problem = elf.type == ET_CORE ? "it is a core dump" : "its ELF type is unknown";
  if (problem) {
    objfile_complain (reader, "%s: cannot be read: %s", name, problem);
    return;
  }
  struct inventory found = take_inventory (&elf);
  struct objfile_buffer facts;
  struct objfile *object = append_object (reader->files);
  object->name = xstrdup (name);
  object->kind = kind_of (&elf, &found);
  object->lto = found.lto;
  object->archive = archive;
  const char *facts_problem = read_facts (&elf, &facts);
  if (facts_problem)
    objfile_complain (reader, "%s: has no usable facts: %s", name, facts_problem);
  object->facts = facts.bytes;
  object->facts_size = facts.size;
  const char *symbols_problem = read_symbols (&elf, &found, object);
  if (symbols_problem)
    objfile_complain (reader, "%s: not all symbols are known: %s", name, symbols_problem);
  object->damaged = facts_problem || symbols_problem;
  if (!object->facts && !facts_problem && path && object->kind != OBJFILE_DEBUG)
    find_debug_file (reader, object, &elf, &found, path);
}
