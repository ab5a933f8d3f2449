/* Objects: the memory of the program, as the analysis sees it.

   An abstract object stands for one variable, for all objects that one allocation site makes (apart
   for each chain of allocation wrappers), for one function, and so on.  A location is a place in an
   object: its byte offset, where all elements of an array have the offset of the first.  So a
   location stands for `g[].in[].y', and unions, casts and container_of need no rule.

   A pointer whose offset nobody knows leads to the location `anywhere' of its object. */

#ifndef RACECHECK_OBJECTS_H
#define RACECHECK_OBJECTS_H

#include "bitset.h"
#include "map.h"
#include "program.h"
#include "vec.h"

typedef uint32_t object_id, loc_id; /* dense, from 1 */

enum object_kind {
  OBJECT_GLOBAL,   /* a: objid */
  OBJECT_LOCAL,    /* a: funid, b: number of the local */
  OBJECT_HEAP,     /* a: funid, b: the call that allocates; chain: the calls that led there */
  OBJECT_STACK,    /* a: funid, b: the alloca */
  OBJECT_RETURN,   /* a: funid; where a struct is while it is being returned */
  OBJECT_COPY,     /* a: funid, b: instruction; where memory is while it is being copied */
  OBJECT_FUNCTION, /* a: funid */
  OBJECT_STRING,   /* all string literals */
  OBJECT_LIBRARY,  /* a: id of its name; an object inside a library.  b: each thread has one;
                      chain: the library protects it */
  OBJECT_RESULT,   /* a: funid; what an unknown function returns a pointer to */
  OBJECT_OUTSIDE,  /* everything else in the unseen world */
  OBJECT_POOL      /* what is too mixed to tell apart */
};

struct abstract_object {
  uint8_t kind;    /* enum object_kind */
  bool is_array;   /* any number of `type' side by side */
  bool stands_for; /* ... other objects, too, which may have other sizes or be next to it */
  bool read_only;  /* constants, string literals and functions: nobody stores pointers there */
  bool opaque;     /* only functions with models look into it: see opaque.h */
  uint32_t a, b, chain;
  uint32_t unit, type; /* layout: a type of that unit; 0: none is known */
  uint64_t size;       /* bytes; 0 unknown */
  loc_id first_loc;    /* its locations, by next_loc */
  uint32_t n_locs;
  loc_id anywhere; /* 0: none yet */
  loc_id whole;    /* not 0: there were too many locations, and this is the only one now */
};

struct location {
  object_id object;
  loc_id next; /* of the same object */
  int64_t offset;
};

#define OFFSET_ANYWHERE INT64_MIN
/* What is read from anywhere: all that any location of the object holds.  Not a place of its own.
 */
#define OFFSET_EVERYTHING (INT64_MIN + 1)

/* What was asked for: the location at an offset that need not be folded. */
struct loc_memo {
  object_id object; /* 0: free */
  loc_id loc;
  int64_t offset;
};

struct objects {
  const struct program *program;
  VEC (struct abstract_object) v; /* from 1 */
  VEC (struct location) locs;     /* from 1 */
  struct map by_key;              /* tuple hash of kind, a, b, chain */
  struct map by_place;            /* object, offset class */
  vec_u32 became_whole;           /* objects, for who keeps something by location */
  struct loc_memo *memo;          /* direct-mapped; NULL at first */
  VEC (uint8_t) in_array;         /* by location: 1 it is in none, 2 it is in some; 0 not known */
};

/* Objects with more locations than this are taken as a whole; one without a type is mostly a pool
   that everything is allocated from, where offsets tell little.  Pointers into the middle of the
   scalars of an object with many locations are mostly stray ones: they may be anywhere in it. */
enum { MOST_LOCATIONS = 256, MOST_UNTYPED_LOCATIONS = 32, MOST_INSIDE = 48 };

void objects_init (struct objects *, const struct program *);
void objects_free (struct objects *);

/* The object with this key, made if it is new.  Variables are laid out as they are declared; the
   layout of others is set by who makes them. */
object_id object_make (struct objects *, enum object_kind, uint32_t a, uint32_t b, uint32_t chain);

/* The same, or 0. */
object_id object_find (const struct objects *, enum object_kind, uint32_t a, uint32_t b,
                       uint32_t chain);

/* Makes all of the object one location, which is returned. */
loc_id object_take_as_whole (struct objects *, object_id);

/* The location at OFFSET bytes of the object: folded into the first element of arrays; anywhere if
   it is outside of the object. */
loc_id loc_at (struct objects *, object_id, int64_t offset);
loc_id loc_anywhere (struct objects *, object_id);
loc_id loc_everything (struct objects *, object_id);
/* Where a pointer to LOC leads when BYTES are added, and any multiple of STRIDE (0: nothing). */
loc_id loc_shift (struct objects *, loc_id, int64_t bytes, uint64_t stride);
/* Whether L is in allocated memory that ends less than BYTES behind it: nobody accesses that. */
bool loc_ends_before (const struct objects *, loc_id l, int64_t bytes);

/* An array around some byte of an object. */
struct array_around {
  int64_t base, element, size; /* where it starts; bytes; INT64_MAX: no bound */
};
enum { MOST_AROUND = 8 };
enum { SMALLEST_LOCK = 4 }; /* bytes; arrays of smaller things are a part of the lock */

/* The arrays around a byte, outermost first; how many is returned. */
uint32_t arrays_around (const struct objects *, object_id, int64_t offset, struct array_around *);
/* Whether there are any; found once. */
bool loc_is_in_array (struct objects *, loc_id);
/* Whether a struct of more than so many bytes begins at the byte. */
bool struct_begins (const struct objects *, object_id, int64_t offset, uint64_t bytes);
/* What a byte of an object belongs to. */
struct field_place {
  const struct type *record; /* the innermost struct or union; NULL: none, or padding */
  const struct rec_field *field;
  const struct type *scalar;      /* NULL: unknown */
  bool in_union;                  /* it, or something that it is in, is a member of a union */
  const struct type *outer_union; /* the outermost of these unions */
  int64_t in_outer;               /* where the byte is in that; OFFSET_ANYWHERE: in arrays there */
};

struct field_place object_field (const struct objects *, object_id, int64_t offset);
/* Whether STRIDE steps over whole elements of some array around OFFSET, or over the whole object.
 */
bool steps_over_elements (const struct objects *, object_id, int64_t offset, uint64_t stride);
/* Gives an object of which nothing is known the layout of SIZE bytes (0: all) of another. */
void object_lay_out_as (struct objects *, object_id, object_id like, int64_t offset, uint64_t size);

/* The name of an object's type; NULL: it has none. */
const char *object_type_name (const struct objects *, object_id);
/* The innermost struct around L that has a name, or else the type of the object; NULL: no name. */
const char *loc_struct_name (const struct objects *, loc_id l);

/* Where a pointer to LOC leads when it is rounded down to a multiple of ALIGNMENT. */
loc_id loc_align (struct objects *, loc_id, int64_t alignment);

/* The locations of objects by their offsets, found when they are asked for; without those that
   stand for everything.  NEWEST: the last one that there was then. */
struct placed_loc {
  int64_t offset;
  loc_id loc;
};

struct locs_of_object {
  loc_id newest; /* 0: not known */
  uint32_t first, end;
};

struct placed_locs {
  VEC (struct locs_of_object) in; /* by object: into v */
  VEC (struct placed_loc) v;
};

/* Of an object; WANTED: only these, if it is not NULL. */
struct locs_of_object placed_in (struct placed_locs *, const struct objects *, object_id,
                                 const struct bitset *wanted);
/* The first of them that is behind an offset. */
uint32_t placed_behind (const struct placed_locs *, struct locs_of_object, int64_t offset);
void placed_free (struct placed_locs *);

static inline const struct location *loc_get (const struct objects *o, loc_id l)
{
  return &o->locs.v[l];
}

static inline object_id loc_object (const struct objects *o, loc_id l)
{
  return o->locs.v[l].object;
}

static inline bool loc_is_anywhere (const struct objects *o, loc_id l)
{
  return o->locs.v[l].offset == OFFSET_ANYWHERE;
}

#endif
