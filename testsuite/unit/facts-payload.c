/* See facts-payload.h. */

#include "facts-payload.h"

#include <check.h>
#include <stdlib.h>

uint8_t payload[1 << 20];
size_t n_payload;
struct arena payload_arena;
const char *why;
static size_t record_start;

void payload_start (void)
{
  n_payload = 0;
  why = NULL;
}

void payload_finish (void)
{
  arena_free (&payload_arena);
}

void put_bytes (const uint8_t *bytes, size_t n)
{
  ck_assert_uint_le (n, sizeof payload - n_payload);
  memcpy (payload + n_payload, bytes, n);
  n_payload += n;
}

void put_u (uint64_t x)
{
  for (; x >= 0x80; x >>= 7)
    BYTES ((uint8_t)(x | 0x80));
  BYTES ((uint8_t)x);
}

void put_s (int64_t x)
{
  put_u (x < 0 ? 2 * ~(uint64_t)x + 1 : 2 * (uint64_t)x);
}

void open_record (uint8_t kind)
{
  BYTES (kind, 0);
  record_start = n_payload;
}

void close_record (void)
{
  size_t length = n_payload - record_start;
  ck_assert_uint_lt (length, 128);
  payload[record_start - 1] = (uint8_t)length;
}

void put_unit (uint8_t strings, uint8_t files, uint8_t locs, uint8_t types, uint8_t fields,
               uint8_t symbols, uint8_t objects, uint8_t functions, uint8_t new_locs)
{
  RECORD_OF (REC_unit, 0, 0, 0, 0, 64, 0, 17, 0, 0, strings, files, locs, types, fields, symbols,
             objects, 0, 0, 0, 0, 0, 0, 0, functions, new_locs);
}

void put_function_head (uint8_t blocks, uint8_t new_locs, uint8_t values)
{
  put_unit (2, 1, 0, 4, 2, 1, 1, 1, new_locs);
  RECORD_OF (REC_string, 'f');
  RECORD_OF (REC_string, 'p');
  RECORD_OF (REC_file, 1);
  BYTES (REC_type | 64, TK_STRUCT, 0xa0, 1, 0);
  BYTES (REC_field | 64, 0, 1, 2);
  BYTES (REC_field | 64, 64, 2, 3); /* 32 bits behind the last */
  BYTES (REC_type | 64, TK_INTEGER, 32, 0);
  BYTES (REC_type | 64, TK_ARRAY, 0x80, 1, 2);
  BYTES (REC_type | 64, TK_POINTER, 64, 1);
  BYTES (REC_symbol | 64, 1, 0, 0);
  RECORD_OF (REC_object, 0, 1);
  BYTES (REC_function | 64, 1, 0, blocks, 0);
  BYTES (REC_local | 64, 2, 4, 0, 1, 0);
  open_record (REC_values);
  BYTES (0, 0, 1, 2, 1 + values);
  put_u (0); /* value 1 is the parameter */
  for (uint8_t i = 0; i < values; i++)
    put_u (1);
  close_record ();
  if (blocks == 1)
    BYTES (REC_block | 64, 0);
  else
    BYTES (REC_block | 64, 1, (1 * 2) << 3 | EK_TRUE); /* to the next */
}

struct unit *read_payload (void)
{
  size_t size;
  uint8_t *blob = blob_of (payload, n_payload, &size);
  struct unit *u = read_section (blob, size, &payload_arena, &why);
  free (blob);
  return u;
}

struct unit *must_read (void)
{
  struct unit *u = read_payload ();
  if (!u)
    ck_abort_msg ("%s", why);
  return u;
}

void use_payload (void)
{
  size_t size;
  uint8_t *blob = blob_of (payload, n_payload, &size);
  use_section (blob, size);
  free (blob);
}

const struct record *record_of (const struct unit *u, uint32_t n)
{
  ck_assert_uint_lt (n, u->functions[0].n_records);
  return u->functions[0].records[n];
}
