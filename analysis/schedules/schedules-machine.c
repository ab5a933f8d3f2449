/* Values and memory of a search. */

#include "schedules-internal.h"

/* Values */

struct value value_int (int64_t n)
{
  return (struct value){.kind = V_INT, .n = n};
}

bool values_equal (struct value a, struct value b)
{
  return a.kind == b.kind && a.object == b.object && a.n == b.n && a.loose == b.loose;
}

static int64_t wrapped (const struct type *t, int64_t n)
{
  uint64_t bits = t->r.kind == TK_BOOL ? 1 : t->r.bits;
  bool is_unsigned = t->r.flags & TF_UNSIGNED || t->r.kind == TK_BOOL || t->r.kind == TK_POINTER;
  if (!bits || bits >= 64)
    return n;
  uint64_t mask = (UINT64_C (1) << bits) - 1, low = (uint64_t)n & mask;
  if (!is_unsigned && low >> (bits - 1))
    low |= ~mask;
  return (int64_t)low;
}

struct value value_typed (const struct trial *d, funid f, uint32_t ssa, struct value v)
{
  const struct unit *u = function_unit (d->program, f);
  const struct type *t = &u->types[body_of (d, f)->value_types[ssa]];
  v.loose = false;
  if (t->r.kind != TK_INTEGER && t->r.kind != TK_BOOL && t->r.kind != TK_ENUM &&
      t->r.kind != TK_POINTER)
    return (struct value){0};
  if (v.kind == V_INT)
    v.n = wrapped (t, v.n);
  else if (v.kind == V_RESIDUE)
    return t->r.bits >= 32 || (t->r.kind != TK_BOOL && !((UINT64_C (1) << t->r.bits) % v.object))
               ? v
               : (struct value){0};
  else if (v.kind != V_ANY && v.kind != V_INPUT && t->r.bits < u->r.pointer_bits &&
           v.kind != V_NONZERO)
    return (struct value){0};
  return v;
}

static bool is_unsigned_operand (const struct trial *d, funid f, const struct operand *o)
{
  const struct unit *u = function_unit (d->program, f);
  if (o->kind != OPND_VALUE)
    return false;
  const struct type *t = &u->types[body_of (d, f)->value_types[o->value]];
  return t->r.flags & TF_UNSIGNED || t->r.kind == TK_POINTER;
}

int value_compare (enum opcode code, struct value a, struct value b, bool is_unsigned)
{
  bool equality = code == OP_EQ || code == OP_NE;
  int64_t x = a.n, y = b.n;
  if (a.kind == V_INPUT && b.kind == V_INPUT && a.n == b.n)
    return code == OP_EQ || code == OP_LE || code == OP_GE;
  if (a.kind == V_ANY || b.kind == V_ANY || a.kind == V_INPUT || b.kind == V_INPUT)
    return -1;
  if (a.kind == V_RESIDUE || b.kind == V_RESIDUE) {
    int64_t modulus = a.kind == V_RESIDUE ? a.object : b.object;
    bool numbers = (a.kind == V_INT && x >= 0) || (b.kind == V_INT && y >= 0) || a.kind == b.kind;
    return equality && numbers && x % modulus != y % modulus ? code == OP_NE : -1;
  }
  if (a.kind != b.kind || (a.kind != V_INT && a.object != b.object) || a.kind == V_NONZERO) {
    bool zero = (a.kind == V_INT && !a.n) || (b.kind == V_INT && !b.n);
    bool apart = zero || (a.kind == V_POINTER && b.kind == V_POINTER) ||
                 (a.kind == V_FUNCTION && b.kind == V_FUNCTION);
    return equality && apart ? code == OP_NE : -1;
  }
  if (a.kind == V_THREAD && !equality)
    return -1;
  if (is_unsigned && (x < 0 || y < 0) && !equality)
    return -1;
  switch (code) {
  case OP_EQ:
    return x == y;
  case OP_NE:
    return x != y;
  case OP_LT:
    return x < y;
  case OP_LE:
    return x <= y;
  case OP_GT:
    return x > y;
  default:
    return x >= y;
  }
}

/* Two numbers; false: nobody knows. */
static bool compute (enum opcode code, int64_t a, int64_t b, bool is_unsigned, int64_t *r)
{
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  switch (code) {
  case OP_ADD:
  case OP_POINTER_ADD:
    *r = (int64_t)(x + y);
    return true;
  case OP_SUB:
    *r = (int64_t)(x - y);
    return true;
  case OP_MUL:
    *r = (int64_t)(x * y);
    return true;
  case OP_DIV:
  case OP_MOD:
    if (!b || b == -1 || (is_unsigned && (a < 0 || b < 0)))
      return false;
    *r = code == OP_DIV ? a / b : a % b;
    return true;
  case OP_AND:
    *r = (int64_t)(x & y);
    return true;
  case OP_OR:
    *r = (int64_t)(x | y);
    return true;
  case OP_XOR:
    *r = (int64_t)(x ^ y);
    return true;
  case OP_SHL:
    *r = y < 64 ? (int64_t)(x << y) : 0;
    return y < 64;
  case OP_SHR:
    *r = y < 64 ? a >> y : 0;
    return y < 64 && !(is_unsigned && a < 0);
  case OP_NEG:
    *r = (int64_t)(0 - x);
    return true;
  case OP_NOT:
    *r = (int64_t)~x;
    return true;
  case OP_MIN:
  case OP_MAX:
    *r = (a < b) == (code == OP_MIN) ? a : b;
    return !is_unsigned || (a >= 0 && b >= 0);
  default:
    return false;
  }
}

/* What is known of a number by its remainder only. */
static struct value compute_residue (enum opcode code, struct value a, struct value b,
                                     bool is_unsigned)
{
  struct value any = {0};
  bool left = a.kind == V_RESIDUE, right = b.kind == V_RESIDUE;
  int64_t modulus = left ? a.object : b.object;
  if ((!left && (a.kind != V_INT || a.n < 0)) || (!right && (b.kind != V_INT || b.n < 0)))
    return any;
  int64_t x = a.n % modulus, y = b.n % modulus;
  struct value r = {.kind = V_RESIDUE, .object = (uint32_t)modulus};
  switch (code) {
  case OP_ADD:
    r.n = (x + y) % modulus;
    return r;
  case OP_MUL:
    r.n = x * y % modulus;
    return r;
  case OP_SUB:
    r.n = (x + modulus - y) % modulus;
    return is_unsigned ? r : any;
  case OP_MOD:
    return left && !right && b.n && modulus % b.n == 0 ? value_int (x % b.n) : any;
  case OP_AND:
    if (left && !right && !(b.n & (b.n + 1)) && modulus % (b.n + 1) == 0)
      return value_int (x & b.n);
    return any;
  default:
    return any;
  }
}

/* Whether it is not known if the value is 0. */
static bool is_any_truth (struct value v)
{
  return v.kind == V_ANY || v.kind == V_INPUT || v.kind == V_RESIDUE;
}

/* A number that nobody knows stays the same one, as all others see it, if nothing of it is lost,
   and none that was negative has become a large one. */
static bool keeps_number (const struct type *from, const struct type *to, uint8_t kind)
{
  return to->r.bits == from->r.bits ||
         (to->r.bits > from->r.bits && (kind == V_NONZERO || !(from->r.flags & TF_UNSIGNED)));
}

struct value value_computed (const struct trial *d, funid f, const struct rec_op *op,
                             const struct value v[3])
{
  struct value any = {0}, a = v[0], b = v[1];
  bool is_unsigned = is_unsigned_operand (d, f, &op->a) || is_unsigned_operand (d, f, &op->b);
  enum opcode code = (enum opcode)op->code;
  bool unary = code == OP_NEG || code == OP_NOT;
  int64_t n;
  int known;
  switch (code) {
  case OP_COPY:
    return a;
  case OP_CONVERT: {
    const struct unit *u = function_unit (d->program, f);
    const uint32_t *types = body_of (d, f)->value_types;
    const struct type *to = &u->types[types[op->r.dst]];
    if (to->r.kind == TK_BOOL && a.kind != V_INT)
      return is_any_truth (a) ? any : value_int (1);
    if ((a.kind == V_NONZERO || a.kind == V_INPUT) &&
        (op->a.kind != OPND_VALUE || !keeps_number (&u->types[types[op->a.value]], to, a.kind)))
      return any;
    return a;
  }
  case OP_EQ:
  case OP_NE:
  case OP_LT:
  case OP_LE:
  case OP_GT:
  case OP_GE:
    known = value_compare (code, a, b, is_unsigned);
    return known < 0 ? any : value_int (known);
  case OP_SELECT:
    if (is_any_truth (a))
      return values_equal (b, v[2]) ? b : any;
    return a.kind == V_INT && !a.n ? v[2] : b;
  case OP_POINTER_ADD:
    if (a.kind == V_POINTER && b.kind == V_INT) {
      a.n += b.n;
      return a;
    }
    break;
  case OP_POINTER_SUB:
    return a.kind == V_POINTER && b.kind == V_POINTER && a.object == b.object
               ? value_int (a.n - b.n)
               : any;
  case OP_AND:
  case OP_MUL:
    if ((a.kind == V_INT && !a.n) || (b.kind == V_INT && !b.n))
      return value_int (0);
    break;
  case OP_OR:
    if (a.kind == V_NONZERO || b.kind == V_NONZERO || (a.kind == V_ANY && b.kind == V_INT && b.n) ||
        (b.kind == V_ANY && a.kind == V_INT && a.n))
      return (struct value){.kind = V_NONZERO};
    break;
  default:
    break;
  }
  if (!unary && (a.kind == V_RESIDUE || b.kind == V_RESIDUE))
    return compute_residue (code, a, b, is_unsigned);
  if (a.kind != V_INT || (!unary && b.kind != V_INT))
    return any;
  return compute (code, a.n, unary ? 0 : b.n, is_unsigned, &n) ? value_int (n) : any;
}

/* Numbers that nobody knows */

struct value value_input (const struct machine *m)
{
  uint64_t used = 0;
  for (uint32_t t = 0; t < m->n_threads; t++)
    for (uint32_t i = 0; i < m->threads[t].n_kept; i++)
      if (m->threads[t].kept[i].kind == V_INPUT)
        used |= UINT64_C (1) << m->threads[t].kept[i].n;
  for (uint32_t i = 0; i < m->n_cells; i++)
    if (m->cells[i].v.kind == V_INPUT)
      used |= UINT64_C (1) << m->cells[i].v.n;
  for (int64_t n = 0; n < 64; n++)
    if (!(used >> n & 1))
      return (struct value){.kind = V_INPUT, .n = n};
  return (struct value){0};
}

static void replace_value (struct value *v, struct value old, struct value by)
{
  if (v->kind == old.kind && v->n == old.n) {
    by.loose = v->loose;
    *v = by;
  }
}

void value_learn (struct trial *d, struct machine *m, uint32_t thread, const struct operand *o,
                  int64_t number, bool is)
{
  struct value v = operand_value (d, m, thread, o);
  if (o->kind != OPND_VALUE || number < 0 || number > INT32_MAX || (!is && number))
    return;
  struct value now = is ? value_int (number) : (struct value){.kind = V_NONZERO};
  if (v.kind == V_ANY)
    set_value (d, m, thread, o->value, now);
  if (v.kind != V_INPUT)
    return;
  for (uint32_t t = 0; t < m->n_threads; t++)
    for (uint32_t i = 0; i < m->threads[t].n_kept; i++)
      replace_value (&m->threads[t].kept[i], v, now);
  for (uint32_t i = 0; i < m->n_cells; i++)
    replace_value (&m->cells[i].v, v, now);
}

/* Places with many values */

struct value widened (struct trial *d, uint64_t key, struct value v)
{
  uint32_t k[5] = {(uint32_t)key, (uint32_t)(key >> 32), v.kind | v.object << 4, (uint32_t)v.n,
                   (uint32_t)((uint64_t)v.n >> 32)};
  uint32_t most = d->modulus ? d->modulus + 2 : MOST_DIFFERENT;
  if (v.kind == V_ANY || v.kind == V_RESIDUE || v.kind == V_INPUT)
    return v;
  uint32_t before = tuples_count (&d->values);
  tuples_intern (&d->values, k, 5);
  uint32_t *n = map_at (&d->counts, key);
  *n += tuples_count (&d->values) > before;
  if (*n <= (most > FEW_DIFFERENT ? most : FEW_DIFFERENT))
    return v;
  if (v.kind != V_INT || v.n < 0 || !d->modulus)
    return (struct value){0};
  return (struct value){.kind = V_RESIDUE, .object = d->modulus, .n = v.n % d->modulus};
}

/* Memory */

static bool is_memory (const struct memory_cell *c)
{
  return c->bytes < CELL_LOCK;
}

struct memory_cell *memory_cell (struct trial *d, struct machine *m, uint32_t object,
                                 int64_t offset, uint32_t use, bool make)
{
  uint32_t i = 0;
  if (offset < INT32_MIN || offset > INT32_MAX) {
    schedules_refuse (d, "an offset is too large");
    offset = 0;
  }
  for (; i < m->n_cells; i++) {
    struct memory_cell *c = &m->cells[i];
    if (c->object == object && c->offset == offset && c->bytes == use)
      return c;
    if (c->object > object || (c->object == object && c->offset > offset) ||
        (c->object == object && c->offset == offset && c->bytes > use))
      break;
  }
  if (!make)
    return NULL;
  if (m->n_cells == MOST_CELLS) {
    schedules_refuse (d, "too much memory");
    return &m->cells[0];
  }
  memmove (m->cells + i + 1, m->cells + i, (m->n_cells - i) * sizeof *m->cells);
  m->n_cells++;
  m->cells[i] = (struct memory_cell){.object = object, .offset = (int32_t)offset, .bytes = use};
  return &m->cells[i];
}

void memory_remove (struct machine *m, struct memory_cell *c)
{
  uint32_t i = (uint32_t)(c - m->cells);
  memmove (c, c + 1, (m->n_cells - i - 1) * sizeof *c);
  m->n_cells--;
}

static bool is_lost (const struct machine *m, uint32_t object, int64_t offset, uint64_t bytes)
{
  for (uint32_t i = 0; i < m->n_cells; i++) {
    const struct memory_cell *c = &m->cells[i];
    if (c->object == object && c->bytes == CELL_LOST &&
        (c->offset == INT32_MIN ||
         (offset < c->offset + c->v.n && c->offset < offset + (int64_t)bytes)))
      return true;
  }
  return false;
}

static bool overlaps (const struct memory_cell *c, uint32_t object, int64_t offset, uint64_t bytes)
{
  return is_memory (c) && c->object == object && offset < c->offset + (int64_t)c->bytes &&
         c->offset < offset + (int64_t)bytes;
}

/* Whether an allocation makes memory that is zero. */
static bool made_zero (const struct trial *d, const struct abstract_object *o)
{
  uint32_t first, end;
  calls_of_record (d->p, o->a, o->b, &first, &end);
  const struct model *m = end - first == 1 ? d->p->models[d->p->calls.v[first].callee] : NULL;
  const struct rec_call *c = (const struct rec_call *)body_of (d, o->a)->records[o->b];
  bool zero = m && model_has (m, EFFECT_ALLOCATE);
  for (uint32_t i = 0; zero && i < m->n_effects; i++)
    zero = m->effects[i].kind != EFFECT_ALLOCATE ||
           m->effects[i].op[ALLOCATE_CONTENTS].u.keyword == CONTENTS_ZERO ||
           effect_happens (c, &m->effects[i]) == ANSWER_NO;
  return zero;
}

/* What a piece of an initialiser is. */
static struct value initial_value (const struct trial *d, uint32_t unit, const struct rec_init *i)
{
  const struct program_unit *u = &d->program->units[unit];
  struct value v = {0};
  if (i->kind == IK_INTEGER)
    return value_int (i->value);
  if (i->kind == IK_SYMBOL && u->functions[i->target]) {
    v.object = u->functions[i->target];
    v.kind = V_FUNCTION;
  } else if (i->kind == IK_OBJECT) {
    v.object = object_find (&d->p->objects, OBJECT_GLOBAL, u->objects[i->target], 0, 0);
    v.kind = v.object && v.object <= 0xffff ? V_POINTER : V_ANY;
    v.n = i->value;
  }
  return v.kind == V_ANY ? (struct value){0} : v;
}

/* What a variable starts with. */
static struct value first_value (const struct trial *d, uint32_t instance, int64_t offset,
                                 uint64_t bytes)
{
  const struct abstract_object *o = &d->p->objects.v.v[object_of_instance (instance)];
  struct value any = {0}, v = value_int (0);
  if (o->kind == OBJECT_HEAP && made_zero (d, o))
    return v;
  if (o->kind != OBJECT_GLOBAL)
    return any;
  const struct program_object *g = &d->program->objects[o->a];
  const struct unit *u = d->program->units[g->unit].unit;
  if (!g->defined || g->used_outside)
    return any;
  for (uint32_t i = 0; i < u->n_inits; i++) {
    const struct rec_init *init = &u->inits[i];
    int64_t size = init->size ? (int64_t)init->size : (int64_t)u->r.pointer_bits / 8;
    if (init->object != g->number || init->offset + size <= offset ||
        init->offset >= offset + (int64_t)bytes)
      continue;
    if (init->offset != offset || size != (int64_t)bytes)
      return any;
    v = initial_value (d, g->unit, init);
  }
  return v;
}

/* Whether code that is not seen may write there at any time: a library into its own memory, as
   errno, or its variables. */
static bool is_elsewhere (const struct trial *d, object_id object)
{
  const struct abstract_object *o = &d->p->objects.v.v[object];
  return is_in_world (d->p, WORLD_OUTSIDE, object) || is_in_world (d->p, WORLD_POOL, object) ||
         o->kind == OBJECT_LIBRARY ||
         (o->kind == OBJECT_GLOBAL && !d->program->objects[o->a].defined);
}

/* What is in two numbers side by side: the compiler asks `a || b' of fields that are neighbours as
   one question. */
static struct value load_halves (struct trial *d, const struct machine *m, uint32_t object,
                                 int64_t offset, uint64_t bytes)
{
  uint64_t half = bytes / 2, bits = 8 * half;
  struct value v[] = {memory_load (d, m, object, offset, half),
                      memory_load (d, m, object, offset + (int64_t)half, half)};
  bool big_endian = d->program->units[0].unit->r.flags & UF_BIG_ENDIAN;
  if (v[0].kind != V_INT || v[1].kind != V_INT || big_endian)
    return (struct value){0};
  uint64_t low = (uint64_t)v[0].n & ((UINT64_C (1) << bits) - 1), high = (uint64_t)v[1].n << bits;
  struct value both = value_int ((int64_t)(low | high));
  both.loose = v[0].loose || v[1].loose;
  return both;
}

struct value memory_load (struct trial *d, const struct machine *m, uint32_t object, int64_t offset,
                          uint64_t bytes)
{
  struct value any = {0};
  object_id id = object_of_instance (object);
  bool lost = is_lost (m, object, offset, bytes);
  if (!bytes || bytes > 8 || is_elsewhere (d, id))
    return any;
  for (uint32_t i = 0; i < m->n_cells; i++) {
    const struct memory_cell *c = &m->cells[i];
    if (overlaps (c, object, offset, bytes) && (c->offset != offset || c->bytes != bytes))
      return bytes == 8 && c->bytes == 4 ? load_halves (d, m, object, offset, bytes) : any;
    if (overlaps (c, object, offset, bytes))
      return c->v; /* stored since it was lost */
  }
  return lost ? any : first_value (d, object, offset, bytes);
}

void memory_forget (struct machine *m, uint32_t object)
{
  for (uint32_t i = m->n_cells; i-- > 0;)
    if (m->cells[i].object == object)
      memory_remove (m, &m->cells[i]);
}

void memory_lose_all (struct trial *d, struct machine *m, uint32_t object)
{
  for (uint32_t i = 0; i < m->n_cells; i++)
    if (m->cells[i].object == object && is_memory (&m->cells[i]))
      m->cells[i].v = (struct value){0};
  memory_cell (d, m, object, INT32_MIN, CELL_LOST, true);
}

void memory_store (struct trial *d, struct machine *m, uint32_t object, int64_t offset,
                   uint64_t bytes, struct value v)
{
  for (uint32_t i = 0; i < m->n_cells; i++) {
    struct memory_cell *c = &m->cells[i];
    if (overlaps (c, object, offset, bytes))
      c->v = (struct value){0};
  }
  if (!bytes || bytes > 8) {
    memory_lose_all (d, m, object);
    return;
  }
  uint64_t key = (uint64_t)object << 32 | (uint32_t)offset;
  bool loose = v.loose;
  v = widened (d, key, v);
  v.loose = loose;
  memory_cell (d, m, object, offset, (uint32_t)bytes, true)->v = v;
}

object_id object_at_site (struct trial *d, object_id object)
{
  const struct abstract_object *o = &d->p->objects.v.v[object];
  if (o->kind != OBJECT_HEAP)
    return object;
  uint32_t *first = map_at (&d->sites, map_pair (o->a, o->b));
  if (!*first)
    *first = object;
  return *first;
}

void memory_lose_range (struct trial *d, struct machine *m, uint32_t object, int64_t offset,
                        uint64_t bytes)
{
  for (uint32_t i = 0; i < m->n_cells; i++)
    if (overlaps (&m->cells[i], object, offset, bytes))
      m->cells[i].v = (struct value){0};
  struct memory_cell *c = memory_cell (d, m, object, offset, CELL_LOST, true);
  c->v.kind = V_INT;
  c->v.n = c->v.n > (int64_t)bytes ? c->v.n : (int64_t)bytes;
}

/* All that there may be of an object. */
static void lose_object (struct trial *d, struct machine *m, object_id object)
{
  const struct abstract_object *o = &d->p->objects.v.v[object];
  bool tls = object_is_tls (d->p, object);
  object = object_at_site (d, object);
  for (uint32_t k = 0; k < MOST_MADE && o->kind == OBJECT_HEAP; k++)
    memory_lose_all (d, m, instance_of (object, FIRST_MADE + k, 0));
  if (o->kind == OBJECT_HEAP)
    return;
  if (o->kind != OBJECT_LOCAL && !tls) {
    memory_lose_all (d, m, object);
    return;
  }
  for (uint32_t t = 0; t < m->n_threads; t++) {
    if (tls)
      memory_lose_all (d, m, instance_of (object, t + 1, 0));
    for (uint32_t k = 0; !tls && k < m->threads[t].n_frames; k++)
      if (m->threads[t].frames[k].f == o->a)
        memory_lose_all (d, m, instance_of (object, t + 1, k + 1));
  }
}

void memory_lose (struct trial *d, struct machine *m, setid where)
{
  for (struct set_iter i = sets_each (&d->p->sets, where); set_next (&i);)
    if (bitset_has (&d->tracked, i.x))
      lose_object (d, m, loc_object (&d->p->objects, i.x));
}
