/* Fields that hold functions.  Objects whose address code without facts has got hold of may hold
   anything, and so may what is reached through containers of `void *'; a call through a field of
   such an object would lead to every function that is known there.  But where a function is read
   from a field, it was stored into that field of some object: by an assignment to the field, by an
   initialiser, through the address of the field, or with a copy of the struct.

   For each field of pointer-to-function type there is a node with all that is stored into it, in
   any object; what is read from the field is what both that node and the memory hold.  A void
   pointer is such a field if it is somewhere made a pointer to a function, and only where it is.

     struct conn { int fd; ssize_t (*read) (...); };
     c->read = tcp_read;               conn.read: tcp_read
     event_set (.., handler, c);       *c may hold whatever libevent has: handler
     c->read (...)                     calls tcp_read only

   A field is told by its name and the layout of its struct up to it, not by the struct's name:
   structs that begin alike may be used for each other ("inheritance").  Fields of other names that
   have the same layout before them become one field if a pointer shows it: one is used where the
   other is, or was used.  Pointers to worlds show nothing.

   Stores that name no field count for the field they hit, in a union for those of all its members;
   where that is not known (an offset that is computed), a pointer to a function counts for all
   fields that it fits (signatures.h), but a void pointer, which is mostly one to data, for those of
   the object.  A void pointer that is stored through a pointer to one of many places counts only as
   the functions that fit: most of these places were meant by nobody.  Fields of structs that code
   without facts has declarations of may get anything from there.  A field into which nothing is
   ever stored leads to the functions in memory that fit, if that is known to hold one of few
   things: where it is not, what is there was meant for other fields. */

#include "pointers-internal.h"
#include "hash.h"

#include <string.h>

/* Layouts */

static bool is_record (const struct type *t)
{
  return t && (t->r.kind == TK_STRUCT || t->r.kind == TK_UNION);
}

static bool points_to_function (const struct unit *u, const struct type *t)
{
  while (t && t->r.kind == TK_ARRAY)
    t = type_at (u, t->r.target);
  const struct type *to = t && t->r.kind == TK_POINTER ? type_at (u, t->r.target) : NULL;
  return to && to->r.kind == TK_FUNCTION;
}

static bool is_void_pointer (const struct unit *u, const struct type *t)
{
  const struct type *to = t && t->r.kind == TK_POINTER ? type_at (u, t->r.target) : NULL;
  return to && to->r.kind == TK_VOID;
}

/* What scalars look like: their size and kind; of pointers, whether they lead to functions, which
   take and return what, to pointers, to characters, or to anything else. */
static uint64_t shape_of (const struct unit *u, const struct type *t)
{
  uint32_t kind = t->r.kind == TK_BOOL || t->r.kind == TK_ENUM ? TK_INTEGER : t->r.kind;
  const struct type *to = kind == TK_POINTER ? type_at (u, t->r.target) : NULL;
  uint64_t target = 0;
  if (to && to->r.kind == TK_FUNCTION)
    return type_signature (u, t->r.target);
  else if (to && to->r.kind == TK_POINTER)
    target = 1;
  else if (to && to->r.kind == TK_INTEGER && to->r.bits == 8)
    target = 2;
  return (target << 32 | t->r.bits) << 4 | kind;
}

enum { DEEPEST = 16 };

/* Mixes the scalars of a thing at bit AT into *HASH. */
static void hash_layout (const struct unit *u, const struct type *t, int64_t at, uint64_t *hash,
                         int depth)
{
  if (!t)
    return;
  if (t->r.kind != TK_STRUCT || depth == DEEPEST) {
    if (t->r.kind == TK_ARRAY && t->r.bits && type_at (u, t->r.target))
      *hash = hash_add (*hash, shape_of (u, type_at (u, t->r.target)));
    *hash = hash_add (hash_add (*hash, (uint64_t)at), shape_of (u, t));
    return;
  }
  for (uint32_t i = 0; i < t->n_fields; i++) {
    const struct rec_field *f = &t->fields[i];
    if (f->flags & DF_BITFIELD)
      *hash = hash_add (hash_add (*hash, (uint64_t)(at + f->bitoff)), f->bits);
    else
      hash_layout (u, type_at (u, f->type), at + f->bitoff, hash, depth + 1);
  }
}

struct field_name {
  field_key layout, key; /* without, and with its name */
};

/* Calls TELL for each field of the struct that holds functions, or void pointers. */
static void each_field (const struct unit *u, const struct type *t,
                        void (*tell) (void *, const struct rec_field *, struct field_name),
                        void *context)
{
  uint64_t hash = HASH_K1;
  for (uint32_t i = 0; i < t->n_fields; i++) {
    const struct rec_field *f = &t->fields[i];
    const struct type *type = type_at (u, f->type);
    if (f->flags & DF_BITFIELD) {
      hash = hash_add (hash_add (hash, (uint64_t)f->bitoff), f->bits);
      continue;
    }
    hash_layout (u, type, f->bitoff, &hash, 0);
    const char *name = u->strings[f->name];
    if (points_to_function (u, type) || is_void_pointer (u, type))
      tell (context, f,
            (struct field_name){hash, hash_add (hash, hash_bytes (name, strlen (name)))});
  }
}

static uint64_t name_hash (const struct unit *u, const struct type *t)
{
  const char *name = u->strings[t->r.name];
  return t->r.name ? hash_bytes (name, strlen (name)) : 0;
}

/* Structs that code without facts knows are told by their names, too: the program does not make up
   structs that only look like them. */
static struct field_name key_in (const struct fields *f, const struct unit *u, const struct type *t,
                                 struct field_name n)
{
  uint64_t name = name_hash (u, t);
  if (name && map_find (&f->names, name))
    n = (struct field_name){hash_add (n.layout, name), hash_add (n.key, name)};
  n.key += !n.key;
  return n;
}

struct remembering {
  struct fields *fields;
  struct signatures *signatures;
  const struct unit *u;
  const struct type *t;
};

static void remember_key (void *context, const struct rec_field *f, struct field_name name)
{
  const struct remembering *r = context;
  name = key_in (r->fields, r->u, r->t, name);
  if (is_void_pointer (r->u, type_at (r->u, f->type)) && !map_find (&r->fields->called, name.key)) {
    map_set (&r->fields->known, (uintptr_t)f, 0);
    return;
  }
  vec_push (&r->fields->keys, name.key);
  map_set (&r->fields->known, (uintptr_t)f, r->fields->keys.n);
  map_set (&r->fields->layouts, name.key, (uint32_t)name.layout);
  map_set (&r->fields->shapes, name.key, signature_of_pointer (r->signatures, r->u, f->type));
}

/* The key of a field of the struct; 0: it holds no functions. */
static field_key key_of (struct solver *s, const struct unit *u, const struct type *t,
                         const struct rec_field *f)
{
  const struct type *type = type_at (u, f->type);
  if (t->r.kind != TK_STRUCT || !(points_to_function (u, type) || is_void_pointer (u, type)))
    return 0;
  if (!map_find (&s->fields.known, (uintptr_t)f))
    each_field (u, t, remember_key, &(struct remembering){&s->fields, &s->p->signatures, u, t});
  uint32_t known = map_get (&s->fields.known, (uintptr_t)f, 0);
  return known ? s->fields.keys.v[known - 1] : 0;
}

/* The field that the last steps of the path lead to, of *RECORD; NULL: none. */
static const struct rec_field *last_field (const struct unit *u, const struct address *a,
                                           const struct type **record)
{
  const struct type *t = type_at (u, a->root);
  const struct rec_field *field = NULL;
  for (uint32_t i = 0; i < a->n_steps; i++) {
    if (!t)
      return NULL;
    if (a->steps[i].kind == STEP_FIELD) {
      if (!is_record (t) || a->steps[i].n >= t->n_fields)
        return NULL;
      *record = t;
      field = &t->fields[a->steps[i].n];
      t = type_at (u, field->type);
    } else {
      t = t->r.kind == TK_ARRAY ? type_at (u, t->r.target) : NULL;
    }
  }
  return field && t && t->r.kind == TK_POINTER ? field : NULL;
}

field_key field_of_address (struct solver *s, const struct unit *u, const struct address *a)
{
  const struct type *record;
  const struct rec_field *field = s->fields.used ? last_field (u, a, &record) : NULL;
  return field ? key_of (s, u, record, field) : 0;
}

/* Fields of void pointers that are made pointers to functions */

/* The load of a void pointer that OP makes one to a function; NULL: it does something else. */
static const struct rec_load *load_of_function (const struct unit *u, const struct function *b,
                                                const struct rec_op *op)
{
  if ((op->code != OP_COPY && op->code != OP_CONVERT) || op->a.kind != OPND_VALUE ||
      !points_to_function (u, type_at (u, b->value_types[op->r.dst])))
    return NULL;
  uint32_t def = b->value_defs[op->a.value];
  return def != UINT32_MAX && b->records[def]->kind == REC_load &&
                 is_void_pointer (u, type_at (u, b->value_types[op->a.value]))
             ? (const struct rec_load *)b->records[def]
             : NULL;
}

struct marking {
  struct fields *fields;
  const struct unit *u;
  const struct type *t;
  const struct rec_field *f;
};

/* What libraries keep in nodes of theirs is not seen to be stored there. */
static void mark_called (void *context, const struct rec_field *f, struct field_name name)
{
  const struct marking *m = context;
  field_key key = key_in (m->fields, m->u, m->t, name).key;
  if (f == m->f && !map_find (&m->fields->outside, key))
    map_set (&m->fields->called, key, 1);
}

static void find_called (struct solver *s)
{
  const struct program *p = s->program;
  for (funid f = 1; f <= p->n_functions; f++) {
    const struct function *b = p->functions[f].body;
    const struct unit *u = b ? function_unit (p, f) : NULL;
    for (uint32_t r = 0; b && r < b->n_records; r++) {
      const struct type *record = NULL;
      const struct rec_load *load =
          b->records[r]->kind == REC_op
              ? load_of_function (u, b, (const struct rec_op *)b->records[r])
              : NULL;
      const struct rec_field *field = load ? last_field (u, &load->addr, &record) : NULL;
      if (field && record->r.kind == TK_STRUCT && is_void_pointer (u, type_at (u, field->type)))
        each_field (u, record, mark_called, &(struct marking){&s->fields, u, record, field});
    }
  }
}

bool solver_load_called (struct solver *s, funid f, const struct rec_op *op, node_id value,
                         node_id dst)
{
  const struct unit *u = function_unit (s->program, f);
  const struct rec_load *load = load_of_function (u, s->program->functions[f].body, op);
  field_key key = load ? field_of_address (s, u, &load->addr) : 0;
  if (key)
    solver_load_field (s, key, value, dst);
  return key;
}

/* Nodes */

const struct field *solver_field (struct solver *s, field_key key)
{
  struct fields *f = &s->fields;
  uint32_t *known = map_at (&f->numbers, key);
  if (*known)
    return &f->v.v[*known];
  *known = f->v.n;
  bool outside = map_find (&f->outside, key);
  node_id stored = solver_new_node (s), unknown = outside ? 0 : solver_new_node (s);
  shape_id shape = map_get (&f->shapes, key, 0);
  vec_push (&f->v, (struct field){stored, unknown, map_get (&f->layouts, key, 0), shape,
                                  map_find (&f->called, key)});
  solver_add_constraint (s, f->loose, C_FUNCTIONS, stored, shape, 0);
  if (outside)
    solver_from_outside (s, stored);
  return &f->v.v[f->v.n - 1];
}

/* Fields of the same layout, of which memory shows that they are used for each other. */
static void join_fields (struct solver *s, uint32_t a, uint32_t b)
{
  const struct field *x = &s->fields.v.v[a], *y = &s->fields.v.v[b];
  if (a == b || x->layout != y->layout)
    return;
  solver_add_edge (s, x->stored, y->stored);
  solver_add_edge (s, y->stored, x->stored);
  solver_add_edge (s, x->outside, y->outside);
  solver_add_edge (s, y->outside, x->outside);
}

static uint32_t field_number (struct solver *s, field_key key)
{
  return (uint32_t)(solver_field (s, key) - s->fields.v.v);
}

void solver_load_field (struct solver *s, field_key key, node_id raw, node_id dst)
{
  uint32_t number = field_number (s, key), meet = s->fields.meets.n;
  vec_push (&s->fields.meets, (struct field_meet){raw, dst, number});
  solver_add_constraint (s, raw, C_MEET, meet, 0, 0);
  solver_add_constraint (s, s->fields.v.v[number].stored, C_MEET, meet, 0, 0);
  if (s->fields.v.v[number].outside)
    solver_add_constraint (s, s->fields.v.v[number].outside, C_MEET, meet, 0, 0);
}

/* The locations of a set that stand for worlds. */
static setid worlds_of (struct solver *s, setid set)
{
  struct sets *sets = &s->p->sets;
  setid found = sets_intersection (sets, set, s->outside_locs);
  for (int w = 0; w < N_WORLDS; w++)
    if (sets_has (sets, set, s->worlds[w].loc))
      found = sets_add (sets, found, s->worlds[w].loc);
  return found;
}

/* What of SET is a member of the worlds that OTHER leads into. */
static setid members_among (struct solver *s, setid set, setid other)
{
  struct sets *sets = &s->p->sets;
  setid found = SETS_EMPTY;
  for (int w = 0; w < N_WORLDS; w++)
    if (sets_has (sets, other, s->worlds[w].loc) ||
        (w == WORLD_OUTSIDE && sets_meet (sets, other, s->outside_locs))) {
      setid entered = s->nodes.v[solver_find (s, s->worlds[w].entering)].points;
      found = sets_union (sets, found, sets_intersection (sets, set, entered));
    }
  return found;
}

static setid points_of (const struct solver *s, node_id n)
{
  return s->nodes.v[solver_find (s, n)].points;
}

/* What is loaded is both in memory and stored into the field.  A world may be any of its members;
   what is in fields that the outside does not know does not become a member. */
void solver_meet (struct solver *s, uint32_t meet)
{
  struct sets *sets = &s->p->sets;
  const struct field_meet *m = &s->fields.meets.v[meet];
  const struct field *f = &s->fields.v.v[m->field];
  setid x = points_of (s, m->raw), y = points_of (s, f->stored);
  setid both = sets_intersection (sets, x, y), in_x = worlds_of (s, x), in_y = worlds_of (s, y);
  if (in_x)
    both = sets_union (sets, both, members_among (s, y, in_x));
  if (in_x && f->outside)
    both = sets_union (sets, both, sets_intersection (sets, y, points_of (s, f->outside)));
  if (in_y)
    both = sets_union (sets, both, members_among (s, x, in_y));
  if (in_x && in_y)
    both = sets_union (sets, both, in_x);
  node_id dst = solver_find (s, m->dst);
  solver_set_points (s, dst, sets_union (sets, s->nodes.v[dst].points, both));
}

/* Places */

/* Pointers to objects, and integers, hold no functions. */
static bool may_hold_function (const struct unit *u, const struct type *t)
{
  const struct type *to = t && t->r.kind == TK_POINTER ? type_at (u, t->r.target) : NULL;
  return !t || (to && (to->r.kind == TK_VOID || to->r.kind == TK_FUNCTION));
}

static bool covers (const struct rec_field *f, const struct type *t, int64_t at)
{
  int64_t start = f->bitoff / 8, bytes = t ? (int64_t)t->r.bits / 8 : 0;
  return at == OFFSET_ANYWHERE || (at >= start && (!bytes || at < start + bytes));
}

/* What is stored AT bytes of a thing in a union is in the fields of all its members there. */
static void store_in_members (struct solver *s, node_id from, const struct unit *u,
                              const struct type *t, int64_t at, int depth)
{
  while (t && t->r.kind == TK_ARRAY) {
    t = type_at (u, t->r.target);
    if (at != OFFSET_ANYWHERE)
      at = t && t->r.bits >= 8 ? at % (int64_t)(t->r.bits / 8) : OFFSET_ANYWHERE;
  }
  for (uint32_t i = 0; is_record (t) && depth < DEEPEST && i < t->n_fields; i++) {
    const struct rec_field *f = &t->fields[i];
    const struct type *in = type_at (u, f->type);
    if (f->flags & DF_BITFIELD || !covers (f, in, at))
      continue;
    field_key key = key_of (s, u, t, f);
    if (key)
      solver_add_edge (s, from, solver_field (s, key)->stored);
    else
      store_in_members (s, from, u, in, at == OFFSET_ANYWHERE ? at : at - f->bitoff / 8, depth + 1);
  }
}

/* Memory is copied and looked at again and again; layouts do not change once there are locations.
 */
static struct loc_field field_at_loc (struct solver *s, loc_id l)
{
  const struct objects *o = &s->p->objects;
  if (l >= s->fields.at.n)
    vec_resize (&s->fields.at, o->locs.n);
  struct loc_field *found = &s->fields.at.v[l];
  if (found->known)
    return *found;
  struct field_place place = object_field (o, loc_object (o, l), loc_get (o, l)->offset);
  const struct unit *u = o->program->units[o->v.v[loc_object (o, l)].unit].unit;
  *found = (struct loc_field){
      .key = place.record && !place.in_union ? key_of (s, u, place.record, place.field) : 0,
      .known = true,
      .in_record = place.record,
      .in_union = place.in_union,
      .holds = place.in_union || may_hold_function (u, place.scalar)};
  return *found;
}

/* The node for what is stored at L as a function; 0: nothing is.  *KEY is that of its field. */
static node_id stored_at (struct solver *s, loc_id l, field_key *key)
{
  const struct objects *o = &s->p->objects;
  const struct abstract_object *v = &o->v.v[loc_object (o, l)];
  *key = 0;
  if (v->kind == OBJECT_LIBRARY || v->kind == OBJECT_RESULT)
    return 0;
  if (v->whole || loc_is_anywhere (o, l) || solver_world_at (s, l) < N_WORLDS)
    return s->fields.loose;
  struct loc_field at = field_at_loc (s, l);
  *key = at.key;
  if (*key)
    return solver_field (s, *key)->stored;
  if (!at.holds)
    return 0;
  uint32_t *known = map_at (&s->fields.places, l);
  if (*known)
    return *known;
  node_id made = *known = solver_new_node (s);
  if (at.in_union) {
    struct field_place place = object_field (o, loc_object (o, l), loc_get (o, l)->offset);
    store_in_members (s, made, o->program->units[v->unit].unit, place.outer_union, place.in_outer,
                      0);
  }
  return made;
}

/* The functions of one node that fit are in the other, too. */
static void sift (struct solver *s, node_id from, node_id to, shape_id shape)
{
  if (map_add (&s->fields.sifted, map_pair (from, to), 0))
    solver_add_constraint (s, from, C_FUNCTIONS, to, shape, 0);
}

/* A pointer says that the field is at L: for void pointers another one there is the same. */
void solver_touch_field (struct solver *s, uint32_t number, loc_id l)
{
  const struct objects *o = &s->p->objects;
  const struct abstract_object *v = &o->v.v[loc_object (o, l)];
  if (v->whole || loc_get (o, l)->offset <= OFFSET_EVERYTHING || solver_world_at (s, l) < N_WORLDS)
    return;
  struct loc_field at = field_at_loc (s, l);
  if (at.key)
    join_fields (s, number, field_number (s, at.key));
  else if (at.in_record && s->fields.v.v[number].is_void)
    sift (s, solver_content (s, l), s->fields.v.v[number].stored, 0);
  uint32_t *first = map_at (&s->fields.touched, map_pair (l, s->fields.v.v[number].layout));
  if (!*first)
    *first = number;
  join_fields (s, number, *first);
}

void solver_touch_place (struct solver *s, field_key key, loc_id l)
{
  solver_touch_field (s, field_number (s, key), l);
}

void solver_use_field (struct solver *s, node_id address, int64_t bytes, uint64_t stride,
                       field_key key)
{
  solver_add_constraint (s, address, C_TOUCH, field_number (s, key), bytes, stride);
}

void solver_functions (struct solver *s, setid set, shape_id shape, node_id to)
{
  struct pointers *p = s->p;
  vec_u32 found = {0};
  for (struct set_iter i = sets_each (&p->sets, set); set_next (&i);) {
    const struct abstract_object *v = &p->objects.v.v[loc_object (&p->objects, i.x)];
    if (v->kind == OBJECT_FUNCTION && signature_fits (&p->signatures, shape, v->a))
      vec_push (&found, i.x);
  }
  to = solver_find (s, to);
  solver_set_points (
      s, to, sets_union (&p->sets, s->nodes.v[to].points, sets_from (&p->sets, found.v, found.n)));
  vec_free (&found);
}

/* A void pointer is stored into one of the fields of an object: a table that is filled in a loop.
 */
static void store_somewhere (struct solver *s, object_id object, node_id from)
{
  const struct abstract_object *v = &s->p->objects.v.v[object];
  const struct unit *u = s->program->units[v->unit].unit;
  if (v->type && map_add (&s->fields.filled, map_pair (object, from), 0))
    store_in_members (s, from, u, type_at (u, v->type), OFFSET_ANYWHERE, 0);
}

void solver_store_field (struct solver *s, loc_id l, node_id from, enum plain_store how)
{
  field_key key = 0;
  node_id to = s->fields.used && how ? stored_at (s, l, &key) : 0;
  if (to && to == s->fields.loose && how == PLAIN_VOID)
    store_somewhere (s, loc_object (&s->p->objects, l), from);
  if (!to || (how != PLAIN_FUNCTION && !key))
    return; /* void pointers are mostly to data */
  if (how != PLAIN_STRAY && to != s->fields.loose)
    solver_add_edge (s, from, to);
  else
    sift (s, from, to, key ? solver_field (s, key)->shape : 0);
}

/* An initialiser puts a function there. */
void solver_init_field (struct solver *s, loc_id l, loc_id function)
{
  field_key key;
  node_id to = s->fields.used ? stored_at (s, l, &key) : 0;
  if (to)
    solver_add_target (s, to, function);
}

node_id solver_unknown_field (struct solver *s, loc_id l)
{
  const struct objects *o = &s->p->objects;
  const struct abstract_object *v = &o->v.v[loc_object (o, l)];
  if (!s->fields.used || v->whole || loc_is_anywhere (o, l) || !v->type)
    return 0;
  field_key key = field_at_loc (s, l).key;
  return key ? solver_field (s, key)->outside : 0;
}

/* Memory that is copied keeps its fields; what is in no field gets into those at the target. */
void solver_copy_field (struct solver *s, loc_id from, loc_id to)
{
  field_key a, b;
  if (!s->fields.used)
    return;
  node_id source = stored_at (s, from, &a), target = stored_at (s, to, &b);
  if (a && b)
    join_fields (s, field_number (s, a), field_number (s, b));
  else if (!a && source != s->fields.loose && target != s->fields.loose)
    solver_add_edge (s, source, target);
}

/* What code without facts knows */

struct walk {
  struct solver *s;
  const struct unit *u;
  bool *seen;           /* by type */
  const struct type *t; /* the one that is looked at */
  vec_u32 todo;
};

static void reach (struct walk *w, uint32_t type)
{
  if (!type || w->seen[type])
    return;
  w->seen[type] = true;
  vec_push (&w->todo, type);
}

static void mark_outside (void *context, const struct rec_field *f, struct field_name name)
{
  struct walk *w = context;
  (void)f;
  map_set (&w->s->fields.outside, key_in (&w->s->fields, w->u, w->t, name).key, 1);
}

/* All types that those in `todo' lead to. */
static void walk_types (struct walk *w)
{
  while (w->todo.n) {
    const struct type *t = &w->u->types[w->todo.v[--w->todo.n]];
    reach (w, t->r.target);
    for (uint32_t i = 0; i < t->r.params.n; i++)
      reach (w, t->r.params.v[i]);
    for (uint32_t i = 0; i < t->n_fields; i++)
      reach (w, t->fields[i].type);
    if (t->r.kind != TK_STRUCT)
      continue;
    if (name_hash (w->u, t))
      map_set (&w->s->fields.names, name_hash (w->u, t), 1);
    w->t = t;
    each_field (w->u, t, mark_outside, w);
  }
}

/* Types in the declarations of functions and variables that are defined elsewhere, or used there.
 */
static void find_outside (struct solver *s)
{
  const struct program *p = s->program;
  bool library = !p->main && p->n_entries;
  for (uint32_t i = 0; i < p->n_units; i++) {
    const struct program_unit *pu = &p->units[i];
    struct walk w = {.s = s, .u = pu->unit, .seen = xcalloc (pu->unit->n_types + 1, sizeof (bool))};
    for (uint32_t k = 0; k < pu->unit->n_prototypes; k++) {
      const struct rec_prototype *r = &pu->unit->prototypes[k];
      funid f = pu->functions[r->symbol];
      if (f && !p->functions[f].body)
        reach (&w, r->type);
    }
    for (uint32_t k = 0; k < pu->unit->n_functions; k++) {
      const struct program_function *f = &p->functions[pu->bodies[k]];
      if (pu->bodies[k] && (f->used_outside || (library && f->is_public)))
        reach (&w, pu->unit->functions[k].r.type);
    }
    for (uint32_t k = 1; k <= pu->unit->n_objects; k++) {
      const struct program_object *o = &p->objects[pu->objects[k]];
      if (pu->objects[k] && (!o->defined || o->used_outside || (library && o->is_public)))
        reach (&w, pu->unit->objects[k].type);
    }
    walk_types (&w);
    vec_free (&w.todo);
    free (w.seen);
  }
}

void solver_find_fields (struct solver *s)
{
  s->fields.used = true;
  s->fields.loose = solver_new_node (s);
  vec_push (&s->fields.v, (struct field){0});
  find_outside (s);
  find_called (s);
}

/* When all else is done: worlds may have got new members; and where nothing is stored into a field,
   what is read there is what the memory holds.  Whether that was new. */
bool solver_fields_again (struct solver *s)
{
  enum { MOST_HELD = 32 };
  bool any = false;
  for (uint32_t i = 0; i < s->fields.meets.n; i++) {
    struct field_meet *m = &s->fields.meets.v[i];
    setid before = points_of (s, m->dst);
    const struct field *f = &s->fields.v.v[m->field];
    if (points_of (s, f->stored))
      solver_meet (s, i);
    else if (f->outside && sets_size (&s->p->sets, points_of (s, m->raw)) <= MOST_HELD)
      solver_functions (s, points_of (s, m->raw), f->shape, m->dst);
    else if (!f->outside)
      solver_add_edge (s, m->raw, m->dst);
    any |= points_of (s, m->dst) != before;
  }
  return any;
}

void fields_free (struct fields *f)
{
  vec_free (&f->at);
  map_free (&f->known);
  map_free (&f->called);
  vec_free (&f->keys);
  map_free (&f->numbers);
  map_free (&f->names);
  map_free (&f->layouts);
  map_free (&f->shapes);
  map_free (&f->touched);
  vec_free (&f->v);
  map_free (&f->places);
  map_free (&f->sifted);
  map_free (&f->filled);
  map_free (&f->outside);
  vec_free (&f->meets);
}
