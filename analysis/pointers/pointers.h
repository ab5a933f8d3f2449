/* Pointers: where every pointer of the program may lead, and who calls whom.

   Inclusion-based (Andersen), by object and byte offset, with the call graph found on the way.  A
   node is something that holds a pointer: a value of a function, a formal, a result, or what is in
   a location of memory.  Its set holds the locations it may point to.

   The unseen world is one object, OUTSIDE.  What undefined functions without a model are given
   escapes into it, with all that can be reached from there; functions among it may be called at any
   time.  A set that has OUTSIDE in it may lead to everything that has escaped, and to memory of the
   world's own: the members are not listed one by one, or half of a library would be in every set.

   Another world, POOL, keeps the analysis near-linear on programs that mix everything, such as
   those that take all memory from a pool of their own: a set of more than LARGEST_SET locations
   becomes POOL, and what was in it belongs to POOL.  Unlike OUTSIDE, no unseen code gets at it. */

#ifndef RACECHECK_POINTERS_H
#define RACECHECK_POINTERS_H

#include "bitset.h"
#include "bind.h"
#include "objects.h"
#include "scc.h"
#include "sets.h"
#include "signatures.h"

typedef uint32_t node_id;

enum { LARGEST_SET = 512 };
enum pointer_world { WORLD_OUTSIDE, WORLD_POOL, N_WORLDS };

/* What is true of some location of a set: SET_IN << WORLD it is in an object of that world,
   SET_OWN << WORLD it is the world's own, which stands for all in it. */
enum set_trait {
  SET_IN = 1,
  SET_OWN = SET_IN << N_WORLDS,
  SET_ANYWHERE = SET_OWN << N_WORLDS, /* its offset is unknown */
  SET_UNION = SET_ANYWHERE << 1,      /* a union is in its object */
  SET_HEAP = SET_UNION << 1,          /* the program allocates its object */
  SET_LIBRARY = SET_HEAP << 1,        /* a library has its object */
  SET_WORLDS = SET_OWN - SET_IN
};
enum { N_TRAITS = 2 * N_WORLDS + 4 };

/* How a function comes to be called. */
enum call_kind {
  CALL_NOW,   /* before the instruction is done */
  CALL_FORK,  /* in a new thread */
  CALL_LATER, /* kept, and called at some time: at exit, by other unseen code */
  CALL_CHILD, /* ... in a new process, with no other thread */
  CALL_SIGNAL /* whenever a signal comes, in any thread */
};

/* A call that the program or a library makes: from the instruction, to the function. */
struct call_edge {
  funid caller;
  uint32_t record; /* index in the caller's body */
  funid callee;
  uint8_t kind;   /* enum call_kind */
  uint8_t number; /* enum model_number: how often each time, if a library makes it */
};

/* A call that goes to any function that is a member of a world. */
struct world_call {
  funid caller;
  uint32_t record;
  uint8_t world;  /* enum pointer_world */
  shape_id shape; /* as what it is called */
};

/* An object that accesses touch as a whole. */
struct whole_object {
  uint32_t spanned; /* by the last such one */
  loc_id newest;    /* its locations when they were gathered; 0: not yet */
  setid all;
};

/* By location: an access of at most so many bytes to it touches no other one. */
struct lone_place {
  loc_id newest; /* of the object when that was found; 0: not yet */
  uint64_t bytes;
};

struct pointers {
  struct objects objects;
  struct sets sets;
  /* Of OBJECT_HEAP: function and record of each call, outermost first; or one number, which tells
     apart what one call of the library makes. */
  struct tuples chains;
  struct map same_site;  /* function and record of a call in a chain: 1 + one that stands for it */
  struct bitset grouped; /* functions of which they are known */
  struct strings names;  /* of library objects and locals of models */
  struct tuples moves;   /* set, bytes, stride: remembered by points_moved */
  vec_u32 moved;
  struct tuples spans; /* set, bytes, whether freed: remembered by effect_locations */
  vec_u32 spanned;
  VEC (uint64_t) span; /* room for one of them as bits; all 0 */
  VEC (struct whole_object) wholes;
  struct placed_locs placed;
  VEC (struct lone_place) alone;
  struct bitset lone; /* of the first n_lone locations: those of which a word touches no other */
  uint32_t n_lone;
  vec_u32 others;           /* room for the others of an effect */
  VEC (uint8_t) word_bytes; /* by location: of the largest word that is accessed there */
  struct signatures signatures;
  struct map refined;                 /* two sets: 1 + what refined_points has said */
  struct map closed;                  /* set: 1 + what without_opaque has said */
  struct map overlaps;                /* two sets: remembered by values-memory.c */
  VEC (uint16_t) traits;              /* by set: remembered by set_traits */
  VEC (uint8_t) has_union;            /* by object: 1 its type has none, 2 it has */
  struct bitset with_trait[N_TRAITS]; /* by bit of set_traits: locations, as far as n_with_traits */
  uint32_t n_with_traits;
  /* Places of function F, from value_base[F] on: values (value 1 at + 1), then formals, result and
     variable arguments; n_functions + 2. */
  uint32_t *value_base;
  bool *reached;                /* by function: it may run */
  setid *points;                /* by place */
  VEC (setid) content;          /* by location: 1 + what is there; 0: nobody asked */
  VEC (struct call_edge) calls; /* sorted by caller, record, callee */
  uint32_t *first_call;         /* by function, n_functions + 2 */
  uint32_t *first_record;       /* by function, n_functions + 2: into call_at */
  uint32_t *call_at;            /* by record, and one more: the first call there or behind */
  VEC (struct world_call) world_calls;
  uint32_t assumed;                 /* set of enum assumption */
  bool trust_volatile;              /* see bind.h */
  bool has_opaque;                  /* there are opaque objects: see opaque.h */
  const struct model **models;      /* by function: what it means, NULL: what its body says */
  object_id world_object[N_WORLDS]; /* whose location in a set stands for all members */
  bool *member[N_WORLDS];           /* by object, as far as n_member: see is_in_world */
  uint32_t n_member;
  setid entered[N_WORLDS]; /* locations pointers to which have come in */
  struct bitset nested;    /* functions that have the frame around them with pointers to them */
  struct bitset confined;  /* objects to which only the thread that makes them ever has pointers */
  uint32_t without;        /* as bindings have it */
  uint32_t *needed;        /* set of enum proof: those that somebody has asked for */
  struct {
    uint32_t waves, nodes, edges, collapsed;
  } stats;
};

/* The record that stands for a call in chains: see exclusive.h. */
static inline uint32_t site_in_chain (const struct pointers *p, funid f, uint32_t record)
{
  uint32_t first = map_get (&p->same_site, map_pair (f, record), 0);
  return first ? first - 1 : record;
}

bool is_in_world (const struct pointers *, enum pointer_world, object_id);
/* Whether there is too much in the world for a pointer into it to tell anything; FUNCTIONS: a call.
 */
bool world_is_lost (const struct pointers *, enum pointer_world, bool functions);
/* Whether a world may call the function. */
bool called_from_world (const struct pointers *, enum pointer_world, funid);

/* Whether a call of the function runs code that nobody sees, which may call back. */
bool calls_unseen (const struct pointers *, funid);

/* The calls of an instruction: [*first, *end) of `calls'. */
void calls_of_record (const struct pointers *, funid, uint32_t record, uint32_t *first,
                      uint32_t *end);
/* Whether CALLEE is among them. */
bool call_may_be_of (const struct pointers *, funid f, uint32_t record, funid callee);
/* Who calls whom, in the same thread.  Behind the functions there is a node for each world: a call
   into it leads to all functions that it may call. */
struct csr call_graph (const struct pointers *, struct arena *);
/* Those of the instruction that CALL is of; if there are more than MOST, only MOST + 1 of them. */
void calls_beside (const struct pointers *, uint32_t call, uint32_t most, uint32_t *first,
                   uint32_t *end);

/* MODELS are asked for the internal functions of the compiler, which are no functions of the
 * program. */
void pointers_find (struct pointers *, const struct program *, const struct bindings *,
                    const struct models *);
void pointers_free (struct pointers *);

/* Those of the PROOFS that may be used.  Without the others, which nobody has asked for, the result
   would be the same. */
static inline uint32_t usable_proofs (const struct pointers *p, uint32_t proofs)
{
  *p->needed |= proofs;
  return proofs & ~p->without;
}

static inline bool proves_by (const struct pointers *p, enum proof k)
{
  return usable_proofs (p, proof_bit (k)) != 0;
}

/* Whether an effect happens at a call, as far as an argument decides it. */
enum model_answer effect_happens (const struct rec_call *, const struct model_effect *);
/* Whether the call at the record does that, whatever its arguments are. */
bool call_surely_does (const struct pointers *, funid, uint32_t record, enum effect_kind);

/* Where a value, the result or a formal of a function, or what is in a location may point to. */
setid points_of_value (const struct pointers *, funid, uint32_t value);
setid points_of_result (const struct pointers *, funid);
setid points_of_formal (const struct pointers *, funid, uint32_t n); /* empty: no such formal */
setid points_of_content (const struct pointers *, loc_id);
/* The locations at an address, and where an operand points to.  May make locations. */
setid points_of_address (struct pointers *, funid, const struct address *);
setid points_of_operand (struct pointers *, funid, const struct operand *);
/* The object that the base of an address is; 0: it is a value, or nothing. */
object_id object_of_base (struct pointers *, funid, const struct address *);
/* The object inside a library that models call so. */
object_id library_object (struct pointers *, const struct model_place *);
/* Whether each thread has one of its own. */
bool object_is_tls (const struct pointers *, object_id);
/* Whether it is a variable, and no code without facts knows it. */
bool object_is_seen (const struct pointers *, object_id);
/* The locations of SET, moved. */
setid points_moved (struct pointers *, setid set, int64_t bytes, uint64_t stride);
/* Whether two pointers may be equal: they have a location in common, or one comes from a world that
   the other leads into. */
bool points_may_meet (const struct pointers *, setid, setid);
/* Which of set_trait are true of some location of a set, once the pointers are known. */
uint16_t set_traits (struct pointers *, setid);
bool object_has_union (struct pointers *, object_id);
/* The linear form c + stride * anything of a value, as far as its definition shows. */
void linear_form (const struct function *, uint32_t value, int64_t *constant, uint64_t *stride);

#endif
