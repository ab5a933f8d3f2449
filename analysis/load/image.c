/* The bytes of files, for archive.c and objfile.c: opens, maps or reads them, and says what a file
   is that racecheck does not read. */

#include "objfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <libiberty/libiberty.h>

#define STREAM_MAX ((uint64_t)1 << 32) /* of bytes from a pipe, which might never end */

const char *objfile_image_read (struct objfile_image *image, int fd)
{
  struct objfile_buffer buffer = {0};
  const char *problem = NULL;
  while (!problem) {
    if (buffer.size > STREAM_MAX)
      problem = "is too long";
    else if (!objfile_buffer_reserve (&buffer, 1 << 16))
      problem = "does not fit into memory";
    else {
      ssize_t n = read (fd, buffer.bytes + buffer.size, buffer.room - buffer.size);
      if (n == 0)
        break;
      if (n > 0)
        buffer.size += n;
      else if (errno != EINTR)
        problem = xstrerror (errno);
    }
  }
  *image = (struct objfile_image){buffer.bytes, buffer.size, IMAGE_ALLOCATED};
  return problem;
}

const char *objfile_image_map (struct objfile_image *image, int fd, uint64_t size)
{
  if (size == 0)
    return NULL;
  if (size > SIZE_MAX / 2)
    return "does not fit into memory";
  void *bytes = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (bytes == MAP_FAILED)
    return xstrerror (errno);
  *image = (struct objfile_image){bytes, size, IMAGE_MAPPED};
  return NULL;
}

const char *objfile_image_open (struct objfile_image *image, const char *path, bool pipes)
{
  *image = (struct objfile_image){0};
  /* Without O_NONBLOCK a pipe in the place of a member would stop the run until someone writes. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | (pipes ? 0 : O_NONBLOCK));
  if (fd < 0)
    return xstrerror (errno);
  struct stat status;
  const char *problem = NULL;
  if (fstat (fd, &status) != 0)
    problem = xstrerror (errno);
  else if (S_ISREG (status.st_mode))
    problem = objfile_image_map (image, fd, status.st_size);
  else if (S_ISDIR (status.st_mode))
    problem = "is a directory";
  else if (S_ISFIFO (status.st_mode) && pipes)
    problem = objfile_image_read (image, fd);
  else
    problem = "is not a regular file";
  close (fd);
  return problem;
}

void objfile_image_close (struct objfile_image *image)
{
  if (image->storage == IMAGE_MAPPED)
    munmap (image->bytes, image->size);
  else if (image->storage == IMAGE_ALLOCATED)
    free (image->bytes);
  *image = (struct objfile_image){0};
}

/* A linker script in the place of a library, such as glibc's libc.so, or any other text. */
static const char *describe_text (const uint8_t *bytes, size_t size)
{
  static const char *const script_words[] = {"/* GNU ld script", "OUTPUT_FORMAT", "GROUP (",
                                             "GROUP(",           "INPUT (",       "INPUT("};
  size_t seen = size < 4096 ? size : 4096;
  for (size_t i = 0; i < seen; i++)
    if (bytes[i] == 0x7f || (bytes[i] < ' ' && !(bytes[i] >= '\t' && bytes[i] <= '\r')))
      return NULL;
  for (size_t i = 0; i < sizeof script_words / sizeof *script_words; i++)
    if (memmem (bytes, seen, script_words[i], strlen (script_words[i])))
      return "is a linker script; name the libraries that it lists instead";
  return "is a text file, not an object file or archive";
}

const char *objfile_foreign (const uint8_t *bytes, size_t size)
{
  static const struct {
    const char *magic, *description;
  } formats[] = {
      {"BC\xc0\xde", "is LLVM bitcode; racecheck reads what GCC compiled to ELF"},
      {"\xde\xc0\x17\x0b", "is LLVM bitcode; racecheck reads what GCC compiled to ELF"},
      {"gpch", "is a precompiled header, not an object file"},
      {"MZ", "is a Windows program, not an ELF file"},
      {"\xcf\xfa\xed\xfe", "is a Mach-O file, not an ELF file"},
      {"\xce\xfa\xed\xfe", "is a Mach-O file, not an ELF file"},
      {"\xca\xfe\xba\xbe", "is a Mach-O file, not an ELF file"},
      {"\x1f\x8b", "is compressed by gzip; uncompress it first"},
      {"\xfd\x37zXZ", "is compressed by xz; uncompress it first"},
      {"\x28\xb5\x2f\xfd", "is compressed by zstd; uncompress it first"},
  };
  if (size == 0)
    return "is empty";
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (size >= strlen (formats[i].magic) &&
        memcmp (bytes, formats[i].magic, strlen (formats[i].magic)) == 0)
      return formats[i].description;
  const char *text = describe_text (bytes, size);
  return text ? text : "is neither an ELF object nor an archive";
}
