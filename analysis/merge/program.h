/* Program: the units as one whole, with symbols resolved as the linker does.

   A function or variable of the program has one id, whatever units name it; ids are dense, from 1.
   Everything else (values, locals, types, places) stays in its unit. */

#ifndef RACECHECK_PROGRAM_H
#define RACECHECK_PROGRAM_H

#include "arena.h"
#include "load.h"

typedef uint32_t funid, objid;

/* When a function runs though nobody calls it. */
enum runs { RUNS_FIRST = 1, RUNS_LAST = 2 };

struct program_function {
  const char *name;            /* as the source says */
  const char *link_name;       /* as the assembler says */
  uint32_t unit;               /* index in program.units of the unit with the body, or else one that
                                  mentions it */
  uint32_t symbol;             /* its number there */
  const struct function *body; /* NULL: undefined, or folded */
  const struct rec_prototype *prototype; /* of an undefined one; NULL: nothing is known */
  bool is_public;                        /* may be called from outside */
  bool used_outside;                     /* an object without facts refers to it */
  uint8_t runs;                          /* set of enum runs: constructors, destructors */
  funid resolver;                        /* of an ifunc: returns what is called instead; 0 none */
  funid folded_into;                     /* a copy that is this one; nothing refers to F then */
};

struct program_object {
  uint32_t unit;   /* index of the unit that defines it, or else mentions it */
  uint32_t number; /* of the object there */
  bool defined, is_public, used_outside;
};

/* What the numbers of a unit stand for. */
struct program_unit {
  const struct unit *unit;
  funid *functions; /* by symbol; 0: not a function */
  objid *objects;   /* by object */
  funid *bodies;    /* by function record; 0: another definition won */
};

/* How the blocks of functions lead to each other, found when somebody asks; see flow.h. */
struct flows {
  struct arena arena;
  struct flow **of; /* by function */
};

struct program {
  struct arena arena;
  struct program_unit *units; /* those that take part */
  uint32_t n_units;
  struct program_function *functions; /* from 1 */
  uint32_t n_functions;
  struct program_object *objects; /* from 1 */
  uint32_t n_objects;
  funid main;     /* 0: none */
  bool is_module; /* of a kernel: main is what initialises it */
  funid *entries; /* functions that are called from outside, in parallel with each other and with
                     themselves: what the user named, or all public ones of a library */
  uint32_t n_entries;
  uint32_t members_left_out, duplicates, folded;
  struct program_alias *aliases; /* other names of functions that are public */
  uint32_t n_aliases;
  struct flows *flows;
};

struct program_alias {
  const char *name;
  funid f;
};

/* Makes one program of UNITS.  Definitions that contradict each other are reported, the first wins.
 */
void program_merge (struct program *, const struct objfiles *, const struct units *,
                    objfile_report_fn *, void *context);
/* Makes the named functions the entries; with none named, and no main, all that are public.  What
   is not there is reported. */
void program_choose_entries (struct program *, const char **names, size_t n, objfile_report_fn *,
                             void *context);
void program_free (struct program *);

static inline const struct unit *function_unit (const struct program *p, funid f)
{
  return p->units[p->functions[f].unit].unit;
}

/* 0: it is called, or not there. */
static inline uint8_t runs_by_itself (const struct program *p, funid f)
{
  return p->functions[f].body ? p->functions[f].runs : 0;
}

static inline const struct rec_object *object_record (const struct program *p, objid o)
{
  return &p->units[p->objects[o].unit].unit->objects[p->objects[o].number];
}

#endif
