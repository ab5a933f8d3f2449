/* The rows of facts.def as data. */

#include "facts.h"

#define BEGIN_NAMES(table)      static const struct name_entry table##_entries[] = {
#define NAME(name, value, text) {value, text},
#define FLAG(name, bit, text)   {1u << bit, text},
#define END_NAMES(table)                                                                       \
  }                                                                                            \
  ;                                                                                            \
  const struct name_table table##_names = {sizeof table##_entries / sizeof table##_entries[0], \
                                           table##_entries};
#include "facts.def"

/* DEF and LOC fields live in the header that all records share. */
#define OFFSET_DEF(rec, name)    offsetof (struct record, dst)
#define OFFSET_LOC(rec, name)    offsetof (struct record, loc)
#define OFFSET_U(rec, name)      offsetof (struct rec_##rec, name)
#define OFFSET_S(rec, name)      OFFSET_U (rec, name)
#define OFFSET_DELTA(rec, name)  OFFSET_U (rec, name)
#define OFFSET_ENUM(rec, name)   OFFSET_U (rec, name)
#define OFFSET_FLAGS(rec, name)  OFFSET_U (rec, name)
#define OFFSET_STR(rec, name)    OFFSET_U (rec, name)
#define OFFSET_TYPE(rec, name)   OFFSET_U (rec, name)
#define OFFSET_SYM(rec, name)    OFFSET_U (rec, name)
#define OFFSET_OPND(rec, name)   OFFSET_U (rec, name)
#define OFFSET_ADDR(rec, name)   OFFSET_U (rec, name)
#define OFFSET_TYPES(rec, name)  OFFSET_U (rec, name)
#define OFFSET_STRS(rec, name)   OFFSET_U (rec, name)
#define OFFSET_NUMS(rec, name)   OFFSET_U (rec, name)
#define OFFSET_OPNDS(rec, name)  OFFSET_U (rec, name)
#define OFFSET_EDGES(rec, name)  OFFSET_U (rec, name)
#define OFFSET_BLOCKS(rec, name) OFFSET_U (rec, name)
#define OFFSET_BYTES(rec, name)  OFFSET_U (rec, name)

/* The last element keeps the arrays of records without fields legal C. */
#define RECORD(kind, name, where) static const struct field_desc name##_fields[] = {
#define F(record, type, name)     {#name, FT_##type, OFFSET_##type (record, name), NULL},
#define FN(record, type, name, table) \
  {#name, FT_##type, OFFSET_##type (record, name), &table##_names},
#define CORE(name) {"", FT_CORE, 0, NULL},
#define END_RECORD(name) \
  {                      \
    0                    \
  }                      \
  }                      \
  ;
#include "facts.def"

#define IN_TOP  false
#define IN_BODY true
const struct record_desc facts_records[REC_END] = {
#define RECORD(kind, name, where)                          \
  [kind] = {#name, IN_##where, sizeof (struct rec_##name), \
            sizeof name##_fields / sizeof name##_fields[0] - 1, name##_fields},
#include "facts.def"
};

const char *facts_name (const struct name_table *t, uint32_t value)
{
  for (uint32_t i = 0; i < t->n; i++)
    if (t->v[i].value == value)
      return t->v[i].text;
  return "?";
}
