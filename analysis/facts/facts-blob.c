/* Splits a section of facts into the blobs of its units, and finds the next one behind damage. */

#include "unit.h"

#include <string.h>
#include <libiberty/libiberty.h>

static uint64_t get_fixed (const uint8_t *p, int bytes)
{
  uint64_t x = 0;
  for (int i = bytes; i-- > 0;)
    x = x << 8 | p[i];
  return x;
}

/* What xcrc32 says, eight bytes at a time: each has a table with what is left of it behind those
   that follow. */
static unsigned checksum_of (const uint8_t *p, size_t n)
{
  enum { AT_ONCE = 8, FEW = 4096 };
  unsigned sum = (unsigned)FACTS_CHECKSUM_START;
  uint32_t table[AT_ONCE][256];
  if (n < FEW)
    return xcrc32 (p, (int)n, sum);
  for (unsigned i = 0; i < 256; i++) {
    uint8_t byte = (uint8_t)i;
    table[0][i] = xcrc32 (&byte, 1, 0);
  }
  for (int k = 1; k < AT_ONCE; k++)
    for (unsigned i = 0; i < 256; i++)
      table[k][i] = table[k - 1][i] << 8 ^ table[0][table[k - 1][i] >> 24];
  for (; n >= AT_ONCE; n -= AT_ONCE, p += AT_ONCE)
    sum = table[7][p[0] ^ sum >> 24] ^ table[6][p[1] ^ (sum >> 16 & 255)] ^
          table[5][p[2] ^ (sum >> 8 & 255)] ^ table[4][p[3] ^ (sum & 255)] ^ table[3][p[4]] ^
          table[2][p[5]] ^ table[1][p[6]] ^ table[0][p[7]];
  return xcrc32 (p, (int)n, sum);
}

static const uint8_t *find_magic (const uint8_t *p, const uint8_t *end)
{
  const uint8_t *found = memmem (p, (size_t)(end - p), FACTS_MAGIC, 8);
  return found ? found : end;
}

/* After a wrong checksum the length may be wrong as well, so the next unit is searched from the
   header on.  A hostile section could nest headers so that each checksum runs to its end: beyond
   this many bytes of wrong checksums, lengths are believed. */
#define MOST_WASTED ((uint64_t)1 << 27)

enum facts_result facts_next_blob (const uint8_t **p, const uint8_t *end, struct facts_blob *b,
                                   const char **why)
{
  const uint8_t *start = *p;
  while (start < end && !*start)
    start++;
  if (start == end) {
    bool empty = start == *p;
    *p = end;
    *why = "only zeros";
    return empty || b->payload ? FACTS_DONE : FACTS_DAMAGED;
  }
  size_t room = (size_t)(end - start);
  bool magic = room >= 8 && !memcmp (start, FACTS_MAGIC, 8);
  *p = find_magic (start + 1, end); /* where to go on if this one is damaged */
  *why = !magic ? "not facts" : "cut off";
  if (!magic || room < FACTS_HEADER_SIZE)
    return FACTS_DAMAGED;
  uint64_t length = get_fixed (start + 16, 8);
  if (length > room - FACTS_HEADER_SIZE || length > INT32_MAX)
    return FACTS_DAMAGED;
  b->payload = start + FACTS_HEADER_SIZE;
  b->size = length;
  b->version = (uint32_t)get_fixed (start + 8, 4);
  b->checksum = (uint32_t)get_fixed (start + 12, 4);
  if (checksum_of (b->payload, length) != b->checksum) {
    *why = "damaged: the checksum is wrong";
    b->wasted += length;
    if (b->wasted > MOST_WASTED)
      *p = b->payload + length;
    return FACTS_DAMAGED;
  }
  *p = b->payload + length;
  if (b->version == FACTS_VERSION)
    return FACTS_OK;
  *why =
      b->version > FACTS_VERSION ? "written by a newer racecheck" : "written by an older racecheck";
  return FACTS_DAMAGED;
}
