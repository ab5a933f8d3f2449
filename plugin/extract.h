/* Extraction: GIMPLE and declarations in, facts out.

   extract.cc        functions: blocks, values, statements
   extract-call.cc   calls, inline assembly
   extract-addr.cc   memory references to addresses; operands
   extract-type.cc   types and their fields
   extract-global.cc symbols, variables, initialisers, prototypes, annotations
   extract-loc.cc    places in the source
   extract-openmp.cc variables of worksharing loops
   extract-tasks.cc  variables that OpenMP's tasks share, but get by value

   GCC trees do not leave these files. */

#ifndef RACECHECK_EXTRACT_H
#define RACECHECK_EXTRACT_H

#include "gcc-compat.h"
#include "../analysis/facts/facts.h"

/* The unit being compiled. */
struct extraction {
  struct facts_writer *facts;
  struct obstack scratch; /* emptied after each record */
  bool whole_program;     /* findings will be printed here: places are kept */
  bool has_lanes;         /* there are simd loops */
};
extern struct extraction extraction;

/* Starts a record of kind NAME, all other fields zero. */
#define NEW_RECORD(name, variable) \
  struct rec_##name variable; \
  memset (&variable, 0, sizeof variable); \
  variable.r.kind = REC_##name
#define PUT(variable) facts_put (extraction.facts, &(variable).r)

static inline uint32_t extract_string (const char *s)
{
  return facts_string (extraction.facts, s);
}

static inline uint32_t extract_identifier (tree id)
{
  return id ? facts_string (extraction.facts, IDENTIFIER_POINTER (id)) : 0;
}

/* extract-loc.cc */
uint32_t extract_loc (location_t);
void extract_watch_arguments (void); /* once, before anything is compiled */
location_t extract_reference_location (tree ref); /* where the source has it */
const char *extract_main_file (void);

/* extract-type.cc */
void extract_type_finished (tree type); /* the front end has completed a struct or union */
void extract_index_structs (void);
uint32_t extract_type (tree);
uint32_t extract_field_number (tree field);
void extract_flush_types (void); /* writes the types met since the last time */
uint64_t extract_constant_size (tree size);  /* 0 if it is not constant */

/* extract-global.cc */
uint32_t extract_symbol (tree decl);
uint32_t extract_object (tree variable);
uint32_t extract_string_literal (tree);
uint64_t extract_function_flags (tree fndecl);
void extract_function_attributes (tree fndecl, uint64_t *alloc_size, uint64_t *nonnull);
void extract_annotations (tree decl, unsigned target, uint32_t item, uint32_t sub);
void extract_globals (void);

/* extract-addr.cc */
bool extract_is_value (tree ssa); /* integers and pointers; the rest are `other' operands */
bool extract_is_memory (tree ref);
void extract_address (tree ref, struct address *);
void extract_operand (tree, struct operand *);
/* The extent of an access: bits, flags, and the storage unit of a bit-field. */
struct access_extent {
  uint64_t bits, rep_bits;
  int64_t rep_off;
  uint32_t flags;
};
void extract_extent (tree ref, struct access_extent *);

/* extract.cc */
uint32_t extract_value (tree ssa); /* its number in the current function; 0 if it has none */
/* The type of a variable; 0 for tables that the compiler has made for libgomp, whose elements have
   nothing in common. */
uint32_t extract_type_of (tree decl);
uint32_t extract_local (tree decl);
void extract_function (function *);
/* A value that GCC has none for, defined by the statement that is being numbered; a variable, in
   memory. */
uint32_t extract_extra_value (tree type);
uint32_t extract_extra_local (tree variable);
uint32_t extract_opcode (enum tree_code); /* enum opcode */

/* extract-call.cc */
void extract_call (gcall *);
void extract_asm (gasm *);

/* extract-openmp.cc */
void extract_mark_iterations (function *); /* before OpenMP is expanded */
/* What is known of the loop, if the value counts a worksharing one. */
void extract_iteration (tree ssa, struct rec_phi *);
/* Whether the condition holds for who has had the last iteration of a worksharing loop. */
bool extract_asks_for_last (gcond *);
bool extract_is_lane (tree variable); /* each lane of a simd loop has its own */
void extract_carried (basic_block); /* what lanes of a loop that begins there have in common */

/* extract-tasks.cc */
void extract_mark_shared (function *);   /* before OpenMP is expanded */
void extract_begin_shared (void);        /* a function begins */
void extract_number_shared (gimple *);   /* ... its statements are numbered */
void extract_shared_parameters (function *);
void extract_before_statement (gimple *);
void extract_after_statement (gimple *);
/* A block of arguments with what the facts have there, too: its bits (0: nothing), fields, and as
   argument of a call. */
uint64_t extract_block_bits (tree type);
void extract_put_slots (tree type);
void extract_task_size (gcall *, struct rec_call *);

/* What the maps of these files refer to must outlive a garbage collection. */
void extract_mark_types (void);
void extract_mark_globals (void);
void extract_mark_locs (void);

/* attributes.cc */
void attributes_register (bool clang_names);
bool attributes_is_clang_name (const char *);

/* whole.cc */
void whole_note_place (const struct rec_loc *, const char *file, location_t); /* while extracting */
bool whole_has_main (void); /* before passes have run */
void whole_report (const uint8_t *facts, size_t size, bool has_main, bool errors);

/* emit.cc */
void emit_section (const uint8_t *data, size_t size);

#endif
