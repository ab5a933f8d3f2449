/* Unit: the facts of one translation unit, decoded.  Every number in it is in range, so that no
   later stage has to check. */

#ifndef RACECHECK_UNIT_H
#define RACECHECK_UNIT_H

#include "facts.h"

struct type {
  struct rec_type r;
  uint32_t n_fields;
  struct rec_field *fields;
};

struct block {
  uint32_t first, end; /* its instructions, in the function's records */
  uint32_t n_preds;    /* only where there are phis; n_blocks stands for the function's entry */
  uint32_t *preds;
  uint32_t n_edges;
  struct flow_edge *edges;
};

struct function {
  struct rec_function r;
  uint32_t n_values, n_locals, n_params, n_blocks, n_records;
  uint32_t *value_types;    /* by value, [0] unused */
  uint32_t *value_names;    /* by value */
  uint32_t *value_defs;     /* by value: index of the record that defines it, or UINT32_MAX */
  struct rec_local *locals; /* from 1; the parameters first */
  struct block *blocks;
  struct record **records; /* instructions, block after block */
  /* By local: the first record that fills one that the compiler made; NULL if it made none. */
  struct record **local_makers;
};

/* A decoded unit; all numbers in it are in range.  Tables start at 1. */
struct unit {
  const char *object; /* file or archive(member) it came from */
  struct rec_unit r;
  uint32_t n_strings, n_files, n_locs, n_types, n_symbols, n_objects;
  uint32_t n_fields, n_inits, n_prototypes, n_annotations, n_functions; /* these start at 0 */
  const char **strings;
  struct rec_file *files;
  struct rec_loc *locs;
  struct type *types;
  struct rec_field *fields; /* of all types, one behind the other */
  struct rec_symbol *symbols;
  struct rec_object *objects;
  struct rec_init *inits;
  struct rec_prototype *prototypes;
  struct rec_annotation *annotations;
  struct function *functions;
  uint32_t unknown_records;
  uint32_t checksum; /* of the blob */
};

/* NULL: type 0, nothing is known. */
static inline const struct type *type_at (const struct unit *u, uint32_t type)
{
  return type ? &u->types[type] : NULL;
}

/* The function that is called by its name; 0: it is called otherwise. */
static inline uint32_t called_symbol (const struct rec_call *c)
{
  const struct address *a = c->callee.kind == OPND_ADDRESS ? c->callee.u.addr : NULL;
  return a && a->base_kind == BASE_SYMBOL ? a->base : 0;
}

struct arena;

/* One blob of a section. */
struct facts_blob {
  const uint8_t *payload;
  size_t size;
  uint32_t version, checksum;
  uint64_t wasted; /* bytes of the section whose checksum was wrong */
};

enum facts_result { FACTS_OK, FACTS_DONE, FACTS_DAMAGED };

/* BLOB starts as all zero and is the same for all blobs of a section.  Takes the next one from *P
   .. END and moves *P behind it.  If it is damaged, *WHY says so, and *P is where the next blob may
   be. */
enum facts_result facts_next_blob (const uint8_t **p, const uint8_t *end, struct facts_blob *,
                                   const char **why);
/* Decodes a blob into ARENA, or returns NULL with *WHY set.  The unit keeps OBJECT, uncopied, and
   its memory is proportional to the size of the blob, also if it is refused. */
struct unit *facts_read (const struct facts_blob *, const char *object, struct arena *,
                         const char **why);

#endif
