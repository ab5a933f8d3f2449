#include "build.h"

#include <stdlib.h>
#include <string.h>

struct built built;

/* The function being built: its records are kept until it ends, because its values, which come
   before them, are known only then. */
enum { MOST_BLOCKS = 16, MOST_EDGES = 4 };
struct building_block {
  uint32_t first; /* record */
  uint32_t n_edges, n_preds;
  struct flow_edge edges[MOST_EDGES];
  uint32_t preds[2];
};

static struct {
  struct facts_writer *writer;
  struct arena arena;
  vec_u32 symbols;      /* strings, by number - 1 */
  vec_u32 symbol_flags; /* likewise */
  uint32_t n_symbols;
  const char *file;
  int line;
  uint32_t file_number;
  const char *file_known;
  const char *target;
  enum visibility visibility;

  bool in_function;
  struct rec_function f;
  uint32_t n_params;
  VEC (struct rec_local) locals;
  vec_u32 types; /* of values, by number - 1 */
  VEC (struct record *) records;
  struct building_block blocks[MOST_BLOCKS];
  uint32_t n_blocks;
} b;

static struct text spelled;

/* Objects */

static struct objfile *this_object (void)
{
  return &built.files.v[built.files.n - 1];
}

static void add_objsym (struct objfile *o, const char *name, enum objsym_state state)
{
  o->symbols = xrealloc (o->symbols, (o->n_symbols + 1) * sizeof *o->symbols);
  o->symbols[o->n_symbols++] = (struct objsym){xstrdup (name), state};
}

static struct objfile *add_file (const char *name)
{
  struct objfiles *files = &built.files;
  files->v = xrealloc (files->v, (files->n + 1) * sizeof *files->v);
  files->v[files->n++] = (struct objfile){.name = xstrdup (name), .archive = -1};
  return this_object ();
}

static void put_types (void)
{
  static const struct rec_type types[] = {
      {.kind = TK_INTEGER, .bits = 32},
      {.kind = TK_INTEGER, .bits = 64},
      {.kind = TK_POINTER, .bits = 64},
      {.kind = TK_POINTER, .bits = 64, .target = TYPE_POINTER},
      {.kind = TK_INTEGER, .bits = 8},
      {.kind = TK_STRUCT, .bits = 128},
      {.kind = TK_ARRAY, .bits = 256, .target = TYPE_POINTER, .bound = 4},
      {.kind = TK_STRUCT, .bits = 384},
  };
  static const struct {
    uint32_t of, type;
    int64_t bitoff;
  } fields[] = {{TYPE_PAIR, TYPE_POINTER, 0},
                {TYPE_PAIR, TYPE_POINTER, 64},
                {TYPE_TABLE, TYPE_LONG, 0},
                {TYPE_TABLE, TYPE_CELLS, 64},
                {TYPE_TABLE, TYPE_LONG, 320}};
  for (uint32_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    struct rec_type t = types[i];
    t.r.kind = REC_type;
    facts_put (b.writer, &t.r);
    for (uint32_t k = 0; k < sizeof fields / sizeof fields[0]; k++)
      if (fields[k].of == i + 1) {
        struct rec_field f = {.r = {.kind = REC_field}, .bitoff = fields[k].bitoff};
        f.type = fields[k].type;
        facts_put (b.writer, &f.r);
      }
  }
}

/* Writes the unit that is open, and reads it back. */
static void end_unit (void)
{
  if (!b.writer)
    return;
  ck_assert (!b.in_function);
  struct objfile *file = this_object ();
  struct rec_unit unit = {.r = {.kind = REC_unit}, .pointer_bits = 64};
  unit.key = facts_string (b.writer, file->name);
  facts_count (b.writer, &unit);
  facts_put (b.writer, &unit.r);
  file->facts = facts_finish (b.writer, &file->facts_size);
  facts_writer_free (b.writer);
  b.writer = NULL;
  vec_free (&b.symbols);
  vec_free (&b.symbol_flags);
  b.n_symbols = 0;
  b.file_known = NULL;
}

void begin_object (const char *name)
{
  end_unit ();
  add_file (name);
  b.writer = facts_writer_new ();
  place_symbols (name, 1);
  put_types ();
}

void object_is (enum objfile_kind kind)
{
  this_object ()->kind = kind;
}

void object_in_archive (void)
{
  this_object ()->archive = 0;
}

void add_foreign_object (const char *name, const char *refers_to)
{
  end_unit ();
  add_objsym (add_file (name), refers_to, OBJSYM_UNDEFINED);
}

/* Symbols and variables */

void place_symbols (const char *file, int line)
{
  b.file = file;
  b.line = line;
}

static uint32_t place (int line, int column)
{
  if (!b.file_known || strcmp (b.file, b.file_known)) {
    struct rec_file f = {.r = {.kind = REC_file}, .path = facts_string (b.writer, b.file)};
    b.file_number = facts_put (b.writer, &f.r);
    b.file_known = b.file;
  }
  struct rec_loc l = {.r = {.kind = REC_loc}, .line = line, .column = column};
  l.file = b.file_number;
  return facts_loc (b.writer, &l);
}

void next_symbol_target (const char *name)
{
  b.target = name;
}

void next_symbol_visibility (enum visibility visibility)
{
  b.visibility = visibility;
}

static void tell_linker (const char *name, uint32_t flags)
{
  enum objsym_state state = flags & SF_COMMON                 ? OBJSYM_COMMON
                            : !(flags & SF_DEFINED)           ? OBJSYM_UNDEFINED
                            : flags & (SF_WEAK | SF_COMDAT)   ? OBJSYM_WEAK_DEFINED
                                                              : OBJSYM_DEFINED;
  if (flags & SF_PUBLIC)
    add_objsym (this_object (), name, state);
}

uint32_t symbol (const char *name, uint32_t flags)
{
  uint32_t string = facts_string (b.writer, name);
  for (uint32_t i = 0; i < b.n_symbols; i++)
    if (b.symbols.v[i] == string)
      return i + 1;
  struct rec_symbol s = {.r = {.kind = REC_symbol, .loc = place (b.line, 1)},
                         .name = string,
                         .flags = flags,
                         .visibility = (uint32_t)b.visibility,
                         .target = facts_string (b.writer, b.target)};
  b.target = NULL;
  b.visibility = VIS_DEFAULT;
  vec_push (&b.symbols, string);
  vec_push (&b.symbol_flags, flags);
  tell_linker (name, flags);
  ck_assert_uint_eq (facts_put (b.writer, &s.r), ++b.n_symbols);
  return b.n_symbols;
}

static uint64_t size_of_type (uint32_t type)
{
  static const uint8_t sizes[] = {0, 4, 8, 8, 8, 1, 16, 32, 48};
  return sizes[type];
}

static uint32_t put_object (uint32_t of_symbol, uint32_t type, uint64_t size, uint32_t flags)
{
  struct rec_object o = {.r = {.kind = REC_object}, .symbol = of_symbol, .type = type};
  o.size = size;
  o.flags = flags;
  return facts_put (b.writer, &o.r);
}

uint32_t global (const char *name, uint32_t type, uint32_t symbol_flags)
{
  return put_object (symbol (name, symbol_flags), type, size_of_type (type), OF_ADDRESSED);
}

uint32_t thread_local_global (const char *name, uint32_t type)
{
  return put_object (symbol (name, SF_DEFINED), type, size_of_type (type), OF_ADDRESSED | OF_TLS);
}

uint32_t string_literal (uint32_t size)
{
  return put_object (0, TYPE_CHAR, size, OF_STRING | OF_CONST);
}

void init_with_function (uint32_t object, int64_t offset, const char *function)
{
  struct rec_init n = {.r = {.kind = REC_init}, .object = object, .offset = offset};
  n.kind = IK_SYMBOL;
  n.target = symbol (function, SF_FUNCTION | SF_PUBLIC);
  facts_put (b.writer, &n.r);
}

void init_with_object (uint32_t object, int64_t offset, uint32_t target, int64_t value)
{
  struct rec_init n = {.r = {.kind = REC_init}, .object = object, .offset = offset};
  n.kind = IK_OBJECT;
  n.target = target;
  n.value = value;
  facts_put (b.writer, &n.r);
}

void prototype (const char *function)
{
  struct rec_prototype t = {.r = {.kind = REC_prototype}};
  t.symbol = symbol (function, SF_FUNCTION | SF_PUBLIC);
  facts_put (b.writer, &t.r);
}

/* Functions */

static uint32_t new_value (uint32_t type)
{
  if (!type)
    return 0;
  vec_push (&b.types, type);
  return b.types.n;
}

void begin_function (const char *name, uint32_t symbol_flags, uint32_t n_params)
{
  ck_assert (b.writer && !b.in_function);
  b.in_function = true;
  b.f = (struct rec_function){.r = {.kind = REC_function}};
  b.f.symbol = symbol (name, symbol_flags | SF_FUNCTION | SF_DEFINED);
  ck_assert_msg (b.symbol_flags.v[b.f.symbol - 1] & SF_DEFINED, "%s is used before it is begun",
                 name);
  b.n_params = n_params;
  b.n_blocks = 1;
  b.blocks[0] = (struct building_block){0};
  vec_push (&b.locals, (struct rec_local){0});
  for (uint32_t i = 0; i < n_params; i++) {
    struct rec_local l = {.r = {.kind = REC_local}, .type = TYPE_POINTER, .flags = OF_PARAMETER};
    l.value = new_value (TYPE_POINTER);
    vec_push (&b.locals, l);
  }
}

void function_flags (uint32_t flags)
{
  b.f.flags = flags;
}

uint32_t local (const char *name, uint32_t type, uint32_t flags)
{
  struct rec_local l = {.r = {.kind = REC_local}, .type = type, .flags = flags};
  l.name = facts_string (b.writer, name);
  vec_push (&b.locals, l);
  return b.locals.n - 1;
}

void edge (uint32_t from, uint32_t to)
{
  struct building_block *block = &b.blocks[from];
  ck_assert_uint_lt (block->n_edges, MOST_EDGES);
  block->edges[block->n_edges++] = (struct flow_edge){to, EK_FALL};
}

void next_block (void)
{
  ck_assert_uint_lt (b.n_blocks, MOST_BLOCKS);
  b.blocks[b.n_blocks] = (struct building_block){.first = b.records.n};
  edge (b.n_blocks - 1, b.n_blocks);
  b.n_blocks++;
}

void predecessors (uint32_t x, uint32_t y)
{
  struct building_block *block = &b.blocks[b.n_blocks - 1];
  block->n_preds = 2;
  block->preds[0] = x;
  block->preds[1] = y;
}

static void put_values (void)
{
  uint32_t *codes = ARENA_ARRAY (&b.arena, b.types.n, uint32_t), kinds[TYPE_TABLE];
  for (uint32_t i = 0; i < TYPE_TABLE; i++)
    kinds[i] = i + 1;
  for (uint32_t i = 0; i < b.types.n; i++)
    codes[i] = i < b.n_params ? i : b.n_params + b.types.v[i] - 1;
  struct rec_values v = {.r = {.kind = REC_values}};
  v.types = (struct number_list){TYPE_TABLE, kinds};
  v.codes = (struct number_list){b.types.n, codes};
  facts_put (b.writer, &v.r);
}

static void put_block (uint32_t n)
{
  struct building_block *block = &b.blocks[n];
  struct rec_block head = {.r = {.kind = REC_block}, .edges = {block->n_edges, block->edges}};
  facts_put (b.writer, &head.r);
  if (block->n_preds) {
    struct rec_preds preds = {.r = {.kind = REC_preds}, .blocks = {block->n_preds, block->preds}};
    facts_put (b.writer, &preds.r);
  }
  for (uint32_t k = b.n_params + 1; !n && k < b.locals.n; k++)
    facts_put (b.writer, &b.locals.v[k].r);
  uint32_t end = n + 1 < b.n_blocks ? b.blocks[n + 1].first : b.records.n;
  for (uint32_t i = block->first; i < end; i++)
    facts_put (b.writer, b.records.v[i]);
}

void end_function (void)
{
  ck_assert (b.in_function);
  b.f.blocks = b.n_blocks;
  facts_put (b.writer, &b.f.r);
  for (uint32_t i = 1; i <= b.n_params; i++)
    facts_put (b.writer, &b.locals.v[i].r);
  put_values ();
  for (uint32_t i = 0; i < b.n_blocks; i++)
    put_block (i);
  b.locals.n = b.types.n = b.records.n = 0;
  b.in_function = false;
}

/* Operands */

struct operand val (uint32_t value)
{
  return (struct operand){.kind = OPND_VALUE, .value = value};
}

struct operand num (int64_t n)
{
  return (struct operand){.kind = OPND_INT, .u.number = n};
}

struct operand none (void)
{
  return (struct operand){0};
}

static struct operand memory (enum operand_kind kind, struct address a)
{
  struct operand o = {.kind = (uint8_t)kind};
  o.u.addr = ARENA_NEW (&b.arena, struct address);
  *o.u.addr = a;
  return o;
}

struct operand ref (struct address a)
{
  return memory (OPND_ADDRESS, a);
}

struct operand contents (struct address a)
{
  return memory (OPND_CONTENTS, a);
}

struct operand fn (const char *name)
{
  uint32_t n = symbol (name, SF_FUNCTION | SF_PUBLIC);
  return ref ((struct address){.base_kind = BASE_SYMBOL, .base = n});
}

static struct address at (enum base_kind kind, uint32_t base, int64_t bytes)
{
  return (struct address){.base_kind = (uint8_t)kind, .base = base, .bitoff = bytes * 8};
}

struct address at_value (uint32_t value, int64_t bytes)
{
  return at (BASE_VALUE, value, bytes);
}

struct address at_object (uint32_t object, int64_t bytes)
{
  return at (BASE_OBJECT, object, bytes);
}

struct address at_local (uint32_t number, int64_t bytes)
{
  return at (BASE_LOCAL, number, bytes);
}

struct address with_index (struct address a, uint32_t index_value, uint64_t stride)
{
  a.indices = ARENA_NEW (&b.arena, struct address_index);
  *a.indices = (struct address_index){.index = val (index_value), .stride = stride};
  a.n_indices = 1;
  return a;
}

/* Instructions */

/* Each has a place of its own: its number, from 1, is the line. */
static uint32_t add_record (const void *r, size_t size, uint32_t type)
{
  ck_assert (b.in_function);
  struct record *kept = arena_alloc (&b.arena, size);
  memcpy (kept, r, size);
  kept->dst = new_value (type);
  kept->loc = place ((int)b.records.n + 1, 1);
  vec_push (&b.records, kept);
  return kept->dst;
}

uint32_t last_record (void)
{
  return b.records.n - 1;
}

uint32_t op (uint32_t type, enum opcode code, struct operand x, struct operand y, struct operand z)
{
  struct rec_op r = {.r = {.kind = REC_op}, .code = code, .a = x, .b = y, .c = z};
  return add_record (&r, sizeof r, type);
}

uint32_t phi (uint32_t type, struct operand x, struct operand y)
{
  struct rec_phi r = {.r = {.kind = REC_phi}};
  r.args.n = 2;
  r.args.v = ARENA_ARRAY (&b.arena, 2, struct operand);
  r.args.v[0] = x;
  r.args.v[1] = y;
  return add_record (&r, sizeof r, type);
}

uint32_t load (uint32_t type, struct address a)
{
  struct rec_load r = {.r = {.kind = REC_load}, .addr = a};
  return add_record (&r, sizeof r, type);
}

uint32_t store (struct address a, struct operand src)
{
  struct rec_store r = {.r = {.kind = REC_store}, .addr = a, .src = src};
  r.bits = src.kind == OPND_VALUE ? 0 : 64;
  add_record (&r, sizeof r, 0);
  return last_record ();
}

uint32_t copy (struct address to, struct address from, uint64_t bytes)
{
  struct rec_copy r = {.r = {.kind = REC_copy}, .to = to, .from = from, .bits = bytes * 8};
  add_record (&r, sizeof r, 0);
  return last_record ();
}

uint32_t alloca_of (uint64_t size)
{
  struct rec_alloca r = {.r = {.kind = REC_alloca}, .size = num ((int64_t)size)};
  return add_record (&r, sizeof r, TYPE_POINTER);
}

void branch (enum opcode code, struct operand x, struct operand y, uint32_t otherwise)
{
  struct rec_branch r = {.r = {.kind = REC_branch}, .code = code, .a = x, .b = y};
  struct building_block *block = &b.blocks[b.n_blocks - 1];
  add_record (&r, sizeof r, 0);
  next_block ();
  block->edges[block->n_edges - 1].kind = EK_TRUE;
  edge (b.n_blocks - 2, otherwise);
  block->edges[block->n_edges - 1].kind = EK_FALSE;
}

void ret (struct operand value)
{
  struct rec_return r = {.r = {.kind = REC_return}, .value = value};
  add_record (&r, sizeof r, 0);
}

uint32_t call (uint32_t type, struct operand callee, struct operand a1, struct operand a2,
               struct operand a3, struct operand a4)
{
  const struct operand args[] = {a1, a2, a3, a4};
  struct rec_call r = {.r = {.kind = REC_call}, .callee = callee};
  r.args.v = ARENA_ARRAY (&b.arena, 4, struct operand);
  while (r.args.n < 4 && args[r.args.n].kind != OPND_OTHER) {
    r.args.v[r.args.n] = args[r.args.n];
    r.args.n++;
  }
  return add_record (&r, sizeof r, type);
}

/* Stages */

static enum { BUILDING, MERGED, BOUND, POINTED, ANALYSED } stage;

static void keep_message (void *context, const char *message)
{
  (void)context;
  text_printf (&built.messages, "%s\n", message);
}

void merge_built (void)
{
  end_unit ();
  units_load (&built.units, &built.files, keep_message, NULL);
  ck_assert_str_eq (text_of (&built.messages), "");
  program_merge (&built.program, &built.files, &built.units, keep_message, NULL);
  program_choose_entries (&built.program, NULL, 0, keep_message, NULL);
  stage = MERGED;
}

void bind_built (void)
{
  if (stage < MERGED)
    merge_built ();
  built.models = models_new ();
  bind_models (&built.bindings, &built.program.arena, &built.program, built.models);
  stage = BOUND;
}

void point_built (void)
{
  if (stage < BOUND)
    bind_built ();
  pointers_find (&built.pointers, &built.program, &built.bindings, built.models);
  stage = POINTED;
}

void analyse_built (void)
{
  if (stage < POINTED)
    point_built ();
  effects_find (&built.effects, &built.pointers);
  prefilter_find (&built.filter, &built.pointers, &built.effects);
  stage = ANALYSED;
}

void build_start (void)
{
  built = (struct built){0};
  stage = BUILDING;
}

void build_finish (void)
{
  if (stage >= ANALYSED) {
    prefilter_free (&built.filter);
    effects_free (&built.effects);
  }
  if (stage >= POINTED)
    pointers_free (&built.pointers);
  if (stage >= BOUND)
    models_free (built.models);
  if (stage >= MERGED)
    program_free (&built.program);
  units_free (&built.units);
  for (size_t i = 0; i < built.files.n; i++)
    for (size_t k = 0; k < built.files.v[i].n_symbols; k++)
      free ((char *)built.files.v[i].symbols[k].name);
  objfiles_free (&built.files);
  text_free (&built.messages);
  text_free (&spelled);
  vec_free (&b.locals);
  vec_free (&b.types);
  vec_free (&b.records);
  arena_free (&b.arena);
}

/* Names */

funid function_of_unit (uint32_t unit, const char *name)
{
  const struct unit *u = built.program.units[unit].unit;
  for (uint32_t i = 1; i <= u->n_symbols; i++)
    if (u->symbols[i].flags & SF_FUNCTION && !strcmp (u->strings[u->symbols[i].name], name))
      return built.program.units[unit].functions[i];
  ck_abort_msg ("no function %s in unit %u", name, unit);
}

objid variable_of_unit (uint32_t unit, const char *name)
{
  const struct unit *u = built.program.units[unit].unit;
  for (uint32_t i = 1; i <= u->n_objects; i++)
    if (u->objects[i].symbol && !strcmp (u->strings[u->symbols[u->objects[i].symbol].name], name))
      return built.program.units[unit].objects[i];
  ck_abort_msg ("no variable %s in unit %u", name, unit);
}

funid function_named (const char *name)
{
  for (funid f = 1; f <= built.program.n_functions; f++)
    if (!built.program.functions[f].folded_into && !strcmp (built.program.functions[f].name, name))
      return f;
  ck_abort_msg ("no function %s", name);
}

object_id object_of_variable (const char *name)
{
  const struct program *p = &built.program;
  for (objid o = 1; o <= p->n_objects; o++) {
    const struct unit *u = p->units[p->objects[o].unit].unit;
    uint32_t of = object_record (p, o)->symbol;
    if (of && !strcmp (u->strings[u->symbols[of].name], name))
      return object_make (&built.pointers.objects, OBJECT_GLOBAL, o, 0, 0);
  }
  ck_abort_msg ("no variable %s", name);
}

const char *spell_set (setid set)
{
  struct lines names = {0};
  for (struct set_iter i = sets_each (&built.pointers.sets, set); set_next (&i);) {
    struct text one = {0};
    name_location (&built.pointers, i.x, &one);
    lines_add (&names, text_of (&one));
    text_free (&one);
  }
  text_clear (&spelled);
  text_add (&spelled, "");
  lines_join (&names, ", ", &spelled);
  return text_of (&spelled);
}

const char *points_to (const char *function, uint32_t value)
{
  return spell_set (points_of_value (&built.pointers, function_named (function), value));
}

const char *holds (const char *variable, int64_t offset)
{
  loc_id l = loc_at (&built.pointers.objects, object_of_variable (variable), offset);
  return spell_set (points_of_content (&built.pointers, l));
}

const char *calls_of (const char *function)
{
  static const char *const worlds[] = {"outside", "pool"};
  static const char *const kinds[] = {"", " in a new thread", " later", " in a signal"};
  const struct pointers *p = &built.pointers;
  funid f = function_named (function);
  text_clear (&spelled);
  text_add (&spelled, "");
  for (uint32_t i = p->first_call[f]; i < p->first_call[f + 1]; i++) {
    const struct call_edge *c = &p->calls.v[i];
    ck_assert_uint_eq (c->caller, f);
    text_printf (&spelled, "%s%s%s", spelled.n ? ", " : "", built.program.functions[c->callee].name,
                 kinds[c->kind]);
  }
  for (uint32_t i = 0; i < p->world_calls.n; i++)
    if (p->world_calls.v[i].caller == f)
      text_printf (&spelled, "%s%s", spelled.n ? ", " : "", worlds[p->world_calls.v[i].world]);
  return text_of (&spelled);
}
