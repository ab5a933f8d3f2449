/* Fuzzes the reader of facts and everything that prints what it read: a section in, dumps to nowhere
   out.  `make fuzz' runs it with sanitizers.

   A checksum would stop nearly every input at the door, so each blob is given the right one before it
   is read; the first byte of the input chooses whether.  Memory in proportion to the input is part of
   what is checked. */

#include "arena.h"
#include "dump.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void put_fixed (uint8_t *p, uint64_t x, int bytes)
{
  for (int i = 0; i < bytes; i++)
    p[i] = (uint8_t)(x >> 8 * i);
}

/* Makes the header of the blob at P fit what follows, up to the next one. */
static uint8_t *repair (uint8_t *p, uint8_t *end)
{
  if ((size_t)(end - p) < FACTS_HEADER_SIZE)
    return end;
  uint8_t *body = p + FACTS_HEADER_SIZE, *next = memmem (body, (size_t)(end - body), FACTS_MAGIC, 8);
  size_t length = (size_t)((next ? next : end) - body);
  memcpy (p, FACTS_MAGIC, 8);
  put_fixed (p + 8, FACTS_VERSION, 4);
  put_fixed (p + 12, xcrc32 (body, (int)length, (unsigned)FACTS_CHECKSUM_START), 4);
  put_fixed (p + 16, length, 8);
  return body + length;
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static FILE *nowhere;
  if (!nowhere && !(nowhere = fopen ("/dev/null", "w")))
    abort ();
  if (!size)
    return 0;
  size_t n = size - 1;
  uint8_t *section = malloc (n + !n), *end = section + n;
  memcpy (section, data + 1, n);
  if (*data % 4)
    for (uint8_t *p = section; p < end;)
      p = repair (p, end);

  const uint8_t *p = section;
  struct facts_blob blob = {0};
  struct arena arena = {0};
  const char *why;
  enum facts_result result;
  while ((result = facts_next_blob (&p, end, &blob, &why)) != FACTS_DONE) {
    struct unit *u = result == FACTS_OK ? facts_read (&blob, "fuzz.o", &arena, &why) : NULL;
    if (!u)
      continue;
    dump_facts (u, nowhere);
    dump_accesses (u, nowhere);
  }
  if (arena.bytes > 65536 + 256 * size)
    abort ();
  arena_free (&arena);
  free (section);
  return 0;
}
