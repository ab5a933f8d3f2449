/* Arena: bump allocation in chunks that double up to a limit.  Requests larger than a chunk get one
   of their own, behind the current one, so that its rest is still used. */

#include "arena.h"
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

/* Under AddressSanitizer what was not given out is poisoned, and a gap is left behind each piece.
 */
#if defined __has_feature
#  if __has_feature(address_sanitizer)
#    define __SANITIZE_ADDRESS__ 1
#  endif
#endif
#ifdef __SANITIZE_ADDRESS__
#  include <sanitizer/asan_interface.h>
enum { GAP = 16 };
#else
#  define ASAN_POISON_MEMORY_REGION(p, size)   ((void)0)
#  define ASAN_UNPOISON_MEMORY_REGION(p, size) ((void)0)
enum { GAP = 0 };
#endif

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20, ALIGN = 16 };

struct arena_chunk {
  struct arena_chunk *next;
  _Alignas(ALIGN) char data[];
};

static struct arena_chunk *new_chunk (struct arena *a, size_t size)
{
  struct arena_chunk *c = xcalloc (1, sizeof *c + size);
  a->bytes += sizeof *c + size;
  ASAN_POISON_MEMORY_REGION (c->data, size);
  return c;
}

static void *alloc_slow (struct arena *a, size_t size)
{
  size_t want = a->bytes < FIRST_CHUNK ? FIRST_CHUNK : a->bytes;
  if (want > LARGEST_CHUNK)
    want = LARGEST_CHUNK;
  if (size > want / 2) {
    struct arena_chunk *own = new_chunk (a, size);
    if (a->chunks) {
      own->next = a->chunks->next;
      a->chunks->next = own;
    } else {
      a->chunks = own;
    }
    return own->data;
  }
  struct arena_chunk *c = new_chunk (a, want);
  c->next = a->chunks;
  a->chunks = c;
  a->next = c->data + size;
  a->end = c->data + want;
  return c->data;
}

void *arena_alloc (struct arena *a, size_t size)
{
  static _Alignas(ALIGN) const char nothing[ALIGN];
  if (!size)
    return (void *)nothing;
  if (size > PTRDIFF_MAX - ALIGN - GAP)
    xmalloc_failed (size);
  size_t take = ((size + ALIGN - 1) & ~(size_t)(ALIGN - 1)) + GAP;
  char *p = a->next;
  if (take > (size_t)(a->end - a->next))
    p = alloc_slow (a, take);
  else
    a->next += take;
  ASAN_UNPOISON_MEMORY_REGION (p, size);
  return p;
}

void *arena_array (struct arena *a, size_t n, size_t size)
{
  if (size && n > PTRDIFF_MAX / size)
    xmalloc_failed (PTRDIFF_MAX);
  return arena_alloc (a, n * size);
}

char *arena_memdup0 (struct arena *a, const void *data, size_t size)
{
  char *copy = arena_alloc (a, size + 1);
  if (size)
    memcpy (copy, data, size);
  return copy;
}

char *arena_strdup (struct arena *a, const char *s)
{
  return arena_memdup0 (a, s, strlen (s));
}

char *arena_printf (struct arena *a, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  char *text = text_vformat (format, args);
  va_end (args);
  char *copy = arena_strdup (a, text);
  free (text);
  return copy;
}

void arena_free (struct arena *a)
{
  for (struct arena_chunk *c = a->chunks, *next; c; c = next) {
    next = c->next;
    free (c);
  }
  *a = (struct arena){0};
}
