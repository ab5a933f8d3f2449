/* Effects of calls: what functions of libraries access, as their models or declarations say. */

#include "effects-internal.h"
#include "opaque.h"

struct modelled_call {
  struct effect_finder *d;
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
      effect_add (m->d, m->f, m->record, counted ? MODE_WRITE : mode, where, counted ? 4 : 0)
          ->operand = &m->call->args.v[i];
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
    struct effect *added = effect_add (m->d, m->f, m->record, touched[i].mode, where, bytes);
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
static void add_unknown (struct modelled_call *m)
{
  const struct program_function *g = &m->d->program->functions[m->callee];
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
    struct effect *e =
        effect_add (m->d, m->f, m->record, to->r.flags & TF_CONST ? MODE_READ : MODE_WRITE, where,
                    to->r.bits > 8 ? to->r.bits / 8 : 0);
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
      add_unknown (m);
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
    struct effect *added = effect_add (m->d, m->f, m->record, MODE_FREE, where, 0);
    added->place = &o->u.place;
    added->behind = true;
  }
}

static struct modelled_call call_at (struct effect_finder *d, funid f, uint32_t record,
                                     funid callee)
{
  const struct function *b = d->program->functions[f].body;
  return (struct modelled_call){d, f, record, (const struct rec_call *)b->records[record], callee};
}

void effects_of_model (struct effect_finder *d, funid f, uint32_t record, funid callee)
{
  struct modelled_call m = call_at (d, f, record, callee);
  add_model (&m, d->p->models[callee]);
}

void effects_of_unknown (struct effect_finder *d, funid f, uint32_t record, funid callee)
{
  struct modelled_call m = call_at (d, f, record, callee);
  add_unknown (&m);
}
