/* Effects: accesses of instructions come from the facts, those of library calls from the models. */

#include "effects.h"
#include "access.h"
#include "locked.h"
#include "opaque.h"

#include <string.h>

struct finder {
  struct effects *e;
  struct pointers *p;
  const struct program *program;
  bool has_lanes;      /* the function at hand has a simd loop */
  struct bitset words; /* see locked.h */
};

static struct effect *add (struct finder *d, funid f, uint32_t record, enum effect_mode mode,
                           setid where, uint64_t bytes)
{
  vec_push (
      &d->e->v,
      (struct effect){
          .function = f, .record = record, .mode = (uint8_t)mode, .where = where, .bytes = bytes});
  return &vec_last (&d->e->v);
}

/* Instructions */

static bool is_private (const struct finder *d, funid f, const struct address *a)
{
  /* A local that nobody points to is nobody else's business, unless lanes share it. */
  return a->base_kind == BASE_LOCAL && !d->has_lanes &&
         !(d->program->functions[f].body->locals[a->base].flags & OF_ADDRESSED);
}

/* How many bits of memory a call reads to give it as an argument: as many as the parameters have of
   those who may be called; 0: nobody knows. */
static uint64_t given_bits (const struct finder *d, funid f, uint32_t record,
                            const struct address *from)
{
  const struct rec_call *c =
      (const struct rec_call *)d->program->functions[f].body->records[record];
  uint32_t first, end, n = 0;
  uint64_t bits = 0;
  while (c->r.kind == REC_call && n < c->args.n &&
         (c->args.v[n].kind != OPND_CONTENTS || c->args.v[n].u.addr != from))
    n++;
  if (c->r.kind != REC_call || n == c->args.n)
    return 0;
  calls_of_record (d->p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    funid callee = d->p->calls.v[k].callee;
    const struct function *b = callee ? d->program->functions[callee].body : NULL;
    if (!b || n >= b->n_params || !b->locals[n + 1].type)
      return 0;
    uint64_t has = function_unit (d->program, callee)->types[b->locals[n + 1].type].r.bits;
    if (!has)
      return 0;
    bits = bits > has ? bits : has;
  }
  return bits;
}

/* Whether a volatile access is one to words that are used as atomics. */
static bool is_of_words (const struct finder *d, funid f, uint32_t record, setid where)
{
  if (!d->words.words.n || !where || !is_word_access (d->program->functions[f].body, record))
    return false;
  for (struct set_iter i = sets_each (&d->p->sets, where); set_next (&i);)
    if (!bitset_has (&d->words, i.x))
      return false;
  return true;
}

static void add_instruction (struct finder *d, funid f, uint32_t record)
{
  const struct unit *u = function_unit (d->program, f);
  const struct function *b = d->program->functions[f].body;
  struct access accesses[MOST_ACCESSES];
  unsigned n = accesses_of (u, b, b->records[record], accesses);
  bool locked = n && is_locked_operand (u, b, record);
  for (unsigned i = 0; i < n; i++) {
    const struct access *a = &accesses[i];
    if (is_private (d, f, a->addr))
      continue;
    /* Of a bit-field all of the storage is touched that it shares with others. */
    int64_t shift = a->rep_bits ? ((a->addr->bitoff & 7) + a->rep_off) >> 3 : 0;
    uint64_t bits = a->rep_bits ? a->rep_bits
                    : a->bits   ? a->bits
                                : given_bits (d, f, record, a->addr);
    setid where = points_moved (d->p, points_of_address (d->p, f, a->addr), shift, 0);
    bool atomic = locked || (a->flags & AF_VOLATILE &&
                             (d->p->trust_volatile || is_of_words (d, f, record, where)));
    bool reads = a->mode == ACCESS_READ && !locked; /* that writes, whatever its constraints say */
    enum effect_mode mode =
        reads ? (atomic ? MODE_ATOMIC_READ : MODE_READ) : (atomic ? MODE_ATOMIC_WRITE : MODE_WRITE);
    struct effect *e = add (d, f, record, mode, where, (bits + 7) / 8);
    e->addr = a->addr;
    e->flags = a->flags;
    e->shift = (int8_t)shift;
    e->role = b->records[record]->kind == REC_store && !reads ? ROLE_SCALAR : ROLE_ANY;
  }
}

/* Calls of functions with a model */

struct modelled_call {
  struct finder *d;
  funid f;
  uint32_t record;
  const struct rec_call *call;
  funid callee;
};

/* Where the base of a place points to. */
static setid base_points (const struct modelled_call *m, const struct model_place *p)
{
  struct pointers *q = m->d->p;
  const char *kind;
  setid all = SETS_EMPTY;
  switch ((enum model_base)p->base) {
  case MODEL_ARG:
    if (p->number < m->call->args.n)
      all = points_of_operand (q, m->f, &m->call->args.v[p->number]);
    kind = opaque_argument (q->models[m->callee], p->number);
    return kind ? only_opaque (q, all, kind) : all;
  case MODEL_ARGS:
    for (uint32_t i = p->number; i < m->call->args.n; i++)
      all = sets_union (&q->sets, all, points_of_operand (q, m->f, &m->call->args.v[i]));
    return all;
  case MODEL_RET:
    return m->call->r.dst ? points_of_value (q, m->f, m->call->r.dst) : SETS_EMPTY;
  case MODEL_STATIC:
  case MODEL_THREAD: {
    object_id o = library_object (q, p);
    return sets_single (&q->sets, loc_at (&q->objects, o, 0));
  }
  default:
    return SETS_EMPTY; /* inside the library */
  }
}

/* What all locations of a set hold. */
static setid contents (struct pointers *q, setid set)
{
  setid all = SETS_EMPTY;
  for (struct set_iter i = sets_each (&q->sets, set); set_next (&i);)
    all = sets_union (&q->sets, all, points_of_content (q, i.x));
  return all;
}

/* The locations that a place in memory may be. */
static setid place_locations (const struct modelled_call *m, const struct model_place *p)
{
  struct pointers *q = m->d->p;
  uint64_t pointer = function_unit (m->d->program, m->f)->r.pointer_bits / 8;
  setid set = base_points (m, p);
  for (uint32_t i = 0; i < p->derefs; i++) {
    if (i)
      set = contents (q, set);
    if (p->offsets)
      set = points_moved (q, set, p->offsets[i].bytes + p->offsets[i].pointers * (int64_t)pointer,
                          p->offsets[i].unknown ? 1 : 0);
  }
  return set;
}

/* The operand that a value is only a copy or conversion of. */
static const struct operand *value_source (const struct modelled_call *m, const struct operand *o)
{
  enum { FAR = 8 };
  const struct function *b = m->d->program->functions[m->f].body;
  for (int i = 0; i < FAR && o->kind == OPND_VALUE; i++) {
    uint32_t def = b->value_defs[o->value];
    const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
    if (!op || op->r.kind != REC_op || (op->code != OP_COPY && op->code != OP_CONVERT))
      break;
    o = &op->a;
  }
  return o;
}

/* How many bytes, if that is constant in the call; else 0. */
static uint64_t constant_bytes (const struct modelled_call *m, const struct model_operand *o)
{
  if (o->kind != MODEL_SIZE || o->u.size->kind != SIZE_PRODUCT)
    return 0;
  uint64_t bytes = (uint64_t)o->u.size->bytes;
  if (o->u.size->pointers)
    bytes *= function_unit (m->d->program, m->f)->r.pointer_bits / 8;
  for (unsigned i = 0; i < o->u.size->factors; i++) {
    const struct model_place *p = &o->u.size->factor[i];
    if (p->base != MODEL_ARG || p->derefs || p->number >= m->call->args.n ||
        m->call->args.v[p->number].kind != OPND_INT)
      return 0;
    bytes *= (uint64_t)m->call->args.v[p->number].u.number;
  }
  return bytes;
}

/* The size of what an argument points to by the type of the function; 0: it does not say. */
static uint64_t pointee_bytes (const struct modelled_call *m, const struct model_place *p)
{
  return p->base == MODEL_ARG && p->derefs == 1
             ? declared_bytes (m->d->program, m->callee, p->number)
             : 0;
}

/* The array that the source says an argument points to, in bytes; 0: it does not say. */
static uint64_t named_bytes (const struct modelled_call *m, const struct model_place *p)
{
  const struct unit *u = function_unit (m->d->program, m->f);
  if (p->base != MODEL_ARG || p->derefs != 1 || p->offsets || p->number >= m->call->args.n)
    return 0;
  const struct operand *o = value_source (m, &m->call->args.v[p->number]);
  const struct address *a = o->kind == OPND_ADDRESS ? o->u.addr : NULL;
  if (!a || a->path_bits != a->bitoff)
    return 0;
  const struct type *array = NULL;
  uint32_t type = a->root;
  for (uint32_t i = 0;; i++) {
    const struct type *t = type ? &u->types[type] : NULL;
    if (t && t->r.kind == TK_ARRAY)
      array = t;
    else if (!t || i == a->n_steps) /* an element that is a struct may be one of several */
      return i == a->n_steps && t && t->r.kind < TK_STRUCT && array ? array->r.bits / 8 : 0;
    if (i == a->n_steps)
      return array->r.bits / 8;
    const struct step *step = &a->steps[i];
    if (step->kind != STEP_FIELD)
      type = t->r.kind == TK_ARRAY ? t->r.target : 0;
    else
      type = step->n >= 0 && step->n < t->n_fields ? t->fields[step->n].type : 0;
  }
}

/* A number that the operand is a multiple of. */
static uint64_t constant_factor (const struct modelled_call *m, const struct operand *o)
{
  const struct function *b = m->d->program->functions[m->f].body;
  o = value_source (m, o);
  if (o->kind == OPND_INT)
    return (uint64_t)o->u.number;
  uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
  const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
  return op && op->r.kind == REC_op && op->code == OP_MUL && op->b.kind == OPND_INT
             ? (uint64_t)op->b.u.number
             : 1;
}

/* The same of the size. */
static uint64_t size_unit (const struct modelled_call *m, const struct model_size *size)
{
  uint64_t bytes = size->bytes > 0 ? (uint64_t)size->bytes : 1;
  for (unsigned i = 0; i < size->factors; i++)
    if (size->factor[i].base == MODEL_ARG && !size->factor[i].derefs &&
        size->factor[i].number < m->call->args.n)
      bytes *= constant_factor (m, &m->call->args.v[size->factor[i].number]);
  return bytes;
}

/* The size of the array that all locations are at the start of; 0: they are not.  What is done to
   it stays in it: to the innermost one, if that is what is meant. */
static uint64_t array_bytes (const struct pointers *p, setid where)
{
  const struct objects *o = &p->objects;
  uint64_t bytes = 0;
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);) {
    struct array_around around[MOST_AROUND];
    int64_t at = loc_get (o, i.x)->offset;
    uint32_t n = at > OFFSET_EVERYTHING ? arrays_around (o, loc_object (o, i.x), at, around) : 0;
    if (!n || around[n - 1].base != at || around[n - 1].size == INT64_MAX ||
        (bytes && bytes != (uint64_t)around[n - 1].size))
      return 0;
    bytes = (uint64_t)around[n - 1].size;
  }
  return bytes;
}

/* Whether a struct that begins with an array of so many bytes is at one of the locations, too. */
static bool structs_begin (const struct pointers *p, setid where, uint64_t bytes)
{
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);)
    if (struct_begins (&p->objects, loc_object (&p->objects, i.x),
                       loc_get (&p->objects, i.x)->offset, bytes))
      return true;
  return false;
}

/* At most how many bytes are touched that begin at the locations, where the call says in another
   way how many; 0: nobody knows.  A pointer to a struct is one to the array that it begins with,
   too. */
static uint64_t bytes_at_most (const struct modelled_call *m, const struct model_place *place,
                               const struct model_size *size, setid where)
{
  uint64_t bytes = array_bytes (m->d->p, where);
  if (!bytes || !size || size->kind == SIZE_STRING || size->kind == SIZE_WSTRING)
    return bytes;
  uint64_t named = named_bytes (m, place);
  bytes = named > bytes ? named : bytes;
  bool several = size->kind == SIZE_PRODUCT && size_unit (m, size) >= bytes;
  return several || (!named && structs_begin (m->d->p, where, bytes)) ? 0 : bytes;
}

enum { OF_LOCK = -2 };

/* The memory operands of effects: kind, operand, its size or -1, how it is accessed. */
static const struct {
  uint8_t kind, operand;
  int8_t size;
  uint8_t mode;
} touched[] = {
    {EFFECT_READ, READ_MEMORY, READ_SIZE, MODE_READ},
    {EFFECT_WRITE, WRITE_MEMORY, WRITE_SIZE, MODE_WRITE},
    {EFFECT_FILL, FILL_MEMORY, FILL_SIZE, MODE_WRITE},
    {EFFECT_STORE, STORE_MEMORY, -1, MODE_WRITE},
    {EFFECT_COPY, COPY_FROM, COPY_SIZE, MODE_READ},
    {EFFECT_COPY, COPY_TO, COPY_SIZE, MODE_WRITE},
    {EFFECT_ATOMIC_LOAD, ATOMIC_LOAD_MEMORY, ATOMIC_LOAD_SIZE, MODE_ATOMIC_READ},
    {EFFECT_ATOMIC_STORE, ATOMIC_STORE_MEMORY, ATOMIC_STORE_SIZE, MODE_ATOMIC_WRITE},
    {EFFECT_ATOMIC_RMW, ATOMIC_RMW_MEMORY, ATOMIC_RMW_SIZE, MODE_ATOMIC_READ},
    {EFFECT_ATOMIC_RMW, ATOMIC_RMW_MEMORY, ATOMIC_RMW_SIZE, MODE_ATOMIC_WRITE},
    {EFFECT_ATOMIC_CAS, ATOMIC_CAS_MEMORY, ATOMIC_CAS_SIZE, MODE_ATOMIC_READ},
    {EFFECT_ATOMIC_CAS, ATOMIC_CAS_MEMORY, ATOMIC_CAS_SIZE, MODE_ATOMIC_WRITE},
    {EFFECT_ATOMIC_CAS, ATOMIC_CAS_EXPECTED, ATOMIC_CAS_SIZE, MODE_READ},
    {EFFECT_ATOMIC_CAS, ATOMIC_CAS_EXPECTED, ATOMIC_CAS_SIZE, MODE_WRITE},
    {EFFECT_ALLOCATE, ALLOCATE_TARGET, -1, MODE_WRITE},
    {EFFECT_REALLOCATE, REALLOCATE_TARGET, -1, MODE_WRITE},
    {EFFECT_FORK, FORK_HANDLE, -1, MODE_WRITE},
    {EFFECT_JOIN, JOIN_RESULT, -1, MODE_WRITE},
    {EFFECT_KEY_CREATE, KEY_CREATE_KEY, -1, MODE_WRITE},
    {EFFECT_SETJMP, SETJMP_BUFFER, -1, MODE_WRITE},
    {EFFECT_LONGJMP, LONGJMP_BUFFER, -1, MODE_READ},
    {EFFECT_SCAN, SCAN_ARGUMENTS, -1, MODE_WRITE},
    {EFFECT_PRINT, PRINT_ARGUMENTS, -1, MODE_READ},
    /* locks, and what locks itself: who makes or destroys one while others use it */
    {EFFECT_INIT, INIT_LOCK, OF_LOCK, MODE_WRITE},
    {EFFECT_INIT, INIT_ATTR, OF_LOCK, MODE_READ},
    {EFFECT_DESTROY, DESTROY_LOCK, OF_LOCK, MODE_WRITE},
    {EFFECT_ATTRIBUTE, ATTRIBUTE_OBJECT, OF_LOCK, MODE_WRITE},
    {EFFECT_FORK, FORK_ATTR, OF_LOCK, MODE_READ},
    {EFFECT_ACQUIRE, ACQUIRE_LOCK, OF_LOCK, MODE_ATOMIC_READ},
    {EFFECT_WAIT, WAIT_COND, OF_LOCK, MODE_ATOMIC_READ},
    {EFFECT_SEM_WAIT, SEM_WAIT_SEM, OF_LOCK, MODE_ATOMIC_READ},
    {EFFECT_BARRIER_WAIT, BARRIER_WAIT_BARRIER, OF_LOCK, MODE_ATOMIC_READ},
    {EFFECT_ONCE, ONCE_CONTROL, -1, MODE_ATOMIC_READ},
    {EFFECT_SYNCHRONISED, SYNCHRONISED_MEMORY, SYNCHRONISED_SIZE, MODE_ATOMIC_READ},
};

/* Whether a place is a lock of the program: models have others, beside objects or in libraries. */
static bool is_lock_of_program (const struct model_place *p)
{
  return p->base == MODEL_ARG && p->derefs == 1 && !p->offsets;
}

/* The format that the arguments from a certain one on are printed by: what is before them; NULL: it
   is no literal. */
static const struct rec_object *format_before (const struct modelled_call *m, uint32_t number)
{
  const struct operand *o =
      number && number <= m->call->args.n ? &m->call->args.v[number - 1] : NULL;
  const struct address *a = o && o->kind == OPND_ADDRESS ? o->u.addr : NULL;
  const struct rec_object *text = a && a->base_kind == BASE_OBJECT && !a->bitoff && !a->n_indices
                                      ? &function_unit (m->d->program, m->f)->objects[a->base]
                                      : NULL;
  return text && text->flags & OF_STRING ? text : NULL;
}

/* What the arguments from a certain one on point to, one by one.  What is printed as a pointer is
   not looked at, and what is counted is written. */
static void add_arguments (struct modelled_call *m, const struct model_place *p,
                           enum effect_mode mode)
{
  const struct rec_object *format =
      mode == MODE_READ && p->base == MODEL_ARGS ? format_before (m, p->number) : NULL;
  for (uint32_t i = p->number; i < m->call->args.n; i++) {
    setid where = points_of_operand (m->d->p, m->f, &m->call->args.v[i]);
    uint32_t n = i - p->number;
    bool counted = format && n < 32 && format->counted >> n & 1;
    if (where && !(format && n < 32 && format->passed >> n & 1))
      add (m->d, m->f, m->record, counted ? MODE_WRITE : mode, where, counted ? 4 : 0)->operand =
          &m->call->args.v[i];
    if (p->base != MODEL_ARGS)
      return;
  }
}

static void add_touched (struct modelled_call *m, const struct model_effect *e)
{
  for (unsigned i = 0; i < sizeof touched / sizeof touched[0]; i++) {
    if (touched[i].kind != e->kind)
      continue;
    const struct model_operand *o = &e->op[touched[i].operand];
    if (o->kind != MODEL_PLACE)
      continue;
    bool by_value = e->kind == EFFECT_PRINT || e->kind == EFFECT_SCAN;
    if (!o->u.place.derefs && !by_value)
      continue; /* the result, or a value */
    if (by_value) {
      add_arguments (m, &o->u.place, touched[i].mode);
      continue;
    }
    if (touched[i].size == OF_LOCK && !is_lock_of_program (&o->u.place))
      continue;
    struct model_place place = o->u.place;
    const struct model_operand *size = touched[i].size >= 0 ? &e->op[touched[i].size] : NULL;
    bool by_type = !size || (size->kind == MODEL_SIZE && size->u.size->kind == SIZE_TYPE);
    bool makes = e->kind == EFFECT_ALLOCATE || e->kind == EFFECT_REALLOCATE;
    if (makes && place.base != MODEL_ARG)
      continue; /* in what the same call has made */
    uint64_t bytes = makes     ? function_unit (m->d->program, m->f)->r.pointer_bits / 8
                     : by_type ? pointee_bytes (m, &place)
                               : constant_bytes (m, size);
    setid where = place_locations (m, &place);
    if (!where)
      continue;
    bool at_most = !bytes;
    if (at_most)
      bytes =
          bytes_at_most (m, &place, size && size->kind == MODEL_SIZE ? size->u.size : NULL, where);
    struct effect *added = add (m->d, m->f, m->record, touched[i].mode, where, bytes);
    added->at_most = at_most;
    added->place = &o->u.place;
    if (at_most && size && size->kind == MODEL_SIZE && size->u.size->kind == SIZE_PRODUCT)
      added->size = size->u.size;
    if (touched[i].size == OF_LOCK && touched[i].mode == MODE_ATOMIC_READ)
      added->role = ROLE_LOCK;
  }
}

/* A function that nobody has a body or model of reads what it gets const pointers to, and writes to
   what others point to. */
static void add_unknown (struct modelled_call *m, funid callee)
{
  const struct program_function *g = &m->d->program->functions[callee];
  const struct unit *u = g->prototype ? m->d->program->units[g->unit].unit : NULL;
  const struct type *t = u && g->prototype->type ? &u->types[g->prototype->type] : NULL;
  for (uint32_t i = 0; t && i < t->r.params.n && i < m->call->args.n; i++) {
    const struct type *p = t->r.params.v[i] ? &u->types[t->r.params.v[i]] : NULL;
    const struct type *to =
        p && p->r.kind == TK_POINTER && p->r.target ? &u->types[p->r.target] : NULL;
    if (!to || to->r.kind == TK_FUNCTION || to->r.flags & TF_INCOMPLETE ||
        (to->r.kind == TK_VOID && !(to->r.flags & TF_CONST)))
      continue; /* only kept, or nothing that is known here */
    setid where = points_of_operand (m->d->p, m->f, &m->call->args.v[i]);
    bool is_struct = to->r.kind == TK_STRUCT || to->r.kind == TK_UNION;
    if (!where)
      continue;
    struct effect *e = add (m->d, m->f, m->record, to->r.flags & TF_CONST ? MODE_READ : MODE_WRITE,
                            where, to->r.bits > 8 ? to->r.bits / 8 : 0);
    e->operand = &m->call->args.v[i];
    e->role = is_struct ? ROLE_OUTSIDE : ROLE_ANY;
  }
}

static bool may_be_freed (const struct pointers *p, loc_id l)
{
  uint8_t kind = p->objects.v.v[loc_object (&p->objects, l)].kind;
  return kind != OBJECT_GLOBAL && kind != OBJECT_LOCAL && kind != OBJECT_STACK &&
         kind != OBJECT_FUNCTION && kind != OBJECT_STRING;
}

/* Without variables: whoever frees memory has not found these. */
static setid only_allocated (struct pointers *p, setid where)
{
  vec_u32 kept = {0};
  for (struct set_iter i = sets_each (&p->sets, where); set_next (&i);)
    if (may_be_freed (p, i.x))
      vec_push (&kept, i.x);
  setid out = sets_from (&p->sets, kept.v, kept.n);
  vec_free (&kept);
  return out;
}

static void add_model (struct modelled_call *m, const struct model *model)
{
  for (uint32_t i = 0; i < model->n_effects; i++) {
    const struct model_effect *e = &model->effects[i];
    if (effect_happens (m->call, e) == ANSWER_NO)
      continue;
    add_touched (m, e);
    if (e->kind == EFFECT_DECLARED)
      add_unknown (m, m->callee);
    if (e->kind != EFFECT_FREE && e->kind != EFFECT_REALLOCATE)
      continue;
    const struct model_operand *o =
        &e->op[e->kind == EFFECT_FREE ? (int)FREE_POINTER : (int)REALLOCATE_POINTER];
    if (o->kind != MODEL_PLACE)
      continue;
    struct model_place place = o->u.place;
    place.derefs++;
    setid where = only_allocated (m->d->p, place_locations (m, &place));
    if (!where)
      continue;
    struct effect *added = add (m->d, m->f, m->record, MODE_FREE, where, 0);
    added->place = &o->u.place;
    added->behind = true;
  }
}

static void add_function (struct finder *d, funid f)
{
  const struct function *b = d->program->functions[f].body;
  uint32_t call = d->p->first_call[f], end = d->p->first_call[f + 1];
  for (uint32_t i = 0; i < b->n_records; i++) {
    add_instruction (d, f, i);
    if (b->records[i]->kind != REC_call)
      continue;
    struct modelled_call m = {d, f, i, (const struct rec_call *)b->records[i], 0};
    for (; call < end && d->p->calls.v[call].record <= i; call++) {
      const struct call_edge *c = &d->p->calls.v[call];
      const struct model *model = d->p->models[c->callee];
      m.callee = c->callee;
      if (c->record == i && c->kind == CALL_NOW && model)
        add_model (&m, model);
      else if (c->record == i && c->kind == CALL_NOW && c->callee &&
               !d->program->functions[c->callee].body)
        add_unknown (&m, c->callee);
    }
  }
}

uint32_t effects_at (const struct effects *e, funid f, uint32_t record)
{
  uint32_t low = e->first[f], high = e->first[f + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (e->v.v[middle].record < record)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The locations that an access touches, as bits: each comes many times. */
struct span {
  uint64_t *words;      /* room for all locations */
  uint32_t first, last; /* of the words that are not 0 */
};

static inline void add_location (struct span *s, loc_id l)
{
  uint32_t word = l / 64;
  s->words[word] |= UINT64_C (1) << l % 64;
  s->first = word < s->first ? word : s->first;
  s->last = word > s->last ? word : s->last;
}

static void add_set (struct span *s, const struct sets *sets, setid set)
{
  uint32_t word;
  for (struct set_iter i = sets_each (sets, set); set_next_word (&i, &word);) {
    if (!i.mask)
      continue;
    s->words[word] |= i.mask;
    s->first = word < s->first ? word : s->first;
    s->last = word > s->last ? word : s->last;
  }
}

/* Whether an access of so many bytes (0: all) from START on is to L, too: behind that, or before it
   if a word that is accessed there reaches so far. */
static bool touches (const struct pointers *p, int64_t start, uint64_t bytes, loc_id l)
{
  int64_t at = loc_get (&p->objects, l)->offset;
  if (at >= start)
    return !bytes || at < start + (int64_t)bytes;
  return at > OFFSET_EVERYTHING && l < p->word_bytes.n && at + p->word_bytes.v[l] > start;
}

enum { WORD = 8 }; /* bytes that are accessed at once, at most */

/* Of so many bytes from START on those that an access may be of without touching L. */
static uint64_t alone_beside (const struct pointers *p, loc_id start, loc_id l, uint64_t bytes)
{
  int64_t from = loc_get (&p->objects, start)->offset, at = loc_get (&p->objects, l)->offset;
  if (l == start || !touches (p, from, 0, l))
    return bytes;
  uint64_t distance = at > from ? (uint64_t)at - (uint64_t)from : 0;
  return distance < bytes ? distance : bytes;
}

/* How many bytes from START on an access may be of that touches no other location. */
static uint64_t bytes_alone (struct pointers *p, loc_id start)
{
  const struct objects *o = &p->objects;
  object_id object = loc_object (o, start);
  int64_t from = loc_get (o, start)->offset;
  if (start >= p->alone.n)
    vec_resize (&p->alone, o->locs.n);
  struct lone_place *known = &p->alone.v[start];
  if (known->newest == o->v.v[object].first_loc)
    return known->bytes;
  struct locs_of_object in = placed_in (&p->placed, o, object, NULL);
  uint64_t alone = UINT64_MAX;
  for (uint32_t k = placed_behind (&p->placed, in, from - WORD); k < in.end; k++) {
    alone = alone_beside (p, start, p->placed.v.v[k].loc, alone);
    if (p->placed.v.v[k].offset > from)
      break;
  }
  for (loc_id l = o->v.v[object].first_loc; l != in.newest; l = loc_get (o, l)->next)
    alone = alone_beside (p, start, l, alone);
  *known = (struct lone_place){o->v.v[object].first_loc, alone};
  return alone;
}

/* Adds what an access of so many bytes to START also touches.  Most touch nothing else, and the
   same places are in many sets. */
static void add_overlapping (struct pointers *p, struct span *s, loc_id start, uint64_t bytes)
{
  const struct objects *o = &p->objects;
  object_id object = loc_object (o, start);
  if (bytes && bytes <= bytes_alone (p, start))
    return;
  int64_t from = loc_get (o, start)->offset;
  struct locs_of_object in = placed_in (&p->placed, o, object, NULL);
  for (uint32_t k = placed_behind (&p->placed, in, from - WORD); k < in.end; k++) {
    struct placed_loc l = p->placed.v.v[k];
    if (bytes && l.offset >= from + (int64_t)bytes)
      break;
    if (touches (p, from, bytes, l.loc))
      add_location (s, l.loc);
  }
  for (loc_id l = o->v.v[object].first_loc; l != in.newest; l = loc_get (o, l)->next)
    if (touches (p, from, bytes, l))
      add_location (s, l);
}

/* Adds all of an object: of a large one as a set, since many accesses touch it so.  With FREED
   without what stands for places that are not known. */
static void add_whole (struct pointers *p, struct span *s, object_id object, bool freed)
{
  enum { LARGE = 8 };
  const struct objects *o = &p->objects;
  const struct abstract_object *v = &o->v.v[object];
  if (freed || v->n_locs < LARGE) {
    for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next)
      if (loc_get (o, l)->offset >= 0 || !freed)
        add_location (s, l);
    return;
  }
  struct whole_object *whole = &p->wholes.v[object];
  if (whole->newest != v->first_loc) {
    vec_u32 all = {0};
    vec_reserve (&all, v->n_locs);
    for (loc_id l = v->first_loc; l; l = loc_get (o, l)->next)
      vec_push (&all, l);
    whole->newest = v->first_loc;
    whole->all = sets_from (&p->sets, all.v, all.n);
    vec_free (&all);
  }
  add_set (s, &p->sets, whole->all);
}

/* The locations of a set of which an access of so many bytes (0: all) may touch more.  Where a word
   is known to touch nothing else, that is so until the object gets another location. */
static void find_others (struct pointers *p, setid set, uint64_t bytes, vec_u32 *out)
{
  const struct objects *o = &p->objects;
  for (; p->n_lone < o->locs.n; p->n_lone++)
    for (loc_id l = o->v.v[loc_object (o, p->n_lone)].first_loc; p->lone.words.n && l;
         l = loc_get (o, l)->next)
      bitset_remove (&p->lone, l);
  uint32_t word;
  vec_clear (out);
  for (struct set_iter i = sets_each (&p->sets, set); set_next_word (&i, &word);) {
    bool known = bytes && bytes <= WORD && word < p->lone.words.n;
    for (uint64_t m = i.mask & ~(known ? p->lone.words.v[word] : 0); m; m &= m - 1)
      vec_push (out, word * 64 + (unsigned)__builtin_ctzll (m));
  }
}

setid effect_locations (struct pointers *p, const struct effect *e)
{
  struct objects *o = &p->objects;
  /* All locations that matter exist when the first effect is asked: those of the effects. */
  uint32_t key[] = {e->where, e->bytes < UINT32_MAX ? (uint32_t)e->bytes : UINT32_MAX,
                    e->mode == MODE_FREE};
  uint32_t id = tuples_intern (&p->spans, key, sizeof key / sizeof key[0]);
  if (id <= p->spanned.n)
    return p->spanned.v[id - 1];
  vec_resize (&p->span, o->locs.n / 64 + 1);
  struct span span = {.words = p->span.v, .first = p->span.n};
  vec_resize (&p->wholes, o->v.n);
  bool freed = e->mode == MODE_FREE, whole = false; /* some objects are touched as a whole */
  find_others (p, e->where, freed ? 0 : e->bytes, &p->others);
  for (uint32_t i = 0; i < p->others.n; i++) {
    loc_id l = p->others.v[i];
    object_id object = loc_object (o, l);
    if ((freed || loc_get (o, l)->offset <= OFFSET_EVERYTHING) &&
        p->wholes.v[object].spanned != id) {
      p->wholes.v[object].spanned = id;
      whole = true;
      add_whole (p, &span, object, freed);
    }
  }
  add_set (&span, &p->sets, e->where);
  for (uint32_t i = 0; !freed && i < p->others.n; i++) {
    loc_id l = p->others.v[i];
    if (whole && p->wholes.v[loc_object (o, l)].spanned == id)
      continue;
    if (bytes_alone (p, l) >= WORD)
      bitset_add (&p->lone, l);
    add_overlapping (p, &span, l, e->bytes);
  }
  uint32_t n = span.first <= span.last ? span.last + 1 - span.first : 0;
  setid set = sets_from_words (&p->sets, span.words + span.first, n, span.first);
  memset (span.words + span.first, 0, n * sizeof *span.words);
  vec_push (&p->spanned, set);
  return set;
}

/* How far the access is from what its pointer points to; negative: nobody knows. */
static int64_t distance (const struct pointers *p, const struct effect *e)
{
  enum { FAR = 8 };
  const struct function *b = p->objects.program->functions[e->function].body;
  const struct address *a = e->addr;
  if (!a && e->operand && e->operand->kind == OPND_ADDRESS)
    a = e->operand->u.addr;
  if (!a)
    return 0;
  int64_t bytes = a->n_indices ? -1 : a->bitoff >> 3;
  const struct operand *o = &(struct operand){.kind = OPND_VALUE, .value = a->base};
  for (int i = 0; i < FAR && bytes >= 0 && a->base_kind == BASE_VALUE && o->kind == OPND_VALUE;
       i++) {
    uint32_t def = b->value_defs[o->value];
    const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
    if (!op || op->r.kind != REC_op)
      break;
    if (op->code == OP_POINTER_ADD)
      bytes = op->b.kind == OPND_INT ? bytes + op->b.u.number : -1;
    o = &op->a;
  }
  return bytes;
}

bool effect_may_reach (struct pointers *p, const struct effect *e, loc_id l)
{
  object_id object = loc_object (&p->objects, l);
  const struct unit *u = function_unit (p->objects.program, e->function);
  unsigned own = set_traits (p, e->where) / SET_OWN & SET_WORLDS;
  bool reaches = false;
  for (int w = 0; w < N_WORLDS; w++)
    reaches |= own >> w & 1 && is_in_world (p, w, object);
  if (!reaches)
    return false;
  const char *type = object_type_name (&p->objects, object);
  uint32_t used = e->addr ? e->addr->root : 0;
  if (type && used && u->types[used].r.name && strcmp (type, u->strings[u->types[used].r.name]))
    return false;
  int64_t from = distance (p, e), at = loc_get (&p->objects, l)->offset;
  return from < 0 || at <= OFFSET_EVERYTHING || from == at ||
         (from < at && at < from + (int64_t)e->bytes);
}

static bool has_lanes (const struct program *p, funid f)
{
  const struct function *b = p->functions[f].body;
  bool found = false;
  if (!b || !(function_unit (p, f)->r.flags & UF_LANES))
    return false;
  for (uint32_t r = 0; r < b->n_records && !found; r++)
    found = b->records[r]->kind == REC_phi && ((const struct rec_phi *)b->records[r])->lanes;
  return found;
}

/* Notes how far words reach that are accessed. */
static void find_words (const struct effects *e, struct pointers *p)
{
  struct bitset done[WORD + 1] = {0}; /* sets, by bytes: they may be large, and come many times */
  vec_resize (&p->word_bytes, p->objects.locs.n);
  for (uint32_t k = 0; k < e->v.n; k++) {
    uint64_t bytes = e->v.v[k].bytes;
    if (bytes > WORD || !bitset_add (&done[bytes], e->v.v[k].where))
      continue;
    for (struct set_iter i = sets_each (&p->sets, e->v.v[k].where); set_next (&i);)
      if (bytes > p->word_bytes.v[i.x])
        p->word_bytes.v[i.x] = (uint8_t)bytes;
  }
  for (int i = 0; i <= WORD; i++)
    bitset_free (&done[i]);
}

void effects_find (struct effects *e, struct pointers *p)
{
  *e = (struct effects){0};
  struct finder d = {.e = e, .p = p, .program = p->objects.program};
  find_locked_words (p, &d.words);
  uint32_t n = d.program->n_functions;
  e->first = xcalloc ((size_t)n + 2, sizeof *e->first);
  for (funid f = 1; f <= n; f++) {
    e->first[f] = e->v.n;
    d.has_lanes = has_lanes (d.program, f);
    if (d.program->functions[f].body && !p->models[f])
      add_function (&d, f);
  }
  e->first[n + 1] = e->v.n;
  bitset_free (&d.words);
  find_words (e, p);
}

void effects_free (struct effects *e)
{
  vec_free (&e->v);
  free (e->first);
}
