/* Merge: one program out of units, with symbols resolved as the linker does.

   A public name means the same in all units: of its definitions a strong one wins over a common one
   over a weak one, and the first over later ones.  A name that is not public, or hidden in a
   finished program or library (by one of its units: what one of them calls hidden, it is for all),
   means something of its own unit or file.  An alias stands for what
   its target is, and so does the default version of a symbol.

   Which definition wins is a matter of the order of the link; the numbers of units, functions and
   variables are not, so that the same objects in another order give the same report. */

#include "program.h"
#include "fold.h"
#include "intern.h"
#include "map.h"
#include "select.h"
#include "spelling.h"
#include "vec.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

enum rank { UNDEFINED, WEAK, COMMON, STRONG };

/* A public name: its best definition so far, or else a mention. */
struct name {
  uint32_t unit, symbol; /* index of the unit, number there */
  uint8_t rank;          /* enum rank */
  bool used_outside;
  bool overridden; /* code without facts has a better definition */
  funid function;  /* once it has one */
  objid object;
};

struct merger {
  struct program *p;
  const struct objfiles *files;
  size_t *object_of_unit; /* by index in p->units: which file it is in */
  uint32_t *linked;       /* the units in the order of the link */
  struct strings names;
  VEC (struct name) name; /* by id of its text, [0] unused */
  struct map hidden;      /* file and id: it means something of that file */
  VEC (struct program_function) functions;
  VEC (struct program_object) objects;
  uint32_t **function_of_symbol; /* by unit, by symbol: 1 + its function record */
  uint32_t **object_of_symbol;   /* by unit, by symbol: its object */
  uint32_t **symbol_by_name;     /* by unit, by string: the symbol; NULL until needed */
  objfile_report_fn *report;
  void *context;
};

static const struct unit *unit_at (const struct merger *m, uint32_t unit)
{
  return m->p->units[unit].unit;
}

static const struct rec_symbol *symbol_at (const struct merger *m, uint32_t unit, uint32_t symbol)
{
  return &unit_at (m, unit)->symbols[symbol];
}

/* Names */

/* The text of a name of the default version of a symbol ("f@@V2", by the attribute symver) up to
   its version; NULL: it is none. */
static const char *version_of (const struct unit *u, const struct rec_symbol *s)
{
  return s->name && s->source ? strstr (u->strings[s->name], "@@") : NULL;
}

static uint32_t intern_name (struct merger *m, const char *text)
{
  uint32_t id = strings_intern (&m->names, text);
  while (m->name.n <= id)
    vec_push (&m->name, (struct name){0});
  return id;
}

static void note_hidden (struct merger *m, uint32_t unit, uint32_t symbol)
{
  const struct rec_symbol *s = symbol_at (m, unit, symbol);
  size_t file = m->object_of_unit[unit];
  if (s->name && s->flags & SF_PUBLIC && m->files->v[file].kind != OBJFILE_RELOCATABLE &&
      (s->visibility == VIS_HIDDEN || s->visibility == VIS_INTERNAL))
    map_set (&m->hidden,
             map_pair ((uint32_t)file, intern_name (m, unit_at (m, unit)->strings[s->name])), 1);
}

/* The name by which other units know a symbol; 0 if they do not. */
static uint32_t public_name (struct merger *m, uint32_t unit, uint32_t symbol)
{
  const struct rec_symbol *s = symbol_at (m, unit, symbol);
  const struct unit *u = unit_at (m, unit);
  if (!s->name)
    return 0;
  if (s->flags & SF_WEAKREF && s->target)
    return intern_name (m, u->strings[s->target]);
  if (!(s->flags & SF_PUBLIC))
    return 0;
  size_t file = m->object_of_unit[unit];
  const char *version = version_of (u, s);
  if (version) {
    char *plain = xstrndup (u->strings[s->name], (size_t)(version - u->strings[s->name]));
    uint32_t known = intern_name (m, plain);
    free (plain);
    return known;
  }
  uint32_t id = intern_name (m, u->strings[s->name]);
  if (!map_find (&m->hidden, map_pair ((uint32_t)file, id)))
    return id;
  char *text = text_format ("%s\n%zu", u->strings[s->name], file);
  id = intern_name (m, text);
  free (text);
  return id;
}

static enum rank rank_of (const struct unit *u, const struct rec_symbol *s)
{
  if (version_of (u, s))
    return STRONG;
  if (!(s->flags & (SF_DEFINED | SF_ALIAS)) || s->flags & SF_WEAKREF)
    return UNDEFINED;
  if (s->flags & SF_COMMON)
    return COMMON;
  return s->flags & (SF_WEAK | SF_COMDAT) ? WEAK : STRONG;
}

static void complain_twice (struct merger *m, const struct name *n, uint32_t unit, uint32_t symbol)
{
  const struct unit *first = unit_at (m, n->unit), *second = unit_at (m, unit);
  char *message = text_format ("%s: '%s' is defined again; the definition in %s is used",
                               second->object, spell_symbol (second, symbol), first->object);
  m->report (m->context, message);
  free (message);
  m->p->duplicates++;
}

static uint64_t size_of (const struct merger *m, uint32_t unit, uint32_t symbol)
{
  uint32_t object = m->object_of_symbol[unit][symbol];
  return object ? unit_at (m, unit)->objects[object].size : 0;
}

/* The bodies of an inline function in two units are one, as far as one can see at a glance: which
   of them the linker takes says nothing, and the report shall not depend on it. */
static bool is_copy (const struct merger *m, uint32_t unit, uint32_t symbol, uint32_t other_unit,
                     uint32_t other)
{
  uint32_t f = m->function_of_symbol[unit][symbol], g = m->function_of_symbol[other_unit][other];
  if (!f || !g || !(symbol_at (m, unit, symbol)->flags & SF_COMDAT))
    return false;
  const struct function *a = &unit_at (m, unit)->functions[f - 1];
  const struct function *b = &unit_at (m, other_unit)->functions[g - 1];
  return a->n_records == b->n_records && a->n_values == b->n_values && a->n_blocks == b->n_blocks &&
         a->n_locals == b->n_locals;
}

static bool in_library (const struct merger *m, uint32_t unit)
{
  return m->files->v[m->object_of_unit[unit]].kind == OBJFILE_SHARED;
}

/* Whether the definition is better than what N has: the linker's rules.  Any definition outside
   shared libraries is better than any inside, and of several inside the first one counts. */
static bool better (struct merger *m, const struct name *n, uint32_t unit, uint32_t symbol,
                    enum rank rank)
{
  if (n->symbol && rank != UNDEFINED && n->rank != UNDEFINED &&
      (in_library (m, unit) || in_library (m, n->unit)))
    return !in_library (m, unit);
  if (!n->symbol || rank != n->rank)
    return !n->symbol || rank > n->rank;
  if (rank == STRONG)
    complain_twice (m, n, unit, symbol);
  if (rank == UNDEFINED || (rank == WEAK && is_copy (m, unit, symbol, n->unit, n->symbol)))
    return unit < n->unit;
  return rank == COMMON && size_of (m, unit, symbol) > size_of (m, n->unit, n->symbol);
}

static void note_symbol (struct merger *m, uint32_t unit, uint32_t symbol)
{
  uint32_t id = public_name (m, unit, symbol);
  if (!id)
    return;
  enum rank rank = rank_of (unit_at (m, unit), symbol_at (m, unit, symbol));
  struct name *n = &m->name.v[id];
  if (!better (m, n, unit, symbol, rank))
    return;
  n->unit = unit;
  n->symbol = symbol;
  n->rank = (uint8_t)rank;
}

/* Whether what the object defines stands for a weak definition that has facts: an object that was
   linked has symbols that are not weak if something else has won.  Inline functions are all one. */
static bool overrides (const struct merger *m, size_t file, bool has_unit, const struct objsym *s,
                       const struct name *n)
{
  return s->state == OBJSYM_DEFINED && n->symbol && n->rank == WEAK &&
         !(symbol_at (m, n->unit, n->symbol)->flags & SF_COMDAT) &&
         (has_unit ? m->object_of_unit[n->unit] == file
                   : m->files->v[file].kind == OBJFILE_RELOCATABLE);
}

/* What objects without facts refer to may be used there in any way. */
static void note_outside (struct merger *m, const bool *chosen, const bool *has_unit)
{
  for (size_t i = 0; i < m->files->n; i++) {
    const struct objfile *o = &m->files->v[i];
    for (size_t k = 0; chosen[i] && k < o->n_symbols; k++) {
      uint32_t id = strings_find (&m->names, o->symbols[k].name);
      struct name *n = id ? &m->name.v[id] : NULL;
      if (!n)
        continue;
      n->used_outside |= !has_unit[i];
      n->overridden |= overrides (m, i, has_unit[i], &o->symbols[k], n);
    }
  }
}

/* Functions and objects */

static funid add_function (struct merger *m, uint32_t unit, uint32_t symbol)
{
  const struct unit *u = unit_at (m, unit);
  const struct rec_symbol *s = &u->symbols[symbol];
  uint32_t body = m->function_of_symbol[unit][symbol];
  struct program_function f = {.name = u->strings[s->source ? s->source : s->name],
                               .link_name = u->strings[s->name],
                               .unit = unit,
                               .symbol = symbol,
                               .body = body ? &u->functions[body - 1] : NULL,
                               .is_public = s->flags & SF_PUBLIC};
  uint64_t flags = body ? f.body->r.flags : 0;
  f.runs = (uint8_t)((flags & FF_CONSTRUCTOR ? RUNS_FIRST : 0) |
                     (flags & FF_DESTRUCTOR ? RUNS_LAST : 0));
  vec_push (&m->functions, f);
  if (body)
    m->p->units[unit].bodies[body - 1] = m->functions.n - 1;
  return m->functions.n - 1;
}

static objid add_object (struct merger *m, uint32_t unit, uint32_t number)
{
  const struct unit *u = unit_at (m, unit);
  uint32_t symbol = u->objects[number].symbol;
  uint32_t flags = symbol ? u->symbols[symbol].flags : SF_DEFINED;
  struct program_object o = {.unit = unit,
                             .number = number,
                             .defined = flags & SF_DEFINED,
                             .is_public = flags & SF_PUBLIC};
  vec_push (&m->objects, o);
  return m->objects.n - 1;
}

/* The symbol of UNIT with this assembler name, or 0.  Strings of a unit are interned, so the name
   is a number; the index is made when the first alias asks for it. */
static uint32_t find_symbol (struct merger *m, uint32_t unit, uint32_t name)
{
  const struct unit *u = unit_at (m, unit);
  uint32_t **index = &m->symbol_by_name[unit];
  if (!*index) {
    *index = ARENA_ARRAY (&m->p->arena, u->n_strings + 1, uint32_t);
    for (uint32_t i = u->n_symbols; i >= 1; i--)
      (*index)[u->symbols[i].name] = i;
  }
  return (*index)[name];
}

/* Where an alias leads, in its unit; chains end after as many steps as anyone writes. */
static uint32_t follow_aliases (struct merger *m, uint32_t unit, uint32_t symbol)
{
  enum { LONGEST_CHAIN = 16 };
  for (int i = 0; i < LONGEST_CHAIN; i++) {
    const struct rec_symbol *s = symbol_at (m, unit, symbol);
    uint32_t next = s->flags & SF_ALIAS && s->target ? find_symbol (m, unit, s->target) : 0;
    if (version_of (unit_at (m, unit), s))
      next = find_symbol (m, unit, s->source);
    if (!next)
      break;
    symbol = next;
  }
  return symbol;
}

static bool is_weak_alias (const struct merger *m, uint32_t unit, uint32_t symbol)
{
  uint32_t flags = symbol_at (m, unit, symbol)->flags;
  return flags & SF_ALIAS && flags & SF_WEAK && flags & SF_PUBLIC && !(flags & SF_WEAKREF);
}

/* The unit and symbol that SYMBOL of UNIT stands for; returns the name it is known by, or 0. */
static uint32_t resolve (struct merger *m, uint32_t *unit, uint32_t *symbol)
{
  uint32_t alias = is_weak_alias (m, *unit, *symbol) ? public_name (m, *unit, *symbol) : 0;
  if (alias && m->name.v[alias].overridden)
    return alias;
  if (alias) {
    uint32_t home = m->name.v[alias].unit;
    *symbol = m->name.v[alias].symbol;
    *unit = home;
  }
  *symbol = follow_aliases (m, *unit, *symbol);
  uint32_t id = public_name (m, *unit, *symbol);
  if (!id)
    return 0;
  const struct name *n = &m->name.v[id];
  if (n->unit == *unit && n->symbol == *symbol)
    return id;
  *unit = n->unit;
  *symbol = n->symbol;
  uint32_t target = follow_aliases (m, *unit, *symbol);
  if (target == *symbol)
    return id;
  *symbol = target;
  return public_name (m, *unit, target);
}

static funid function_of (struct merger *m, uint32_t unit, uint32_t symbol)
{
  uint32_t id = resolve (m, &unit, &symbol);
  funid *known = id ? &m->name.v[id].function : &m->p->units[unit].functions[symbol];
  if (!*known) {
    *known = add_function (m, unit, symbol);
    if (id && m->name.v[id].overridden)
      m->functions.v[*known].body = NULL;
    /* Asm outside of functions may give it another name (.symver), or call it. */
    m->functions.v[*known].used_outside =
        id && (m->name.v[id].used_outside || unit_at (m, unit)->r.flags & UF_TOPLEVEL_ASM);
  }
  return *known;
}

static objid object_of (struct merger *m, uint32_t unit, uint32_t number)
{
  uint32_t symbol = unit_at (m, unit)->objects[number].symbol;
  if (!symbol) /* a string literal */
    return add_object (m, unit, number);
  uint32_t home = unit, id = resolve (m, &home, &symbol);
  uint32_t there = m->object_of_symbol[home][symbol];
  if (there) {
    unit = home;
    number = there;
  }
  objid *known = id ? &m->name.v[id].object : &m->p->units[unit].objects[number];
  if (!*known) {
    *known = add_object (m, unit, number);
    m->objects.v[*known].used_outside = id && m->name.v[id].used_outside;
  }
  return *known;
}

static void map_unit (struct merger *m, uint32_t unit)
{
  struct program_unit *pu = &m->p->units[unit];
  const struct unit *u = pu->unit;
  for (uint32_t i = 1; i <= u->n_symbols; i++)
    if (u->symbols[i].flags & SF_FUNCTION)
      pu->functions[i] = function_of (m, unit, i);
  for (uint32_t i = 1; i <= u->n_objects; i++)
    pu->objects[i] = object_of (m, unit, i);
}

/* An ifunc is called through what its resolver returns. */
static void attach_resolvers (struct merger *m)
{
  for (uint32_t i = 0; i < m->p->n_units; i++) {
    const struct unit *u = unit_at (m, i);
    for (uint32_t k = 1; k <= u->n_symbols; k++) {
      const struct rec_symbol *s = &u->symbols[k];
      uint32_t target = s->flags & SF_IFUNC && s->target ? find_symbol (m, i, s->target) : 0;
      if (target && m->p->units[i].functions[k])
        m->functions.v[m->p->units[i].functions[k]].resolver = m->p->units[i].functions[target];
    }
  }
}

/* A prototype tells how an undefined function treats its arguments; any unit's will do. */
static void attach_prototypes (struct merger *m)
{
  for (uint32_t i = 0; i < m->p->n_units; i++) {
    const struct unit *u = unit_at (m, i);
    for (uint32_t k = 0; k < u->n_prototypes; k++) {
      const struct rec_prototype *t = &u->prototypes[k];
      struct program_function *f = &m->functions.v[m->p->units[i].functions[t->symbol]];
      if (f->body || f->prototype)
        continue;
      f->prototype = t;
      f->unit = i;
      f->symbol = t->symbol;
    }
  }
}

/* Units */

static void add_unit (struct merger *m, const struct unit *u)
{
  struct program *p = m->p;
  struct program_unit *pu = &p->units[p->n_units];
  *pu = (struct program_unit){u, ARENA_ARRAY (&p->arena, u->n_symbols + 1, funid),
                              ARENA_ARRAY (&p->arena, u->n_objects + 1, objid),
                              ARENA_ARRAY (&p->arena, u->n_functions + 1, funid)};
  uint32_t *functions = ARENA_ARRAY (&p->arena, u->n_symbols + 1, uint32_t);
  uint32_t *objects = ARENA_ARRAY (&p->arena, u->n_symbols + 1, uint32_t);
  for (uint32_t i = 0; i < u->n_functions; i++)
    functions[u->functions[i].r.symbol] = i + 1;
  for (uint32_t i = 1; i <= u->n_objects; i++)
    objects[u->objects[i].symbol] = i;
  m->function_of_symbol[p->n_units] = functions;
  m->object_of_symbol[p->n_units] = objects;
  p->n_units++;
}

/* A unit that takes part. */
struct taking_part {
  const struct unit *unit;
  size_t object, position; /* which file it is in, which unit of the link it is */
};

static int by_source (const void *a, const void *b)
{
  const struct taking_part *x = a, *y = b;
  const struct unit *u = x->unit, *v = y->unit;
  int order = strcmp (u->strings[u->r.key], v->strings[v->r.key]);
  order = order ? order : strcmp (u->strings[u->r.directory], v->strings[v->r.directory]);
  order = order ? order : (u->checksum > v->checksum) - (u->checksum < v->checksum);
  return order ? order : (x->position > y->position) - (x->position < y->position);
}

/* Adds the units of chosen objects, by the names of their sources. */
static void add_units (struct merger *m, const struct units *units, const bool *chosen,
                       bool *has_unit)
{
  struct taking_part *v = XNEWVEC (struct taking_part, units->n + 1);
  uint32_t n = 0;
  for (size_t i = 0; i < units->n; i++) {
    has_unit[units->object[i]] = true;
    if (chosen[units->object[i]])
      v[n] = (struct taking_part){units->v[i], units->object[i], n}, n++;
    else
      m->p->members_left_out++;
  }
  qsort (v, n, sizeof *v, by_source);
  for (uint32_t i = 0; i < n; i++) {
    m->object_of_unit[i] = v[i].object;
    m->linked[v[i].position] = i;
    add_unit (m, v[i].unit);
  }
  free (v);
}

static funid find_function (const struct program *p, const char *name)
{
  for (funid f = 1; f <= p->n_functions; f++)
    if (p->functions[f].body && !strcmp (p->functions[f].link_name, name))
      return f;
  for (uint32_t i = 0; i < p->n_aliases; i++)
    if (p->functions[p->aliases[i].f].body && !strcmp (p->aliases[i].name, name))
      return p->aliases[i].f;
  return 0;
}

/* Where the program begins.  A module of a kernel does with one function, and ends with another. */
static void find_main (struct program *p)
{
  p->main = find_function (p, "main");
  funid first = p->main ? 0 : find_function (p, "init_module");
  funid last = first ? find_function (p, "cleanup_module") : 0;
  if (!first)
    return;
  p->is_module = true;
  p->main = first;
  if (last)
    p->functions[last].runs |= RUNS_LAST;
}

/* Other names make public what they stand for. */
static void note_aliases (struct merger *m)
{
  VEC (struct program_alias) found = {0};
  for (uint32_t i = 0; i < m->p->n_units; i++) {
    const struct unit *u = unit_at (m, i);
    for (uint32_t k = 1; k <= u->n_symbols; k++) {
      const struct rec_symbol *s = &u->symbols[k];
      funid f = m->p->units[i].functions[k];
      if (!f || !(s->flags & SF_ALIAS) || !(s->flags & SF_PUBLIC) || s->flags & SF_WEAKREF)
        continue;
      m->functions.v[f].is_public = true;
      vec_push (&found, (struct program_alias){u->strings[s->name], f});
    }
  }
  m->p->n_aliases = found.n;
  m->p->aliases = ARENA_ARRAY (&m->p->arena, found.n, struct program_alias);
  if (found.n)
    memcpy (m->p->aliases, found.v, found.n * sizeof *found.v);
  vec_free (&found);
}

static void take_results (struct merger *m)
{
  struct program *p = m->p;
  p->n_functions = m->functions.n - 1;
  p->functions = ARENA_ARRAY (&p->arena, m->functions.n, struct program_function);
  memcpy (p->functions, m->functions.v, m->functions.n * sizeof *p->functions);
  p->n_objects = m->objects.n - 1;
  p->objects = ARENA_ARRAY (&p->arena, m->objects.n, struct program_object);
  memcpy (p->objects, m->objects.v, m->objects.n * sizeof *p->objects);
  strings_free (&m->names);
  map_free (&m->hidden);
  vec_free (&m->name);
  vec_free (&m->functions);
  vec_free (&m->objects);
}

void program_merge (struct program *p, const struct objfiles *files, const struct units *units,
                    objfile_report_fn *report, void *context)
{
  *p = (struct program){0};
  struct arena *a = &p->arena;
  p->flows = ARENA_NEW (a, struct flows);
  bool *chosen = select_objects (a, files), *has_unit = ARENA_ARRAY (a, files->n + 1, bool);
  struct merger m = {.p = p,
                     .files = files,
                     .object_of_unit = ARENA_ARRAY (a, units->n + 1, size_t),
                     .linked = ARENA_ARRAY (a, units->n + 1, uint32_t),
                     .function_of_symbol = ARENA_ARRAY (a, units->n + 1, uint32_t *),
                     .object_of_symbol = ARENA_ARRAY (a, units->n + 1, uint32_t *),
                     .symbol_by_name = ARENA_ARRAY (a, units->n + 1, uint32_t *),
                     .report = report,
                     .context = context};
  vec_push (&m.functions, (struct program_function){0});
  vec_push (&m.objects, (struct program_object){0});
  p->units = ARENA_ARRAY (a, units->n + 1, struct program_unit);
  add_units (&m, units, chosen, has_unit);
  for (uint32_t i = 0; i < p->n_units; i++)
    for (uint32_t k = 1; k <= unit_at (&m, i)->n_symbols; k++)
      note_hidden (&m, i, k);
  for (uint32_t i = 0; i < p->n_units; i++)
    for (uint32_t k = 1; k <= unit_at (&m, m.linked[i])->n_symbols; k++)
      note_symbol (&m, m.linked[i], k);
  note_outside (&m, chosen, has_unit);
  for (uint32_t i = 0; i < p->n_units; i++)
    map_unit (&m, i);
  attach_prototypes (&m);
  attach_resolvers (&m);
  note_aliases (&m);
  take_results (&m);
  fold_functions (p);
  find_main (p);
}

void program_choose_entries (struct program *p, const char **names, size_t n,
                             objfile_report_fn *report, void *context)
{
  p->entries = ARENA_ARRAY (&p->arena, n + p->n_functions, funid);
  for (size_t i = 0; i < n; i++) {
    funid f = find_function (p, names[i]);
    if (f) {
      p->entries[p->n_entries++] = f;
      continue;
    }
    char *message = text_format ("no function '%s' to enter the program by", names[i]);
    report (context, message);
    free (message);
  }
  for (funid f = 1; !n && !p->main && f <= p->n_functions; f++)
    if (p->functions[f].body && p->functions[f].is_public)
      p->entries[p->n_entries++] = f;
}

void program_free (struct program *p)
{
  if (p->flows)
    arena_free (&p->flows->arena);
  arena_free (&p->arena);
  *p = (struct program){0};
}
