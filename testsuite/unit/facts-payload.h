/* Payloads of facts put together byte by byte, as facts.def describes them, for tests of the reader. */

#ifndef RACECHECK_FACTS_PAYLOAD_H
#define RACECHECK_FACTS_PAYLOAD_H

#include "facts-samples.h"

#include <string.h>

/* Of the current test: what has been put, where it was read to, and why it was refused. */
extern uint8_t payload[1 << 20];
extern size_t n_payload;
extern struct arena payload_arena;
extern const char *why;

/* Before and after each test; the first also where one test makes several payloads. */
void payload_start (void);
void payload_finish (void);

void put_u (uint64_t);
void put_s (int64_t);
/* A record with a length, which is filled in when it is closed. */
void open_record (uint8_t kind);
void close_record (void);
void put_bytes (const uint8_t *, size_t n);
#define BYTES(...) \
  put_bytes ((const uint8_t[]){__VA_ARGS__}, sizeof (const uint8_t[]){__VA_ARGS__})
#define RECORD_OF(kind, ...) (open_record (kind), BYTES (__VA_ARGS__), close_record ())

/* The unit's record, with how many there are of strings, files, locs, types, fields, symbols, objects
   and functions, and of places inside functions. */
void put_unit (uint8_t strings, uint8_t files, uint8_t locs, uint8_t types, uint8_t fields,
               uint8_t symbols, uint8_t objects, uint8_t functions, uint8_t new_locs);

/* A unit up to the first block of its only function, which is open.  Type 1 is a struct of { int at 0,
   int[4] at 32 }, 2 int, 3 int[4], 4 a pointer to 1; object 1 is of type 1; the function has a parameter
   of type 4, which is value 1, and VALUES more of type 2. */
void put_function_head (uint8_t blocks, uint8_t new_locs, uint8_t values);

/* Reads what has been put; the second fails the test if it cannot. */
struct unit *read_payload (void);
struct unit *must_read (void);
#define MUST_REFUSE(reason) \
  do { \
    ck_assert_ptr_null (read_payload ()); \
    ck_assert_str_eq (why, reason); \
  } while (0)
/* Reads and dumps it if it can; memory must be in proportion to its size. */
void use_payload (void);

/* The Nth record of the first function. */
const struct record *record_of (const struct unit *u, uint32_t n);

#endif
