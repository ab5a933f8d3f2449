/* Between the files of the pointer analysis: pointers-build.c makes constraints from instructions,
   pointers-operations.c from operations, pointers-model.c from models, pointers-heap.c makes
   objects of the heap, pointers-solve.c solves the constraints and binds calls. */

#ifndef RACECHECK_POINTERS_INTERNAL_H
#define RACECHECK_POINTERS_INTERNAL_H

#include "pointers.h"
#include "bitset.h"
#include "integers.h"
#include "intern.h"
#include "keys.h"
#include "wrappers.h"

/* A constraint that depends on where a node points. */
enum constraint_kind {
  C_SHIFT,     /* other holds what node holds, moved */
  C_ALIGN,     /* other holds what node holds, moved down to a multiple of BYTES */
  C_LOAD,      /* other holds what is at node, moved */
  C_STORE,     /* what is at node, moved, holds other */
  C_READ,      /* memory: `other' is an object of kind COPY that receives SIZE bytes from node */
  C_WRITE,     /* memory: SIZE bytes of that object go to node */
  C_CALL,      /* functions at node are called by call site `other' */
  C_ENTER,     /* what node points to is in world `other' */
  C_MEET,      /* other holds what both node and node BYTES hold: see pointers-fields.c */
  C_FUNCTIONS, /* other holds the functions that node holds and that fit shape BYTES */
  C_TOUCH,     /* field `other' is at node, moved */
  C_OPAQUE     /* other holds what node holds that may be of kind BYTES: see opaque.h */
};

/* A store whose address names no field, of what may be a function: a void pointer, or certainly a
   pointer to a function.  PLAIN_STRAY: a void pointer, to one of many places. */
enum plain_store { PLAIN_NO, PLAIN_VOID, PLAIN_STRAY, PLAIN_FUNCTION };

struct constraint {
  uint8_t kind;   /* enum constraint_kind */
  uint8_t plain;  /* C_STORE: enum plain_store */
  bool opens;     /* looks into opaque objects, too */
  node_id field;  /* C_STORE into a field that the outside does not know: what has it there */
  uint32_t other; /* node, object or call site */
  uint32_t next;  /* of the same node; 0 ends */
  int64_t bytes;
  uint64_t stride; /* C_READ, C_WRITE: size, 0 unknown */
};

/* Memory that flows from one object to another, field by field. */
struct region {
  object_id to;
  int64_t from_offset, to_offset;
  uint64_t size;
  uint32_t next; /* of the same source object */
};

/* An actual: a node, or memory by value. */
struct actual {
  node_id node;       /* 0: holds no pointer */
  object_id contents; /* aggregate: the object it was copied to; 0: none */
};

/* Someone calls something with these arguments. */
struct call_site {
  funid caller; /* 0: a world, or a hub */
  uint32_t record;
  uint8_t kind;                /* enum call_kind */
  uint8_t number;              /* see struct call_edge */
  uint32_t n_actuals, actuals; /* index into solver.actuals */
  node_id result;              /* 0: not used */
  object_id result_object;     /* aggregate results; 0: none */
  node_id chain;
  shape_id shape; /* as what is called */
  uint32_t copy;  /* the calls whose copy of the caller makes this one, as a chain; 0: none */
  uint8_t depth;  /* ... and how deep that is */
};

struct edge {
  node_id to;
  uint32_t next;
};

/* A world is a set of objects that nobody tells apart: whoever points to its location may point to
   any of them, and what one of them holds is whatever the world has. */
struct world {
  node_id entering;  /* what goes in */
  loc_id loc;        /* stands for all of it */
  VEC (bool) member; /* by object */
  vec_u32 functions; /* members that nobody has called yet */
  vec_u32 called;    /* shapes that its members are called as; 0: all */
};

/* Fields of structs that hold functions; see pointers-fields.c. */
typedef uint64_t field_key; /* 0: none */

struct field {
  node_id stored; /* all that is stored there */
  node_id
      outside; /* what is in it in objects of worlds, if code without facts does not know it; else
                  0 */
  uint32_t layout; /* of its struct up to it */
  shape_id shape;  /* of the functions in it */
  bool is_void;    /* it holds void pointers */
};

/* Where what is at a location flows, as long as no more nodes than so many have become others. */
struct copied_loc {
  loc_id to;
  uint32_t collapsed;
};

struct field_meet {
  node_id raw, dst;
  uint32_t field;
};

/* What is at a location, as far as its layout says. */
struct loc_field {
  field_key key;  /* of a field that holds functions, in no union */
  bool known;     /* somebody has asked */
  bool in_record; /* ... of which it is some field */
  bool in_union;
  bool holds; /* it may hold a function, or is in a union */
};

struct fields {
  bool used;
  VEC (struct loc_field) at; /* by location */
  struct map known;          /* address of a field's record: index in keys, from 1 */
  VEC (field_key) keys;
  struct map numbers;         /* by key: index in v */
  VEC (struct field) v;       /* from 1 */
  struct map called;          /* keys of fields of void pointers that are called */
  struct map outside;         /* keys of fields that code without facts knows */
  struct map names;           /* of structs that it knows: hashes */
  struct map layouts, shapes; /* by key */
  struct map touched;         /* by location and layout: the first field that was used there */
  struct map places; /* by location that is no such field: functions that are stored there */
  struct map filled; /* object and node that is stored somewhere in it */
  struct map sifted; /* two nodes: the functions of the one are in the other */
  node_id loose;     /* functions that may be stored into any field */
  VEC (struct field_meet) meets; /* loads of fields */
};

/* A node that holds what another one does, as far as it may be of a kind. */
struct opaque_node {
  node_id from, to;
  uint32_t kind; /* its name */
};

/* A node that holds the address of an object, not because another one does. */
struct address_node {
  node_id node;
  object_id object;
};

/* A copy of a function's nodes and constraints, for one call; see pointers-copies.c. */
struct function_copy {
  funid f; /* 0: none */
  node_id base;
  uint8_t depth;  /* of calls in copies */
  uint32_t chain; /* the last of these; 0: there are several */
};

enum { LONGEST_PATH = 2 }; /* of calls that tell copies apart */

struct copied_function {
  bool copied, makes; /* ... what each of them allocates is told apart, too */
  uint32_t n;         /* copies */
  node_id shared;     /* that of calls that have none of their own; 0: not made yet */
};

struct copies {
  struct copied_function *of; /* by function */
  VEC (struct function_copy) to_build;
  struct function_copy at; /* whose nodes those of the function are now */
  uint32_t left;           /* records that may still be copied */
};

/* What is asked for together lies together: waves come to nodes in any order. */
struct node {
  node_id rep;               /* the one that stands for it */
  setid points;              /* of a representative, as are the others */
  uint32_t first_edge;       /* 0: none */
  uint32_t first_constraint; /* likewise */
  setid done;                /* the part of its set that constraints have seen */
  node_id next_same;         /* those that have been made one, in a ring */
  uint32_t mark;             /* stamp of who leads to it */
  uint32_t number;           /* place in the region */
};

struct solver {
  struct pointers *p;
  const struct program *program;
  const struct models *models;
  VEC (struct node) nodes;
  node_id *node_base; /* by function, n_functions + 2: its nodes */
  uint32_t *slots;    /* by place, as pointers.value_base says: 1 + which of these; 0: none */
  vec_u32 content;    /* by location: its node */
  vec_u32 seen;       /* by location: the last round of a constraint that came there */
  uint32_t round;
  bool new_hub; /* a constraint is being applied to a hub that has just been made */
  VEC (struct copied_loc) copied; /* by location: the last one */
  VEC (struct edge) edges;        /* from 1 */
  uint32_t packed;                /* so many of them are in the order of their nodes */
  struct keys known_edges;
  VEC (struct address_node) addresses;
  VEC (struct constraint) constraints; /* from 1 */
  struct bitset wide;                  /* nodes whose set has become the pool */
  struct bitset changed;               /* nodes whose set has grown since it was passed on */
  struct bitset pending;               /* nodes whose constraints may have something to see */
  vec_u32 sources;        /* nodes that have got an edge since cycles were looked for */
  struct bitset region;   /* nodes that a wave is about */
  struct bitset together; /* nodes that have got the edges of others: some may be the same */
  uint32_t stamp;
  VEC (struct region) regions; /* from 1 */
  VEC (uint32_t) first_region; /* by object */
  struct tuples known_regions;
  VEC (struct call_site) sites; /* from 1 */
  VEC (struct actual) actuals;
  struct map known_calls;    /* site, callee */
  struct tuples shared_keys; /* constraint and elements */
  vec_u32 shared_values;     /* by key: hub node, hub site, or 1 + set */
  struct world worlds[N_WORLDS];
  setid outside_locs;     /* locations in memory of the unseen world's own */
  uint32_t locs_done;     /* locations that have been tied to their object's regions */
  node_id joined;         /* what threads return */
  struct map keys;        /* variables that hold keys: what threads keep under them, or 0 */
  node_id any_kept;       /* what they keep under any key */
  node_id unknown_kept;   /* ... under keys that are in no such variable */
  bool grew;              /* an edge was added since the last look for cycles */
  bool opens;             /* constraints are being made that look into opaque objects */
  struct bitset integers; /* values that may carry a pointer */
  struct bitset in_pool;  /* locations that have come into the pool from sets that are too large */
  struct bitset sets_in_pool; /* ... and those sets */
  vec_u32 pooled;             /* those that fill_pool has not seen yet */
  struct arena arena;
  struct wrapper *wrappers; /* by function */
  struct map origins;       /* first node and record of a call that a wrapper returns: its node */
  struct map hooked;        /* wrapper: what calls through pointers give that it returns */
  struct fields fields;
  VEC (struct opaque_node) opaque;
  vec_u32 to_build; /* functions that have been reached since the last wave */
  struct copies copies;
};

/* Nodes */
/* The representative. */
static inline node_id solver_find (const struct solver *s, node_id n)
{
  struct node *v = s->nodes.v;
  while (v[n].rep != n) {
    v[n].rep = v[v[n].rep].rep;
    n = v[n].rep;
  }
  return n;
}

/* Edges of a node are mostly in a row, but what they lead to is here and there: the processor is
   told in time which node will be asked for when this edge has been followed, and some more. */
enum { AHEAD = 8 };

static inline void solver_fetch_ahead (const struct solver *s, uint32_t edge)
{
  if (edge + AHEAD < s->edges.n)
    __builtin_prefetch (&s->nodes.v[s->edges.v[edge + AHEAD].to]);
}

node_id solver_new_node (struct solver *);
void solver_unify (struct solver *, node_id, node_id);
node_id solver_content (struct solver *, loc_id);
node_id first_node (const struct solver *, funid); /* of a function */
node_id node_of_place (const struct solver *, funid, uint32_t place);
node_id value_node (const struct solver *, funid, uint32_t value); /* 0: holds no pointer */
node_id formal_node (const struct solver *, funid, uint32_t n);    /* 0: no such formal */
node_id result_node (const struct solver *, funid);
node_id varargs_node (const struct solver *, funid);

/* Constraints */
void solver_add_edge (struct solver *, node_id from, node_id to);
/* The same of an edge between representatives that is known to be new. */
void solver_add_new_edge (struct solver *, node_id from, node_id to);
void solver_add_target (struct solver *, node_id, loc_id);
void solver_add_constraint (struct solver *, node_id, enum constraint_kind, uint32_t other,
                            int64_t bytes, uint64_t stride);
void solver_add_store (struct solver *, node_id, node_id src, int64_t bytes, uint64_t stride,
                       field_key, enum plain_store);
void solver_link_objects (struct solver *, object_id from, int64_t from_offset, object_id to,
                          int64_t to_offset, uint64_t size);
/* What the node holds enters the world; what comes from there, the node holds. */
void solver_enter (struct solver *, enum pointer_world, node_id);
void solver_leave (struct solver *, enum pointer_world, node_id);
/* The same for the unseen world. */
void solver_escape (struct solver *, node_id);
void solver_from_outside (struct solver *, node_id);
uint32_t solver_add_site (struct solver *, const struct call_site *, const struct actual *actuals);
void solver_bind (struct solver *, uint32_t site, funid callee);
void solver_bind_hub (struct solver *, uint32_t site, funid callee); /* which has a body */
void solver_bind_to_world (struct solver *, uint32_t site, enum pointer_world);
/* The function has become a member of a world. */
void solver_enter_function (struct solver *, enum pointer_world, funid);
object_id solver_object (struct solver *, enum object_kind, uint32_t a, uint32_t b, uint32_t chain);

/* Keys: finds them; what is kept under one, 0: nobody knows which it is. */
void solver_find_keys (struct solver *);
node_id solver_key (const struct solver *, funid, const struct rec_call *,
                    const struct model_operand *key);

/* Building */
/* The nodes of all functions. */
void make_nodes (struct solver *);
void build_program (struct solver *);
/* The function may run: what it does counts.  It is built by the next wave. */
void solver_reach (struct solver *, funid);
void build_reached (struct solver *);
void build_function (struct solver *, funid);
/* How many nodes a function has. */
uint32_t nodes_of (const struct solver *, funid);
/* Functions of which each call has a copy. */
void solver_find_copied (struct solver *);
bool solver_is_copied (const struct solver *, funid);
/* The first node of the copy that a call gets; SITE 0: of a world. */
node_id solver_copy_for (struct solver *, funid, uint32_t site);
/* The calls that tell apart what the call at SITE allocates if its caller is copied; 0: none. */
uint32_t solver_copy_chain (const struct solver *, const struct call_site *);
/* The call as it is in a chain of them. */
uint32_t chain_site (struct solver *, funid, uint32_t record);
void build_copies (struct solver *);
/* The offset of an address as far as it is constant, which leads to the arrays that indices step
   in; and what index I adds: any multiple of this (0: it is a constant). */
int64_t address_bytes (const struct address *);
uint64_t address_step (const struct address *, uint32_t i);
node_id build_operand (struct solver *, funid, const struct operand *); /* 0: no pointer */
/* The location at an address whose base is no value. */
loc_id build_location (struct solver *, funid, const struct address *);
/* What the operand holds, TO does. */
void build_flow (struct solver *, funid, const struct operand *, node_id to);
void build_op (struct solver *, funid, const struct rec_op *);
/* The type of what is at an address, as its path says; 0: it does not. */
uint32_t type_of_place (const struct unit *, const struct address *);
bool may_hold_pointer (const struct unit *, uint32_t type);
bool value_may_hold (const struct solver *, funid, uint32_t value);
/* Whether it is wider than a pointer. */
bool value_is_wide (const struct solver *, funid, uint32_t value);
bool operand_is_wide (const struct solver *, funid, const struct operand *);
/* A node that points to the address. */
node_id build_address (struct solver *, funid, const struct address *);
void build_model_call (struct solver *, funid, const struct model *, uint32_t site);
/* An object of the heap is laid out as what the pointer to it is first held as. */
void heap_layout (struct solver *, object_id, funid, uint32_t record, uint64_t size);
/* An object of a library whose layout the program does not know. */
void close_object (struct solver *, object_id, const struct model *);
/* What the call at SITE of an allocation wrapper makes. */
void build_fresh (struct solver *, uint32_t site, funid wrapper);
/* Whether the call at SITE is one whose result a wrapper returns: then the callers of the wrapper
   make the objects, and NODE receives them. */
bool build_origin (struct solver *, uint32_t site, node_id node);
object_id function_object (struct solver *, funid);
/* TO points to the function of that name, if there is one. */
void solver_add_function (struct solver *, node_id to, const char *name);

/* At the end: fills `confined'. */
void solver_find_confined (struct solver *);

/* Sets */
void solver_set_points (struct solver *, node_id, setid);

/* The elements that a constraint sees: all, those it has seen before, and the others. */
struct seen {
  setid all, before, fresh;
};

/* Memory */
node_id solver_read_node (struct solver *, loc_id); /* what is read there */
void solver_tie_locations (struct solver *);        /* those made since the last call */
void solver_enter_object (struct solver *, enum pointer_world, object_id);
/* The world whose own memory L is, or N_WORLDS. */
enum pointer_world solver_world_at (const struct solver *, loc_id);
bool solver_is_member (const struct solver *, enum pointer_world, object_id);

/* Fields */
void solver_find_fields (struct solver *);
field_key field_of_address (struct solver *, const struct unit *, const struct address *);
/* Good until the next call. */
const struct field *solver_field (struct solver *, field_key);
/* Whether L is such a field that code without facts does not know: what is in it when that gets
   hold of its object. */
node_id solver_unknown_field (struct solver *, loc_id);
/* DST gets what is loaded from the field if it is in memory, RAW. */
/* OP may make a void pointer that was loaded from a field, the VALUE, a pointer to functions, DST:
   these were stored there.  False: it does not. */
bool solver_load_called (struct solver *, funid f, const struct rec_op *op, node_id value,
                         node_id dst);
void solver_load_field (struct solver *, field_key, node_id raw, node_id dst);
void solver_store_field (struct solver *, loc_id, node_id from, enum plain_store);
/* An access says that the field is at the address, or at a location. */
void solver_use_field (struct solver *, node_id address, int64_t bytes, uint64_t stride, field_key);
void solver_touch_field (struct solver *, uint32_t number, loc_id);
void solver_touch_place (struct solver *, field_key, loc_id);
void solver_init_field (struct solver *, loc_id, loc_id function);
void solver_copy_field (struct solver *, loc_id from, loc_id to);
void solver_meet (struct solver *, uint32_t meet);
void solver_functions (struct solver *, setid, shape_id, node_id to);
bool solver_fields_again (struct solver *);
/* A node that holds what N does, as far as it may be of the kind. */
node_id solver_opaque (struct solver *, node_id n, const char *kind);
void solver_apply_opaque (struct solver *, const struct constraint *, setid fresh);
bool solver_opaque_again (struct solver *);
void fields_free (struct fields *);

/* What the node of the constraint points to has become E. */
void solver_apply (struct solver *, const struct constraint *, const struct seen *);
/* Makes one node of each cycle in the part of the copy graph in which something happens; ORDER:
   its nodes, those that lead to others behind them. */

/* A node that a wave is about. */
struct wave_node {
  node_id node;
  uint32_t first, end; /* its edges, in `targets' */
  uint32_t number;     /* when the search came to it; 0: not yet */
  bool closed;         /* its component is known */
};

struct wave_frame {
  uint32_t at, edge; /* the next of its edges to follow */
  uint32_t low;      /* the least number of an open node known to be reached */
};

/* Waves are many: what one needs, the next one finds there. */
struct wave {
  struct solver *s;
  VEC (struct wave_node) v;
  vec_u32 targets; /* places in V */
  vec_u32 todo;    /* those whose edges are still to be looked at */
  uint32_t last;   /* number that was given */
  vec_u32 open;
  VEC (struct wave_frame) stack;
  vec_u32 order;           /* in which nodes pass on what they have, last first */
  vec_u32 cycles, members; /* nodes of cycles, one after the other; where each begins */
};

void solver_collapse_cycles (struct wave *);
void wave_free (struct wave *);
void solver_run (struct solver *);

#endif
