/* Cells: the locations that accesses touch.  Locations that are touched by the same sets of
   accesses have the same verdict: one of them stands for all. */

#ifndef RACECHECK_CELLS_H
#define RACECHECK_CELLS_H

#include "bitset.h"
#include "domains.h"

/* A location that an access touches, and how far it is behind the first byte of that: all that
   guards depend on. */
struct cell {
  loc_id loc : 31;
  loc_id unseen : 1; /* only as code without facts, which has got hold of too much, may have it */
  int32_t shift;
};

typedef VEC (struct cell) vec_cell;

enum { SHIFT_UNKNOWN = INT32_MIN };

/* An access through a pointer from a world may be to any object there.  It is taken to be to the
   beginning of one, and to one of the same type as far as types have names. */
struct outside_access {
  int64_t offset;   /* from what the pointer points to; negative: unknown */
  const char *type; /* NULL: unknown */
};

/* A wanted location of an object in a world, and the next one at the same offset. */
struct world_member {
  loc_id loc;
  uint32_t next;
  uint32_t type; /* of the object, in `types'; 0: it has no name */
};

struct part_around {
  uint32_t bytes, part; /* as in `around' */
};

struct cells {
  const struct pointers *p;
  const struct bitset *wanted; /* other locations do not matter */
  const struct domains *domains;
  struct tuples keys; /* set, bytes, whether all of the object */
  vec_u32 first;      /* by group, and one more: into parts */
  vec_u32 parts;      /* what groups are made of */
  /* Accesses of different sets are to the same places: around a location, or in a world. */
  struct map around; /* location, bytes: 1 + part; see add_around */
  VEC (struct part_around) last_around; /* by location: what was asked for last, as most often */
  struct tuples part_keys; /* of others: number */
  vec_u32 part_of_key;
  vec_u32 first_of_part; /* by part, and one more: into v */
  vec_cell v;
  struct map at_offset[N_WORLDS]; /* offset: number of the first of `members' there, from 1 */
  VEC (struct world_member) members;
  bool lost_outside;               /* see world_is_lost */
  struct placed_locs placed;       /* the wanted ones */
  struct map in_world;             /* set: 1 no, 2 it has what stands for a world */
  struct strings types;
  loc_id *stands_for; /* by location: which one is judged in its place */
  uint32_t n_locs;    /* those that there were then; later ones are in no group */
};

void cells_init (struct cells *, const struct pointers *, const struct bitset *wanted);
void cells_free (struct cells *);
/* How far L is behind START. */
int32_t cells_shift (const struct cells *, loc_id l, loc_id start);
/* The group of an access: from 0. */
uint32_t cells_group (struct cells *, setid where, uint64_t bytes, bool whole_object,
                      const struct outside_access *);
/* After all groups have been asked for: leaves of their parts only what stands for others. */
void cells_reduce (struct cells *);

#endif
