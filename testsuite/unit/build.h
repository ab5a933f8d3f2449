/* Programs for tests of the stages: units put together instruction by instruction, written and read
   back as the plugin and the analysis do it, then merged and analysed.

     begin_object ("a.o");
     uint32_t x = global ("x", TYPE_LONG, SF_DEFINED);
     begin_function ("main", SF_PUBLIC, 0);
     store (at_object (x, 0), num (1));
     end_function ();
     analyse_built ();

   There is one program at a time; names of functions and variables in it are found by the functions
   at the end. */

#ifndef RACECHECK_TEST_BUILD_H
#define RACECHECK_TEST_BUILD_H

#include "bind.h"
#include "dump.h"

#include <check.h>

/* The types of every unit:
     int, long, void *, void **, char
     struct { void *first, *second; }
     void *[4]
     struct { long n; void *cells[4]; long last; } */
enum {
  TYPE_INT = 1,
  TYPE_LONG,
  TYPE_POINTER,
  TYPE_TO_POINTER,
  TYPE_CHAR,
  TYPE_PAIR,
  TYPE_CELLS,
  TYPE_TABLE
};

extern struct built {
  struct objfiles files;
  struct units units;
  struct program program;
  struct models *models;
  struct bindings bindings;
  struct pointers pointers;
  struct effects effects;
  struct prefilter filter;
  struct text messages; /* of the merge, each with a newline */
} built;

/* Before and after each test. */
void build_start (void);
void build_finish (void);

/* Objects and units.  What follows belongs to the object begun last. */
void begin_object (const char *name);   /* with a unit */
void object_is (enum objfile_kind);     /* relocatable, if nobody says otherwise */
void object_in_archive (void);          /* all objects that say so are members of one */
/* An object without facts that refers to NAME. */
void add_foreign_object (const char *name, const char *refers_to);
/* Where the symbols that are named first from now on are declared. */
void place_symbols (const char *file, int line);
/* The symbol's number; SF_... count when it is named first. */
uint32_t symbol (const char *name, uint32_t flags);
/* For the next new symbol: what it is an alias, weakref or ifunc of; its visibility. */
void next_symbol_target (const char *name);
void next_symbol_visibility (enum visibility);
/* A variable: its number in the unit.  SYMBOL_FLAGS without SF_DEFINED: extern. */
uint32_t global (const char *name, uint32_t type, uint32_t symbol_flags);
uint32_t thread_local_global (const char *name, uint32_t type);
uint32_t string_literal (uint32_t size);
void init_with_function (uint32_t object, int64_t offset, const char *function);
void init_with_object (uint32_t object, int64_t offset, uint32_t target, int64_t value);
void prototype (const char *function); /* of an undefined one */

/* Functions: blocks follow each other, and the first is there from the start.  Each parameter is a
   value of type void *, from 1 on. */
void begin_function (const char *name, uint32_t symbol_flags, uint32_t n_params);
void function_flags (uint32_t flags); /* FF_... */
uint32_t local (const char *name, uint32_t type, uint32_t flags); /* in memory */
void next_block (void);                       /* the blocks before fall into it */
void edge (uint32_t from, uint32_t to);       /* another edge */
void predecessors (uint32_t a, uint32_t b);   /* of this block, for its phis */
/* Ends the block: if A CODE B it goes on with the next one, which is begun, else with OTHERWISE. */
void branch (enum opcode code, struct operand a, struct operand b, uint32_t otherwise);
void end_function (void);

/* Operands and addresses */
struct operand val (uint32_t value);
struct operand num (int64_t);
struct operand ref (struct address);      /* &place */
struct operand contents (struct address); /* an aggregate */
struct operand fn (const char *name);     /* a function, which is undefined unless it is begun */
struct operand none (void);
struct address at_value (uint32_t value, int64_t bytes);
struct address at_object (uint32_t object, int64_t bytes);
struct address at_local (uint32_t local, int64_t bytes);
struct address with_index (struct address, uint32_t index_value, uint64_t stride);

/* Instructions; those with a result return its value.  The N of all: which record it is. */
uint32_t op (uint32_t type, enum opcode code, struct operand a, struct operand b, struct operand c);
uint32_t phi (uint32_t type, struct operand a, struct operand b);
uint32_t load (uint32_t type, struct address);
uint32_t store (struct address, struct operand); /* returns the record */
uint32_t copy (struct address to, struct address from, uint64_t bytes); /* returns the record */
uint32_t alloca_of (uint64_t size);
void ret (struct operand);
/* A call with up to four arguments, ended by none (). */
uint32_t call (uint32_t type, struct operand callee, struct operand, struct operand, struct operand,
               struct operand);
#define CALL0(type, f)          call (type, f, none (), none (), none (), none ())
#define CALL1(type, f, a)       call (type, f, a, none (), none (), none ())
#define CALL2(type, f, a, b)    call (type, f, a, b, none (), none ())
#define CALL3(type, f, a, b, c) call (type, f, a, b, c, none ())
uint32_t last_record (void); /* of the function being built */

/* Stages: each runs those before it. */
void merge_built (void);
void bind_built (void);
void point_built (void);
void analyse_built (void); /* effects and prefilter */

/* What has been built, by name.  Functions of one name: of the Nth object, from 0. */
funid function_named (const char *name);
funid function_of_unit (uint32_t unit, const char *name);
objid variable_of_unit (uint32_t unit, const char *name);
object_id object_of_variable (const char *name);
/* Sets as people say them, sorted: "x, y+8".  The text is valid until the next call. */
const char *spell_set (setid);
const char *points_to (const char *function, uint32_t value);
const char *holds (const char *variable, int64_t offset); /* what is in memory there */
/* "main -> f, main -> g in a new thread": calls to functions of the program, and to worlds. */
const char *calls_of (const char *function);

#endif
