/* Facts: the records of facts.def as C structs, and how to write and read them.  The plugin
   includes this header and nothing else of analysis/. */

#ifndef RACECHECK_FACTS_H
#define RACECHECK_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FACTS_SECTION ".debug.racecheck"
#define FACTS_MAGIC   "RCFACTS\n"
enum { FACTS_VERSION = 1, FACTS_HEADER_SIZE = 24, FACTS_CHECKSUM_START = -1 };
enum { FACTS_KIND = 63, FACTS_SHORT = 64, FACTS_NEXT = 128 }; /* the first byte of a record */

/* Enumerations and flags. */
#define BEGIN_NAMES(table)      enum table {
#define NAME(name, value, text) name = value,
#define FLAG(name, bit, text)   name = 1 << bit,
#define END_NAMES(table) \
  table##_END            \
  }                      \
  ;
#include "facts.def"

/* Operands and addresses. */

enum operand_kind { OPND_OTHER, OPND_VALUE, OPND_INT, OPND_ADDRESS, OPND_CONTENTS };

struct operand {
  uint8_t kind;  /* enum operand_kind */
  uint8_t other; /* enum other_operand */
  uint32_t value;
  union {
    int64_t number;
    struct address *addr;
  } u;
};

struct address_index {
  struct operand index;
  uint64_t stride, bound;
  struct operand scale; /* if stride is 0: elements are this value times `unit' bytes long */
  uint64_t unit;        /* 0: nobody knows */
};
/* In the bound of an index as it is written: scale and unit follow. */
#define INDEX_SCALED ((uint64_t)1 << 63)

enum base_kind { BASE_NONE, BASE_VALUE, BASE_OBJECT, BASE_LOCAL, BASE_SYMBOL };
enum step_kind { STEP_FIELD, STEP_CONSTANT, STEP_INDEX };

struct step {
  uint8_t kind; /* enum step_kind */
  int64_t n;    /* field number or constant index */
};

struct address {
  uint8_t base_kind; /* enum base_kind */
  uint32_t base;
  int64_t bitoff;    /* from the base to the first bit */
  int64_t path_bits; /* the part of `bitoff' that the path explains */
  uint32_t root;     /* type of what the path starts at; 0 when writing: what the base says */
  uint32_t n_indices, n_steps;
  struct address_index *indices;
  struct step *steps;
};

/* An edge of the control flow graph. */
struct flow_edge {
  uint32_t target;
  uint8_t kind; /* enum edge_kind */
};

struct number_list {
  uint32_t n;
  uint32_t *v;
};
struct operand_list {
  uint32_t n;
  struct operand *v;
};
struct flow_edge_list {
  uint32_t n;
  struct flow_edge *v;
};
struct bytes {
  uint32_t n;
  const char *v;
};

/* What every record has; the DEF and LOC fields of a row are kept here. */
struct record {
  uint8_t kind; /* enum record_kind */
  uint32_t dst, loc;
};

#define FACTS_C_U(name)     uint64_t name;
#define FACTS_C_S(name)     int64_t name;
#define FACTS_C_DELTA(name) int64_t name;
#define FACTS_C_ENUM(name)  uint32_t name;
#define FACTS_C_FLAGS(name) uint32_t name;
#define FACTS_C_STR(name)   uint32_t name;
#define FACTS_C_TYPE(name)  uint32_t name;
#define FACTS_C_SYM(name)   uint32_t name;
#define FACTS_C_LOC(name)
#define FACTS_C_DEF(name)
#define FACTS_C_OPND(name)   struct operand name;
#define FACTS_C_ADDR(name)   struct address name;
#define FACTS_C_TYPES(name)  struct number_list name;
#define FACTS_C_STRS(name)   struct number_list name;
#define FACTS_C_NUMS(name)   struct number_list name;
#define FACTS_C_OPNDS(name)  struct operand_list name;
#define FACTS_C_EDGES(name)  struct flow_edge_list name;
#define FACTS_C_BLOCKS(name) struct number_list name;
#define FACTS_C_BYTES(name)  struct bytes name;

#define RECORD(kind, name, where) \
  struct rec_##name {             \
    struct record r;
#define F(record, type, name)         FACTS_C_##type (name)
#define FN(record, type, name, table) FACTS_C_##type (name)
#define END_RECORD(name) \
  }                      \
  ;
#include "facts.def"

enum record_kind {
#define RECORD(kind, name, where) REC_##name = kind,
#include "facts.def"
  REC_END = 64
};

/* Writing.  A writer collects the records of a unit, table by table. */

struct facts_writer;
struct facts_writer *facts_writer_new (void);
/* The number of a string; equal strings get equal numbers, NULL and "" get 0. */
uint32_t facts_string (struct facts_writer *, const char *);
/* The number by which records refer to a place.  Places are not put: they are written where they
   are used first. */
uint32_t facts_loc (struct facts_writer *, const struct rec_loc *);
/* Appends a record to the table it belongs to, and returns its number there.  Records of a function
   are appended to the function written last. */
uint32_t facts_put (struct facts_writer *, const struct record *);
/* Fills in how much of everything there is; the unit's own record is put last. */
void facts_count (const struct facts_writer *, struct rec_unit *);
/* How many bytes of records there are by now. */
size_t facts_size (const struct facts_writer *);
/* The blob, which belongs to the caller. */
uint8_t *facts_finish (struct facts_writer *, size_t *size);
void facts_writer_free (struct facts_writer *);

/* The table itself, for what goes through all records. */

enum field_type {
  FT_U,
  FT_S,
  FT_DELTA,
  FT_ENUM,
  FT_FLAGS,
  FT_STR,
  FT_TYPE,
  FT_SYM,
  FT_LOC,
  FT_DEF,
  FT_OPND,
  FT_ADDR,
  FT_EDGES,
  FT_TYPES,
  FT_STRS,
  FT_NUMS,
  FT_BLOCKS,
  FT_OPNDS,
  FT_BYTES,
  FT_CORE /* no field: the mark where the short form ends */
};

struct name_entry {
  uint32_t value;
  const char *text;
};

struct name_table {
  uint32_t n;
  const struct name_entry *v;
};

struct field_desc {
  const char *name;
  uint8_t type; /* enum field_type */
  uint16_t offset;
  const struct name_table *names;
};

struct record_desc {
  const char *name; /* NULL: no such kind */
  bool in_body;
  uint16_t size, n_fields;
  const struct field_desc *fields;
};

extern const struct record_desc facts_records[REC_END];
const char *facts_name (const struct name_table *, uint32_t value);

#define BEGIN_NAMES(table) extern const struct name_table table##_names;
#include "facts.def"

#ifdef __cplusplus
}
#endif
#endif
