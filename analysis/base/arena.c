/* Arena: bump allocation in chunks that double up to a limit.  Requests larger than a chunk get one
   of their own, behind the current one, so that its rest is still used.

   A chunk is zeroed piece by piece, when they are given out: many arenas live for one function and
   use little of theirs.  Large pieces come from the system, which mostly has zeroes ready. */

#include "arena.h"
#include "text.h"

#include <stdarg.h>
#include <stdbool.h>
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

static struct arena_chunk *new_chunk (struct arena *a, size_t size, bool zeroed)
{
  size_t bytes = sizeof (struct arena_chunk) + size;
  struct arena_chunk *c = zeroed ? xcalloc (1, bytes) : xmalloc (bytes);
  a->bytes += bytes;
  ASAN_POISON_MEMORY_REGION (c->data, size);
  return c;
}

static void *take_slow (struct arena *a, size_t size, bool *zeroed)
{
  size_t want = a->bytes < FIRST_CHUNK ? FIRST_CHUNK : a->bytes;
  if (want > LARGEST_CHUNK)
    want = LARGEST_CHUNK;
  *zeroed = size > want / 2;
  struct arena_chunk *c = new_chunk (a, *zeroed ? size : want, *zeroed);
  struct arena_chunk **at = *zeroed && a->chunks ? &a->chunks->next : &a->chunks;
  c->next = *at;
  *at = c;
  if (!*zeroed) {
    a->next = c->data + size;
    a->end = c->data + want;
  }
  return c->data;
}

/* *ZEROED: it is zero already. */
static inline void *take (struct arena *a, size_t size, bool *zeroed)
{
  static _Alignas(ALIGN) const char nothing[ALIGN];
  *zeroed = !size;
  if (!size)
    return (void *)nothing;
  if (size > PTRDIFF_MAX - ALIGN - GAP)
    xmalloc_failed (size);
  size_t bytes = ((size + ALIGN - 1) & ~(size_t)(ALIGN - 1)) + GAP;
  char *p = a->next;
  if (bytes > (size_t)(a->end - a->next))
    p = take_slow (a, bytes, zeroed);
  else
    a->next += bytes;
  ASAN_UNPOISON_MEMORY_REGION (p, size);
  return p;
}

void *arena_alloc (struct arena *a, size_t size)
{
  bool zeroed;
  void *p = take (a, size, &zeroed);
  return zeroed ? p : memset (p, 0, size);
}

void *arena_room (struct arena *a, size_t size)
{
  bool zeroed;
  return take (a, size, &zeroed);
}

void *arena_array (struct arena *a, size_t n, size_t size)
{
  if (size && n > PTRDIFF_MAX / size)
    xmalloc_failed (PTRDIFF_MAX);
  return arena_alloc (a, n * size);
}

char *arena_memdup0 (struct arena *a, const void *data, size_t size)
{
  char *copy = arena_room (a, size + 1);
  if (size)
    memcpy (copy, data, size);
  copy[size] = '\0';
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
