/* From what the user names to ELF images: tells objects from archives and from everything else,
   walks archives, and gives each object to objfile.c.  Files are read by image.c.

   Archives are GNU ar's, thin or not, with BSD's long names tolerated.  A thin archive has headers
   only; its members are files, named relative to it.  GNU ar flattens archives that are put into a
   thin one: a member named "/OFFSET:ORIGIN" is the member whose header is at ORIGIN of the archive
   named at OFFSET.  llvm-ar does not flatten: there the archive is itself a member.  Both are
   followed, with a queue instead of recursion, each archive once, so cycles end.

   A damaged header loses its own member only: reading goes on at the next place that looks like a
   header. */

#include "objfile.h"
#include "text.h"

#include <ar.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <libiberty/hashtab.h>
#include <libiberty/libiberty.h>

#define THIN_MAGIC "!<thin>\n"

enum { NESTING_MAX = 16 }; /* of thin archives whose flattened members are in thin archives */

/* Names come from the files: a hostile one must not control the terminal. */
static void make_printable (char *text)
{
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == 0x7f)
      *text = '?';
}

void objfile_complain (struct objfile_reader *reader, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *message = text_vformat (format, arguments);
  va_end (arguments);
  make_printable (message);
  reader->complained = true;
  reader->report (reader->context, message);
  free (message);
}

/* What a file is. */

static bool begins (const uint8_t *bytes, size_t size, const char *magic, size_t length)
{
  return size >= length && memcmp (bytes, magic, length) == 0;
}

static bool is_thin (const uint8_t *bytes, size_t size)
{
  return begins (bytes, size, THIN_MAGIC, SARMAG);
}

static bool is_archive (const uint8_t *bytes, size_t size)
{
  return begins (bytes, size, ARMAG, SARMAG) || is_thin (bytes, size);
}

static void add_object (struct objfile_reader *reader, const uint8_t *bytes, size_t size,
                        const char *name, const char *path, int archive)
{
  if (begins (bytes, size, ELFMAG, SELFMAG))
    objfile_read_elf (reader, bytes, size, name, path, archive);
  else
    objfile_complain (reader, "%s: %s", name, objfile_foreign (bytes, size));
}

/* Archives. */

struct archive {
  char *name;
  char *prefix, *suffix; /* around the name of a member: "libx.a(" and ")" */
  char *directory;       /* of the file, with a slash, or empty; NULL if it is no file */
  struct objfile_image image;
  dev_t device;
  ino_t inode;
  const char *long_names; /* the member "//"; each ends with "/\n" */
  size_t long_names_size;
  bool queued;
  struct archive *next, *next_queued;
};

struct member {
  const char *name; /* not terminated */
  size_t name_size;
  bool table;          /* symbol index or long names, not an object */
  bool flattened;      /* in a thin archive: the member at ORIGIN of the archive called NAME */
  const uint8_t *data; /* NULL: it is the file called NAME */
  size_t size;
  uint64_t origin;
  size_t next; /* where the next header is */
};

/* The decimal number that FIELD begins with; USED, if not NULL, is how many digits it has, else
   only spaces may follow. */
static bool parse_number (const char *field, size_t width, uint64_t *value, size_t *used)
{
  size_t n = 0;
  *value = 0;
  for (; n < width && field[n] >= '0' && field[n] <= '9'; n++)
    *value = *value * 10 + (field[n] - '0');
  if (used)
    *used = n;
  else
    for (size_t i = n; i < width; i++)
      if (field[i] != ' ')
        return false;
  return n > 0;
}

static bool is_symbol_index (const char *name, size_t size)
{
  return size >= 9 && memcmp (name, "__.SYMDEF", 9) == 0 &&
         (size == 9 || name[9] == ' ' || name[9] == '_');
}

/* "/OFFSET" or "/OFFSET:ORIGIN".  If it is damaged the member keeps this as its name. */
static void read_long_name (const struct archive *archive, const struct ar_hdr *header,
                            struct member *member)
{
  uint64_t offset;
  size_t used, width = sizeof header->ar_name - 1;
  if (!parse_number (header->ar_name + 1, width, &offset, &used) ||
      offset >= archive->long_names_size)
    return;
  const char *name = archive->long_names + offset;
  size_t limit = archive->long_names_size - offset;
  if (limit > PATH_MAX)
    limit = PATH_MAX;
  const char *end = memchr (name, '\n', limit);
  if (!end)
    return;
  member->name = name;
  member->name_size = end - name - (end > name && end[-1] == '/');
  if (used + 1 < width && header->ar_name[1 + used] == ':')
    member->flattened =
        parse_number (header->ar_name + used + 2, width - used - 1, &member->origin, NULL);
}

/* "name/", "name", "#1/LENGTH" with the name before the data, "/OFFSET", and the tables "/", "//",
   "/SYM64/", "__.SYMDEF". */
static void read_name (const struct archive *archive, const struct ar_hdr *header,
                       struct member *member)
{
  const char *name = header->ar_name;
  size_t width = sizeof header->ar_name;
  uint64_t length;
  member->name = name;
  member->name_size = width;
  while (member->name_size > 0 && name[member->name_size - 1] == ' ')
    member->name_size--;
  if (name[0] == '/') {
    if (!member->table)
      read_long_name (archive, header, member);
    return;
  }
  if (memcmp (name, "#1/", 3) == 0 && parse_number (name + 3, width - 3, &length, NULL) &&
      member->data && length <= member->size) {
    member->name = (const char *)member->data;
    member->name_size = strnlen (member->name, length);
    member->data += length;
    member->size -= length;
  } else if (memchr (name, '/', width))
    member->name_size = (const char *)memchr (name, '/', width) - name;
  member->table = is_symbol_index (member->name, member->name_size);
}

/* The header at offset AT.  NULL, or what is wrong; then the name is empty unless it is known. */
static const char *read_member (const struct archive *archive, uint64_t at, struct member *member)
{
  uint64_t size;
  *member = (struct member){.name = ""};
  if (at > archive->image.size || archive->image.size - at < sizeof (struct ar_hdr))
    return "the header of a member is cut off";
  const struct ar_hdr *header = (const struct ar_hdr *)(archive->image.bytes + at);
  if (memcmp (header->ar_fmag, ARFMAG, sizeof header->ar_fmag) != 0 ||
      !parse_number (header->ar_size, sizeof header->ar_size, &size, NULL))
    return "the header of a member is damaged";
  size_t start = at + sizeof *header, left = archive->image.size - start;
  member->table =
      header->ar_name[0] == '/' && (header->ar_name[1] < '0' || header->ar_name[1] > '9');
  member->next = start;
  if (member->table || !is_thin (archive->image.bytes, archive->image.size)) {
    member->data = archive->image.bytes + start;
    member->size = size < left ? size : left;
    member->next = start + member->size + (member->size < left && size % 2);
  }
  read_name (archive, header, member);
  member->flattened &= !member->data;
  return member->data && size > left ? "is cut off" : NULL;
}

/* After a damaged member: the next offset, from AT on, that looks like a header, or the end. */
static size_t next_header (const struct archive *archive, size_t at)
{
  const uint8_t *bytes = archive->image.bytes;
  size_t size = archive->image.size;
  const size_t mark_at = offsetof (struct ar_hdr, ar_fmag);
  while (at < size && size - at >= sizeof (struct ar_hdr)) {
    const uint8_t *mark = memmem (bytes + at + mark_at, size - at - mark_at, ARFMAG, 2);
    if (!mark)
      break;
    size_t header = mark - bytes - mark_at;
    struct member member;
    if (!read_member (archive, header, &member))
      return header;
    at = header + 1;
  }
  return size;
}

/* The table of long names comes before all objects. */
static void find_long_names (struct archive *archive)
{
  struct member member;
  for (size_t at = SARMAG; at < archive->image.size;) {
    if (read_member (archive, at, &member)) {
      at = next_header (archive, at + 2);
      continue;
    }
    if (!member.table)
      return;
    if (member.name_size == 2 && memcmp (member.name, "//", 2) == 0) {
      archive->long_names = (const char *)member.data;
      archive->long_names_size = member.size;
      return;
    }
    at = member.next;
  }
}

static char *printable_name (const struct member *member)
{
  char *name = xstrndup (member->name, member->name_size);
  make_printable (name);
  return name;
}

/* One archive that the user named, and those found while following its thin members. */
struct walk {
  struct objfile_reader *reader;
  int archive; /* index in objfiles.archives */
  struct archive *archives;
  htab_t files; /* those ARCHIVES that are files, by device and inode */
  struct archive *queue, **queue_end;
};

static hashval_t hash_archive (const void *p)
{
  const struct archive *archive = p;
  return archive->inode * 31 + archive->device;
}

static int same_archive (const void *p, const void *q)
{
  const struct archive *a = p, *b = q;
  return a->inode == b->inode && a->device == b->device;
}

/* Takes IMAGE over.  PATH and STATUS are NULL if it is no file. */
static struct archive *new_archive (struct walk *walk, struct objfile_image image, const char *path,
                                    const struct stat *status)
{
  struct archive *archive = XCNEW (struct archive);
  archive->image = image;
  archive->next = walk->archives;
  walk->archives = archive;
  if (path) {
    archive->directory = xstrndup (path, lbasename (path) - path);
    archive->device = status->st_dev;
    archive->inode = status->st_ino;
    *htab_find_slot (walk->files, archive, INSERT) = archive;
  }
  find_long_names (archive);
  return archive;
}

/* ARCHIVE, called NAME in the outer one, is read after those that wait already. */
static void enqueue (struct walk *walk, struct archive *archive, const char *outer_prefix,
                     const char *name, const char *outer_suffix)
{
  archive->name = concat (outer_prefix, name, outer_suffix, (char *)NULL);
  archive->prefix = concat (outer_prefix, name, "(", (char *)NULL);
  archive->suffix = concat (")", outer_suffix, (char *)NULL);
  archive->queued = true;
  *walk->queue_end = archive;
  walk->queue_end = &archive->next_queued;
}

/* The archive PATH that a member refers to, opened at the first time; NULL if PROBLEM. */
static struct archive *nested_archive (struct walk *walk, const char *path, const char **problem)
{
  struct stat status;
  struct objfile_image image;
  if (stat (path, &status) != 0) {
    *problem = xstrerror (errno);
    return NULL;
  }
  struct archive key = {.device = status.st_dev, .inode = status.st_ino};
  struct archive *archive = htab_find (walk->files, &key);
  if (archive)
    return archive;
  *problem = objfile_image_open (&image, path, false);
  if (!*problem && !is_archive (image.bytes, image.size))
    *problem = "is not an archive";
  if (*problem) {
    objfile_image_close (&image);
    return NULL;
  }
  return new_archive (walk, image, path, &status);
}

/* The member of a thin archive that is the file PATH; NAME is its name there. */
static void add_member_file (struct walk *walk, const struct archive *archive, const char *name,
                             const char *path)
{
  struct objfile_image image;
  char *label = concat (archive->prefix, name, archive->suffix, (char *)NULL);
  const char *problem = objfile_image_open (&image, path, false);
  if (!problem && is_archive (image.bytes, image.size)) {
    struct archive *nested = nested_archive (walk, path, &problem);
    if (nested && !nested->queued)
      enqueue (walk, nested, archive->prefix, name, archive->suffix);
  } else if (!problem)
    add_object (walk->reader, image.bytes, image.size, label, NULL, walk->archive);
  if (problem)
    objfile_complain (walk->reader, "%s: %s: %s", label, path, problem);
  objfile_image_close (&image);
  free (label);
}

static char *member_path (const struct archive *archive, const struct member *member)
{
  char *name = xstrndup (member->name, member->name_size);
  return reconcat (name, *name == '/' ? "" : archive->directory, name, (char *)NULL);
}

/* A member of the thin ARCHIVE: a file, or a member of another archive, which may be thin again. */
static void add_thin_member (struct walk *walk, const struct archive *archive, struct member member)
{
  const struct archive *holder = archive;
  const char *problem = NULL;
  char *name = printable_name (&member);
  char *path = member_path (holder, &member);
  for (int depth = 0; member.flattened && !problem; depth++) {
    holder = nested_archive (walk, path, &problem);
    if (!problem)
      problem = depth < NESTING_MAX ? read_member (holder, member.origin, &member)
                                    : "archives are nested too deeply";
    if (!problem) {
      char *inner = printable_name (&member);
      name = reconcat (name, name, "(", inner, ")", (char *)NULL);
      free (inner);
      free (path);
      path = member_path (holder, &member);
    }
  }
  char *label = concat (archive->prefix, name, archive->suffix, (char *)NULL);
  if (problem)
    objfile_complain (walk->reader, "%s: %s: %s", label, path, problem);
  else if (member.data)
    add_object (walk->reader, member.data, member.size, label, NULL, walk->archive);
  else
    add_member_file (walk, archive, name, path);
  free (label);
  free (path);
  free (name);
}

static void add_members (struct walk *walk, const struct archive *archive)
{
  struct objfile_reader *reader = walk->reader;
  struct member member;
  if (is_thin (archive->image.bytes, archive->image.size) && !archive->directory) {
    objfile_complain (reader,
                      "%s: is a thin archive, which can only be read from its place on disk",
                      archive->name);
    return;
  }
  for (size_t at = SARMAG; at < archive->image.size;) {
    const char *problem = read_member (archive, at, &member);
    char *name = printable_name (&member);
    char *label = concat (archive->prefix, name, archive->suffix, (char *)NULL);
    if (problem)
      objfile_complain (reader, "%s: %s, at offset %zu", *name ? label : archive->name, problem,
                        at);
    else if (!member.table && !member.data)
      add_thin_member (walk, archive, member);
    else if (!member.table && is_archive (member.data, member.size))
      objfile_complain (reader, "%s: is an archive in an archive, which linkers do not read",
                        label);
    else if (!member.table)
      add_object (reader, member.data, member.size, label, NULL, walk->archive);
    at = problem ? next_header (archive, at + 2) : member.next;
    free (label);
    free (name);
  }
}

static void free_walk (struct walk *walk)
{
  while (walk->archives) {
    struct archive *archive = walk->archives;
    walk->archives = archive->next;
    objfile_image_close (&archive->image);
    free (archive->name);
    free (archive->prefix);
    free (archive->suffix);
    free (archive->directory);
    free (archive);
  }
  htab_delete (walk->files);
}

/* Takes IMAGE over. */
static void add_archive (struct objfile_reader *reader, struct objfile_image image,
                         const char *name, const char *path)
{
  struct objfiles *files = reader->files;
  struct walk walk = {.reader = reader, .archive = files->n_archives, .queue_end = &walk.queue};
  struct stat status;
  if (path && stat (path, &status) != 0)
    path = NULL;
  walk.files = htab_create (16, hash_archive, same_archive, NULL);
  enqueue (&walk, new_archive (&walk, image, path, &status), "", name, "");
  files->archives = XRESIZEVEC (struct objarchive, files->archives, ++files->n_archives);
  size_t first = files->n;
  for (; walk.queue; walk.queue = walk.queue->next_queued)
    add_members (&walk, walk.queue);
  files->archives[walk.archive] = (struct objarchive){xstrdup (name), first, files->n - first};
  free_walk (&walk);
}

/* Takes IMAGE over. */
static bool add_image (struct objfile_reader *reader, struct objfile_image image, const char *name,
                       const char *path)
{
  size_t before = reader->files->n;
  if (is_archive (image.bytes, image.size))
    add_archive (reader, image, name, path);
  else {
    add_object (reader, image.bytes, image.size, name, path, -1);
    objfile_image_close (&image);
  }
  return reader->files->n > before || !reader->complained;
}

bool objfiles_add (struct objfiles *files, const char *path, objfile_report_fn *report,
                   void *context)
{
  struct objfile_reader reader = {files, report, context, false};
  struct objfile_image image;
  bool standard_input = strcmp (path, "-") == 0;
  const char *name = standard_input ? "<stdin>" : path;
  const char *problem = standard_input ? objfile_image_read (&image, STDIN_FILENO)
                                       : objfile_image_open (&image, path, true);
  if (!problem)
    return add_image (&reader, image, name, standard_input ? NULL : path);
  objfile_complain (&reader, "%s: %s", name, problem);
  objfile_image_close (&image);
  return false;
}

bool objfiles_add_memory (struct objfiles *files, const char *name, const void *bytes, size_t size,
                          objfile_report_fn *report, void *context)
{
  struct objfile_reader reader = {files, report, context, false};
  struct objfile_image image = {(uint8_t *)bytes, size, IMAGE_BORROWED};
  return add_image (&reader, image, name, NULL);
}

/* "NAME(member)" for the member whose data are at OFFSET of IMAGE. */
static char *name_at (struct objfile_image image, const char *name, uint64_t offset)
{
  struct archive archive = {.image = image};
  struct member member;
  if (offset < SARMAG + sizeof (struct ar_hdr) || !is_archive (image.bytes, image.size))
    return xstrdup (name);
  find_long_names (&archive);
  if (read_member (&archive, offset - sizeof (struct ar_hdr), &member))
    return text_format ("%s(at offset %ju)", name, (uintmax_t)offset);
  char *inner = printable_name (&member);
  return reconcat (inner, name, "(", inner, ")", (char *)NULL);
}

bool objfiles_add_fd (struct objfiles *files, const char *name, int fd, off_t offset, size_t size,
                      objfile_report_fn *report, void *context)
{
  struct objfile_reader reader = {files, report, context, false};
  struct objfile_image image = {0};
  struct stat status;
  const char *problem = NULL;
  if (fstat (fd, &status) != 0)
    problem = xstrerror (errno);
  else if (offset < 0 || offset > status.st_size || size > (uintmax_t)(status.st_size - offset))
    problem = "is shorter than the linker says";
  else
    problem = objfile_image_map (&image, fd, offset + size);
  size_t before = files->n;
  if (problem)
    objfile_complain (&reader, "%s: %s", name, problem);
  else {
    char *label = name_at (image, name, offset);
    add_object (&reader, image.bytes + offset, size, label, NULL, -1);
    free (label);
  }
  objfile_image_close (&image);
  return files->n > before;
}

void objfiles_drop (struct objfiles *files, size_t n)
{
  for (; files->n > n; files->n--) {
    struct objfile *last = &files->v[files->n - 1];
    free (last->name);
    free (last->facts);
    free (last->facts_file);
    free (last->symbols);
    free (last->strings);
  }
}

void objfiles_free (struct objfiles *files)
{
  objfiles_drop (files, 0);
  for (size_t i = 0; i < files->n_archives; i++)
    free (files->archives[i].name);
  free (files->v);
  free (files->archives);
  *files = (struct objfiles){.debug_directory = files->debug_directory};
}
