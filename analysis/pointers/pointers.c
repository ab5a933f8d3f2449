/* Pointers: sets the analysis up, binds calls, and answers questions. */

#include "opaque.h"
#include "pointers-internal.h"

#include <string.h>

/* Calls */

uint32_t solver_add_site (struct solver *s, const struct call_site *site,
                          const struct actual *actuals)
{
  struct call_site copy = *site;
  copy.actuals = s->actuals.n;
  for (uint32_t i = 0; i < site->n_actuals; i++)
    vec_push (&s->actuals, actuals[i]);
  vec_push (&s->sites, copy);
  return s->sites.n - 1;
}

static void record_call (struct solver *s, const struct call_site *c, funid callee)
{
  if (c->caller && callee)
    vec_push (&s->p->calls, (struct call_edge){c->caller, c->record, callee, c->kind, c->number});
}

static bool is_called_as (struct solver *s, const struct world *w, funid f)
{
  for (uint32_t i = 0; i < w->called.n; i++)
    if (signature_fits (&s->p->signatures, w->called.v[i], f))
      return true;
  return false;
}

static void bind_from_world (struct solver *, enum pointer_world, funid callee);

/* The functions of a world that are called as SHAPE; unseen code calls all that it has. */
static void call_members (struct solver *s, enum pointer_world w, shape_id shape)
{
  struct world *world = &s->worlds[w];
  for (uint32_t i = 0; i < world->called.n; i++)
    if (world->called.v[i] == shape)
      return;
  vec_push (&world->called, shape);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < world->functions.n; i++)
    if (signature_fits (&s->p->signatures, shape, world->functions.v[i]))
      bind_from_world (s, w, world->functions.v[i]);
    else
      world->functions.v[kept++] = world->functions.v[i];
  world->functions.n = kept;
}

/* The call goes to some function of a world: it may keep what it is given, and return what the
   world has. */
void solver_bind_to_world (struct solver *s, uint32_t site, enum pointer_world w)
{
  const struct call_site c = s->sites.v[site];
  struct objects *o = &s->p->objects;
  if (!map_add (&s->known_calls, map_pair (site, UINT32_MAX - (uint32_t)w), 0))
    return;
  call_members (s, w, c.shape);
  for (uint32_t i = 0; i < c.n_actuals; i++) {
    struct actual a = s->actuals.v[c.actuals + i];
    solver_enter (s, w, a.node);
    if (a.contents)
      solver_enter (s, w, solver_content (s, loc_everything (o, a.contents)));
  }
  solver_leave (s, w, c.result);
  if (c.result_object)
    solver_leave (s, w, solver_content (s, loc_anywhere (o, c.result_object)));
  if (c.caller)
    vec_push (&s->p->world_calls, (struct world_call){c.caller, c.record, (uint8_t)w, c.shape});
}

/* A function that is undefined and has no model belongs to the unseen world; what it returns a
   pointer to is one object of its own, too. */
static void bind_unknown (struct solver *s, uint32_t site, funid callee)
{
  node_id result = s->sites.v[site].result;
  solver_bind_to_world (s, site, WORLD_OUTSIDE);
  if (result)
    solver_add_target (s, result,
                       loc_at (&s->p->objects, solver_object (s, OBJECT_RESULT, callee, 0, 0), 0));
}

static bool is_aggregate (const struct unit *u, uint32_t type)
{
  uint32_t kind = type ? u->types[type].r.kind : TK_VOID;
  return kind == TK_STRUCT || kind == TK_UNION;
}

/* A formal that is a struct or union in memory; 0 if it is not. */
static object_id formal_object (struct solver *s, funid f, uint32_t n)
{
  const struct function *b = s->program->functions[f].body;
  if (n >= b->n_params || b->locals[n + 1].value ||
      !is_aggregate (function_unit (s->program, f), b->locals[n + 1].type))
    return 0;
  return solver_object (s, OBJECT_LOCAL, f, n + 1, 0);
}

/* Where a struct is that F returns; 0 if it returns none. */
static object_id returned_object (struct solver *s, funid f)
{
  const struct unit *u = function_unit (s->program, f);
  uint32_t type = s->program->functions[f].body->r.type;
  return type && is_aggregate (u, u->types[type].r.target)
             ? solver_object (s, OBJECT_RETURN, f, 0, 0)
             : 0;
}

/* An actual becomes a formal.  That only one of them is a struct happens where types do not agree.
 */
static void bind_formal (struct solver *s, const struct actual *a, funid callee, uint32_t n)
{
  struct objects *o = &s->p->objects;
  object_id formal = formal_object (s, callee, n);
  if (a->contents && formal)
    solver_link_objects (s, a->contents, 0, formal, 0, 0);
  else if (a->contents)
    solver_add_edge (s, solver_content (s, loc_everything (o, a->contents)),
                     formal_node (s, callee, n));
  else if (a->node && formal)
    solver_add_edge (s, a->node, solver_content (s, loc_at (o, formal, 0)));
  else
    solver_add_edge (s, a->node, formal_node (s, callee, n));
}

/* From now on the nodes of CALLEE are those of a copy, if it is a function with such; returns whose
   were. */
static struct function_copy enter_copy (struct solver *s, funid callee, uint32_t site)
{
  struct function_copy was = s->copies.at;
  if (solver_is_copied (s, callee))
    s->copies.at = (struct function_copy){.f = callee, .base = solver_copy_for (s, callee, site)};
  return was;
}

static void bind_body (struct solver *s, uint32_t site, funid callee)
{
  const struct call_site at = s->sites.v[site], *c = &at;
  const struct function *b = s->program->functions[callee].body;
  uint32_t chain = b->r.flags & FF_STATIC_CHAIN && c->chain ? b->n_params : 0;
  struct function_copy caller = enter_copy (s, callee, site);
  solver_reach (s, callee);
  for (uint32_t i = 0; i < c->n_actuals; i++) {
    struct actual a = s->actuals.v[c->actuals + i];
    if (formal_node (s, callee, i) && i + 1 != chain) {
      bind_formal (s, &a, callee, i);
      continue;
    }
    solver_add_edge (s, a.node, varargs_node (s, callee));
    if (a.contents)
      solver_add_edge (s, solver_content (s, loc_everything (&s->p->objects, a.contents)),
                       varargs_node (s, callee));
  }
  if (chain)
    solver_add_edge (s, c->chain, formal_node (s, callee, chain - 1));
  if (s->wrappers[callee].n)
    build_fresh (s, site, callee);
  else
    solver_add_edge (s, result_node (s, callee), c->result);
  object_id returned = returned_object (s, callee);
  if (returned && c->result_object)
    solver_link_objects (s, returned, 0, c->result_object, 0, 0);
  else if (returned && c->result)
    solver_add_edge (s, solver_content (s, loc_everything (&s->p->objects, returned)), c->result);
  s->copies.at = caller;
}

static bool resolver_body (const struct solver *s, funid callee)
{
  funid resolver = s->program->functions[callee].resolver;
  return resolver && s->program->functions[resolver].body;
}

void solver_bind (struct solver *s, uint32_t site, funid callee)
{
  if (!map_add (&s->known_calls, map_pair (site, callee), 0))
    return;
  struct call_site c = s->sites.v[site];
  const struct model *m = s->p->models[callee];
  record_call (s, &c, callee);
  if (callee && m && c.n_actuals >= m->min_args)
    build_model_call (s, callee, m, site);
  else if (callee && s->program->functions[callee].body)
    bind_body (s, site, callee);
  else if (callee && resolver_body (s, callee))
    solver_add_constraint (s, result_node (s, s->program->functions[callee].resolver), C_CALL, site,
                           0, 0);
  else
    bind_unknown (s, site, callee);
}

void solver_bind_hub (struct solver *s, uint32_t site, funid callee)
{
  bind_body (s, site, callee);
}

/* Someone in a world calls the function, with anything the world has. */
static void bind_from_world (struct solver *s, enum pointer_world w, funid callee)
{
  const struct function *b = s->program->functions[callee].body;
  if (!b || s->p->models[callee])
    return; /* what it does to its arguments, the world does anyway */
  struct function_copy caller = enter_copy (s, callee, 0);
  solver_reach (s, callee);
  struct objects *o = &s->p->objects;
  object_id returned = returned_object (s, callee);
  for (uint32_t i = 0; i < b->n_params; i++) {
    object_id formal = formal_object (s, callee, i);
    solver_leave (s, w, formal_node (s, callee, i));
    if (formal)
      solver_leave (s, w, solver_content (s, loc_anywhere (o, formal)));
  }
  solver_leave (s, w, varargs_node (s, callee));
  if (returned)
    solver_enter (s, w, solver_content (s, loc_everything (o, returned)));
  solver_enter (s, w, result_node (s, callee));
  if (s->wrappers[callee].n)
    build_fresh (s, solver_add_site (s, &(struct call_site){0}, NULL), callee);
  s->copies.at = caller;
}

void solver_enter_function (struct solver *s, enum pointer_world w, funid f)
{
  if (w == WORLD_OUTSIDE || is_called_as (s, &s->worlds[w], f))
    bind_from_world (s, w, f);
  else
    vec_push (&s->worlds[w].functions, f);
}

/* Results */

static int by_place (const void *a, const void *b)
{
  const struct call_edge *x = a, *y = b;
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  if (x->record != y->record)
    return x->record < y->record ? -1 : 1;
  if (x->callee != y->callee)
    return x->callee < y->callee ? -1 : 1;
  return (x->kind > y->kind) - (x->kind < y->kind);
}

/* By their callers at first, of which each has few. */
static void sort_calls (struct pointers *p, uint32_t n_functions)
{
  uint32_t *first = xcalloc ((size_t)n_functions + 3, sizeof *first), n = p->calls.n;
  struct call_edge *sorted = XNEWVEC (struct call_edge, (size_t)n + 1);
  for (uint32_t i = 0; i < n; i++)
    first[p->calls.v[i].caller + 2]++;
  for (uint32_t f = 0; f <= n_functions; f++)
    first[f + 2] += first[f + 1];
  for (uint32_t i = 0; i < n; i++)
    sorted[first[p->calls.v[i].caller + 1]++] = p->calls.v[i];
  for (uint32_t f = 0; f <= n_functions; f++)
    if (first[f + 1] - first[f] > 1)
      qsort (sorted + first[f], first[f + 1] - first[f], sizeof *sorted, by_place);
  if (n)
    memcpy (p->calls.v, sorted, n * sizeof *sorted);
  free (sorted);
  free (first);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (!kept || by_place (&p->calls.v[kept - 1], &p->calls.v[i]))
      p->calls.v[kept++] = p->calls.v[i];
  p->calls.n = kept;
  p->first_call = xcalloc ((size_t)n_functions + 2, sizeof *p->first_call);
  for (uint32_t i = 0; i < kept; i++)
    p->first_call[p->calls.v[i].caller + 1]++;
  for (funid f = 1; f <= n_functions; f++)
    p->first_call[f + 1] += p->first_call[f];
}

/* Most records call nothing, and who goes through a function asks each. */
static void index_calls (struct pointers *p)
{
  const struct program *program = p->objects.program;
  uint32_t n = 0;
  p->first_record = xcalloc ((size_t)program->n_functions + 2, sizeof *p->first_record);
  for (funid f = 1; f <= program->n_functions; f++) {
    p->first_record[f] = n;
    n += program->functions[f].body ? program->functions[f].body->n_records + 1 : 0;
  }
  p->first_record[program->n_functions + 1] = n;
  p->call_at = xcalloc ((size_t)n + 1, sizeof *p->call_at);
  for (funid f = 1; f <= program->n_functions; f++)
    for (uint32_t k = p->first_record[f], call = p->first_call[f]; k < p->first_record[f + 1];
         k++) {
      while (call < p->first_call[f + 1] && p->calls.v[call].record < k - p->first_record[f])
        call++;
      p->call_at[k] = call;
    }
}

static setid points_of_node (const struct solver *s, node_id n)
{
  return s->nodes.v[solver_find (s, n)].points;
}

static void keep_points (const struct solver *s)
{
  struct pointers *p = s->p;
  uint32_t n = s->program->n_functions;
  p->points = XCNEWVEC (setid, p->value_base[n + 1]);
  for (funid f = 1; f <= n; f++)
    for (uint32_t i = p->value_base[f]; i < p->value_base[f + 1]; i++)
      p->points[i] = points_of_node (s, node_of_place (s, f, i - p->value_base[f]));
  vec_resize (&p->content, s->content.n);
  for (loc_id l = 0; l < s->content.n; l++)
    p->content.v[l] = s->content.v[l] ? 1 + points_of_node (s, s->content.v[l]) : 0;
}

static void solver_free (struct solver *s)
{
  vec_free (&s->nodes);
  vec_free (&s->content);
  vec_free (&s->seen);
  vec_free (&s->copied);
  vec_free (&s->edges);
  keys_free (&s->known_edges);
  vec_free (&s->addresses);
  vec_free (&s->constraints);
  bitset_free (&s->changed);
  bitset_free (&s->pending);
  bitset_free (&s->region);
  bitset_free (&s->together);
  vec_free (&s->sources);
  bitset_free (&s->wide);
  bitset_free (&s->integers);
  bitset_free (&s->in_pool);
  bitset_free (&s->sets_in_pool);
  vec_free (&s->pooled);
  vec_free (&s->regions);
  vec_free (&s->first_region);
  tuples_free (&s->known_regions);
  vec_free (&s->sites);
  vec_free (&s->actuals);
  map_free (&s->known_calls);
  tuples_free (&s->shared_keys);
  vec_free (&s->shared_values);
  arena_free (&s->arena);
  map_free (&s->origins);
  map_free (&s->hooked);
  map_free (&s->keys);
  fields_free (&s->fields);
  vec_free (&s->opaque);
  vec_free (&s->to_build);
  vec_free (&s->copies.to_build);
}

void pointers_find (struct pointers *p, const struct program *program,
                    const struct bindings *bindings, const struct models *models)
{
  *p = (struct pointers){.without = bindings->without, .needed = XCNEW (uint32_t)};
  objects_init (&p->objects, program);
  p->value_base = xcalloc ((size_t)program->n_functions + 2, sizeof *p->value_base);
  p->reached = xcalloc ((size_t)program->n_functions + 1, sizeof *p->reached);
  p->models = bindings->model;
  p->assumed = bindings->assumed;
  p->trust_volatile = bindings->trust_volatile;
  struct solver s = {.p = p, .program = program, .models = models};
  /* Number 0 is "none" everywhere. */
  solver_new_node (&s);
  vec_push (&s.edges, (struct edge){0});
  vec_push (&s.constraints, (struct constraint){0});
  vec_push (&s.regions, (struct region){0});
  vec_push (&s.sites, (struct call_site){0});
  s.joined = solver_new_node (&s);
  solver_find_keys (&s);
  for (int w = 0; w < N_WORLDS; w++) {
    static const uint8_t kinds[] = {OBJECT_OUTSIDE, OBJECT_POOL};
    p->world_object[w] = solver_object (&s, kinds[w], 0, 0, 0);
    s.worlds[w].entering = solver_new_node (&s);
    s.worlds[w].loc = loc_at (&p->objects, p->world_object[w], 0);
    solver_add_constraint (&s, s.worlds[w].entering, C_ENTER, (uint32_t)w, 0, 0);
  }
  if (bindings->assumed & assumption_bit (ASSUME_SIGNATURES))
    signatures_find (&p->signatures, &p->objects);
  if (bindings->assumed & assumption_bit (ASSUME_FIELDS))
    solver_find_fields (&s);
  s.wrappers = wrappers_find (&s.arena, program, p->models);
  build_program (&s);
  solver_run (&s);
  keep_points (&s);
  if (proves_by (p, PROOF_LOCAL))
    solver_find_confined (&s);
  p->stats.nodes = s.nodes.n;
  sort_calls (p, program->n_functions);
  index_calls (p);
  p->n_member = p->objects.v.n;
  for (int w = 0; w < N_WORLDS; w++) {
    p->member[w] = xcalloc (p->objects.v.n, sizeof *p->member[w]);
    p->entered[w] = points_of_node (&s, s.worlds[w].entering);
    if (s.worlds[w].member.n)
      memcpy (p->member[w], s.worlds[w].member.v, s.worlds[w].member.n * sizeof *p->member[w]);
    for (uint32_t i = 0; i < s.worlds[w].functions.n; i++) /* nobody calls them there */
      p->member[w][function_object (&s, s.worlds[w].functions.v[i])] = false;
    vec_free (&s.worlds[w].member);
    vec_free (&s.worlds[w].functions);
    vec_free (&s.worlds[w].called);
  }
  solver_free (&s);
}

void pointers_free (struct pointers *p)
{
  free (p->needed);
  strings_free (&p->names);
  tuples_free (&p->moves);
  vec_free (&p->moved);
  tuples_free (&p->spans);
  vec_free (&p->spanned);
  vec_free (&p->span);
  vec_free (&p->wholes);
  placed_free (&p->placed);
  vec_free (&p->alone);
  bitset_free (&p->lone);
  vec_free (&p->others);
  vec_free (&p->word_bytes);
  map_free (&p->refined);
  map_free (&p->closed);
  signatures_free (&p->signatures);
  map_free (&p->overlaps);
  vec_free (&p->traits);
  vec_free (&p->has_union);
  for (int i = 0; i < N_TRAITS; i++)
    bitset_free (&p->with_trait[i]);
  objects_free (&p->objects);
  sets_free (&p->sets);
  tuples_free (&p->chains);
  map_free (&p->same_site);
  bitset_free (&p->grouped);
  free (p->value_base);
  free (p->reached);
  free (p->points);
  vec_free (&p->content);
  vec_free (&p->calls);
  free (p->first_call);
  free (p->first_record);
  free (p->call_at);
  for (int w = 0; w < N_WORLDS; w++)
    free (p->member[w]);
  bitset_free (&p->nested);
  bitset_free (&p->confined);
  vec_free (&p->world_calls);
}

object_id library_object (struct pointers *p, const struct model_place *place)
{
  return object_make (&p->objects, OBJECT_LIBRARY, strings_intern (&p->names, place->name),
                      place->base == MODEL_THREAD, place->base == MODEL_SAFE);
}

bool object_is_tls (const struct pointers *p, object_id o)
{
  const struct abstract_object *v = &p->objects.v.v[o];
  return (v->kind == OBJECT_LIBRARY && v->b) ||
         (v->kind == OBJECT_GLOBAL && object_record (p->objects.program, v->a)->flags & OF_TLS);
}

bool object_is_seen (const struct pointers *p, object_id o)
{
  const struct abstract_object *v = &p->objects.v.v[o];
  if (v->kind != OBJECT_GLOBAL || v->whole)
    return false;
  for (int w = 0; w < N_WORLDS; w++)
    if (is_in_world (p, w, o))
      return false;
  const struct program_object *of = &p->objects.program->objects[v->a];
  return of->defined && !of->used_outside && !(of->is_public && !p->objects.program->main);
}

setid points_of_value (const struct pointers *p, funid f, uint32_t value)
{
  return p->points[p->value_base[f] + value];
}

setid points_of_result (const struct pointers *p, funid f)
{
  const struct function *b = p->objects.program->functions[f].body;
  return b ? p->points[p->value_base[f] + b->n_values + 1 + b->n_params] : SETS_EMPTY;
}

setid points_of_formal (const struct pointers *p, funid f, uint32_t n)
{
  const struct function *b = p->objects.program->functions[f].body;
  return b && n < b->n_params ? p->points[p->value_base[f] + b->n_values + 1 + n] : SETS_EMPTY;
}

/* What is in a location that was made when all constraints had been solved, or in all of an object
   that is taken as a whole since then: as pointers-memory.c ties new ones to their object. */
static setid late_content (const struct pointers *p, loc_id l)
{
  struct sets *sets = (struct sets *)&p->sets; /* which remember what they are asked */
  object_id object = loc_object (&p->objects, l);
  const struct abstract_object *v = &p->objects.v.v[object];
  bool whole = v->whole == l || loc_get (&p->objects, l)->offset <= OFFSET_EVERYTHING;
  setid all = SETS_EMPTY;
  for (loc_id m = v->first_loc; m; m = loc_get (&p->objects, m)->next)
    if ((whole || m == v->anywhere) && m < p->content.n && p->content.v[m])
      all = sets_union (sets, all, p->content.v[m] - 1);
  for (int w = 0; w < N_WORLDS && !v->read_only; w++)
    if (is_in_world (p, w, object))
      all = sets_add (sets, all, p->objects.v.v[p->world_object[w]].first_loc);
  return all;
}

setid points_of_content (const struct pointers *p, loc_id l)
{
  bool known = l < p->content.n && p->content.v[l];
  return known && p->objects.v.v[loc_object (&p->objects, l)].whole != l ? p->content.v[l] - 1
                                                                         : late_content (p, l);
}

object_id object_of_base (struct pointers *p, funid f, const struct address *a)
{
  struct objects *o = &p->objects;
  const struct program_unit *u = &o->program->units[o->program->functions[f].unit];
  switch (a->base_kind) {
  case BASE_OBJECT:
    if (!u->unit->objects[a->base].symbol)
      return object_make (o, OBJECT_STRING, 0, 0, 0);
    return object_make (o, OBJECT_GLOBAL, u->objects[a->base], 0, 0);
  case BASE_LOCAL:
    return object_make (o, OBJECT_LOCAL, f, a->base, 0);
  case BASE_SYMBOL:
    return u->functions[a->base] ? object_make (o, OBJECT_FUNCTION, u->functions[a->base], 0, 0)
                                 : 0;
  default:
    return 0;
  }
}

/* Those of SET whose objects go on BYTES behind, unless there are none. */
static setid reaching (struct pointers *p, setid set, int64_t bytes)
{
  vec_u32 kept = {0};
  vec_reserve (&kept, sets_size (&p->sets, set));
  for (struct set_iter i = sets_each (&p->sets, set); set_next (&i);)
    if (!loc_ends_before (&p->objects, i.x, bytes))
      vec_push (&kept, i.x);
  if (kept.n && kept.n < sets_size (&p->sets, set))
    set = sets_from (&p->sets, kept.v, kept.n);
  vec_free (&kept);
  return set;
}

/* The set moved; if it is an ADDRESS in memory, without objects that end before. */
static setid moved_to (struct pointers *p, setid set, int64_t bytes, uint64_t stride, bool address)
{
  if ((!bytes && !stride) || !set)
    return set;
  uint32_t key[] = {
      set,    (uint32_t)bytes, (uint32_t)(bytes >> 32), (uint32_t)stride, (uint32_t)(stride >> 32),
      address};
  uint32_t id = tuples_intern (&p->moves, key, 6);
  if (id <= p->moved.n)
    return p->moved.v[id - 1];
  vec_u32 moved = {0};
  vec_reserve (&moved, sets_size (&p->sets, set));
  for (struct set_iter i = sets_each (&p->sets, address ? reaching (p, set, bytes) : set);
       set_next (&i);)
    vec_push (&moved, loc_shift (&p->objects, i.x, bytes, stride));
  setid result = sets_from (&p->sets, moved.v, moved.n);
  vec_free (&moved);
  vec_push (&p->moved, result);
  return result;
}

setid points_moved (struct pointers *p, setid set, int64_t bytes, uint64_t stride)
{
  return moved_to (p, set, bytes, stride, false);
}

setid points_of_address (struct pointers *p, funid f, const struct address *a)
{
  setid set;
  if (a->base_kind == BASE_VALUE) {
    bool exact = true;
    for (uint32_t i = 0; i < a->n_indices; i++)
      exact &= !address_step (a, i);
    set = moved_to (p, without_opaque (p, points_of_value (p, f, a->base)), address_bytes (a), 0,
                    exact);
  } else {
    object_id o = object_of_base (p, f, a);
    set = o ? sets_single (&p->sets, loc_at (&p->objects, o, address_bytes (a))) : SETS_EMPTY;
  }
  for (uint32_t i = 0; i < a->n_indices; i++)
    set = points_moved (p, set, 0, address_step (a, i));
  return set;
}

setid points_of_operand (struct pointers *p, funid f, const struct operand *o)
{
  const struct address *a = o->kind == OPND_ADDRESS ? o->u.addr : NULL;
  if (o->kind == OPND_VALUE)
    return points_of_value (p, f, o->value);
  if (a && a->base_kind == BASE_VALUE && !address_bytes (a) && !a->n_indices)
    return points_of_value (p, f, a->base);
  return o->kind == OPND_ADDRESS ? points_of_address (p, f, o->u.addr) : SETS_EMPTY;
}

/* The first call from LOW on, before HIGH, whose record is RECORD or more. */
static uint32_t first_from (const struct pointers *p, uint32_t low, uint32_t high, uint32_t record)
{
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (p->calls.v[middle].record < record)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

enum model_answer effect_happens (const struct rec_call *c, const struct model_effect *e)
{
  if (!e->guard)
    return ANSWER_YES;
  if (e->guard->given)
    return e->guard->arg < c->args.n ? ANSWER_YES : ANSWER_NO;
  if (e->guard->arg < c->args.n && c->args.v[e->guard->arg].kind == OPND_ADDRESS &&
      e->guard->condition.relation == RELATION_EQ && !e->guard->condition.value)
    return ANSWER_NO; /* the address of something is not null */
  if (e->guard->arg >= c->args.n || c->args.v[e->guard->arg].kind != OPND_INT)
    return ANSWER_MAYBE;
  return model_guard_allows (e->guard, c->args.v[e->guard->arg].u.number) ? ANSWER_YES : ANSWER_NO;
}

bool call_surely_does (const struct pointers *p, funid f, uint32_t record, enum effect_kind kind)
{
  const struct record *r = p->objects.program->functions[f].body->records[record];
  uint32_t first, end;
  bool does = false;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    const struct model *m = p->calls.v[k].kind == CALL_NOW ? p->models[p->calls.v[k].callee] : NULL;
    for (uint32_t i = 0; m && i < m->n_effects; i++)
      does |= m->effects[i].kind == kind &&
              effect_happens ((const struct rec_call *)r, &m->effects[i]) == ANSWER_YES;
  }
  return does;
}

void calls_of_record (const struct pointers *p, funid f, uint32_t record, uint32_t *first,
                      uint32_t *end)
{
  const uint32_t *at = p->call_at + p->first_record[f];
  uint32_t n = p->first_record[f + 1] - p->first_record[f], last = p->first_call[f + 1];
  if (n && record < n - 1) {
    *first = at[record];
    *end = at[record + 1];
  } else { /* nobody has seen it */
    *first = first_from (p, p->first_call[f], last, record);
    *end = first_from (p, *first, last, record + 1);
  }
}

bool call_may_be_of (const struct pointers *p, funid f, uint32_t record, funid callee)
{
  uint32_t first, end, last;
  calls_of_record (p, f, record, &first, &end);
  for (last = end; first < end;) {
    uint32_t middle = first + (end - first) / 2;
    if (p->calls.v[middle].callee < callee)
      first = middle + 1;
    else
      end = middle;
  }
  return first < last && p->calls.v[first].callee == callee;
}

void calls_beside (const struct pointers *p, uint32_t call, uint32_t most, uint32_t *first,
                   uint32_t *end)
{
  const struct call_edge *v = p->calls.v;
  uint32_t start = p->first_call[v[call].caller], last = p->first_call[v[call].caller + 1];
  *first = call;
  *end = call + 1;
  while (*end - *first <= most && *first > start && v[*first - 1].record == v[call].record)
    --*first;
  while (*end - *first <= most && *end < last && v[*end].record == v[call].record)
    ++*end;
}

bool calls_unseen (const struct pointers *p, funid f)
{
  const struct model *m = f ? p->models[f] : NULL;
  return m ? model_has (m, EFFECT_CALLBACKS) : !f || !p->objects.program->functions[f].body;
}

bool called_from_world (const struct pointers *p, enum pointer_world w, funid f)
{
  object_id o = object_find (&p->objects, OBJECT_FUNCTION, f, 0, 0);
  return o && is_in_world (p, w, o);
}

bool is_in_world (const struct pointers *p, enum pointer_world w, object_id o)
{
  return o < p->n_member && p->member[w][o];
}

/* What libraries and modules give away is mostly what they are there for. */
bool world_is_lost (const struct pointers *p, enum pointer_world w, bool functions)
{
  enum { MOST_GIVEN_AWAY = 32 };
  uint32_t n = 0;
  for (object_id o = 1; o < p->n_member; o++)
    n += p->member[w][o] && (p->objects.v.v[o].kind == OBJECT_FUNCTION) == functions;
  return p->objects.program->main && (w == WORLD_POOL || n > MOST_GIVEN_AWAY);
}

/* Whether the set has the location that stands for a world, and the other an object of it. */
static bool meets_world (const struct pointers *p, setid a, setid b)
{
  for (int w = 0; w < N_WORLDS; w++) {
    loc_id l = p->objects.v.v[p->world_object[w]].first_loc;
    if (!l || !sets_has (&p->sets, a, l))
      continue;
    for (struct set_iter i = sets_each (&p->sets, b); set_next (&i);)
      if (is_in_world (p, w, loc_object (&p->objects, i.x)))
        return true;
  }
  return false;
}

bool points_may_meet (const struct pointers *p, setid a, setid b)
{
  return sets_meet (&p->sets, a, b) || meets_world (p, a, b) || meets_world (p, b, a);
}

struct csr call_graph (const struct pointers *p, struct arena *arena)
{
  uint32_t n = p->objects.program->n_functions;
  vec_u32 from = {0}, to = {0};
  for (uint32_t i = 0; i < p->calls.n; i++)
    if (p->calls.v[i].kind == CALL_NOW && p->calls.v[i].callee) {
      vec_push (&from, p->calls.v[i].caller);
      vec_push (&to, p->calls.v[i].callee);
    }
  for (uint32_t i = 0; i < p->world_calls.n; i++) {
    vec_push (&from, p->world_calls.v[i].caller);
    vec_push (&to, n + 1 + p->world_calls.v[i].world);
  }
  for (funid f = 1; f <= n; f++) {
    for (uint32_t w = 0; w < N_WORLDS; w++)
      if (p->objects.program->functions[f].body && called_from_world (p, w, f)) {
        vec_push (&from, n + 1 + w);
        vec_push (&to, f);
      }
    if (calls_unseen (p, f)) {
      vec_push (&from, f);
      vec_push (&to, n + 1 + WORLD_OUTSIDE);
    }
  }
  struct csr graph = csr_from_edges (arena, n + 1 + N_WORLDS, from.v, to.v, to.n);
  vec_free (&from);
  vec_free (&to);
  return graph;
}
