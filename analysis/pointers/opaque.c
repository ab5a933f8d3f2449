/* Opaque objects: a connection (SSL) is made by a function of OpenSSL, and by nobody else.  So what
   a pointer to one leads to is none of the variables of the program, and nothing that it has
   allocated itself, even if the pointer was kept where pointers to such things are, too:

     struct conn { SSL *ssl; ... } *c = avl_find (tree, key);      *c may be anything in a tree,
     SSL_shutdown (c->ssl);                                        *c->ssl is a connection

   The rows of the functions say of what kind their arguments and results are.  Memory that comes
   from functions without a model, or of which the user's rows say nothing, may be of any kind.
   Where the program does not know how an object of a kind is laid out, its loads and stores do not
   lead there: only rows do. */

#include "opaque.h"
#include "pointers-internal.h"

#include <string.h>

/* What the row says of the argument N, or of its result. */
static const struct model_effect *said_of (const struct model *m, enum model_base base, uint32_t n)
{
  for (uint32_t i = 0; model_has (m, EFFECT_OPAQUE) && i < m->n_effects; i++) {
    const struct model_operand *value = &m->effects[i].op[OPAQUE_VALUE];
    if (m->effects[i].kind == EFFECT_OPAQUE && value->kind == MODEL_PLACE &&
        value->u.place.base == base && value->u.place.number == n && !value->u.place.derefs)
      return &m->effects[i];
  }
  return NULL;
}

static const char *kind_of (const struct model *m, enum model_base base, uint32_t n)
{
  const struct model_effect *e = said_of (m, base, n);
  return e ? e->op[OPAQUE_KIND].u.place.name : NULL;
}

const char *opaque_argument (const struct model *m, uint32_t n)
{
  return kind_of (m, MODEL_ARG, n);
}

bool opaque_result (const struct model *m)
{
  const struct model_effect *e = said_of (m, MODEL_RET, 0);
  return e && e->op[OPAQUE_VIEW].u.keyword == VIEW_CLOSED;
}

/* The model of the function whose call has made an object of the heap; NULL: none that is known. */
static const struct model *maker_of (const struct pointers *p, const struct abstract_object *v)
{
  const struct program *program = p->objects.program;
  const struct function *b = v->a <= program->n_functions ? program->functions[v->a].body : NULL;
  const struct record *r = b && v->b < b->n_records ? b->records[v->b] : NULL;
  funid callee =
      r && r->kind == REC_call ? direct_callee (program, v->a, (const struct rec_call *)r) : 0;
  return callee ? p->models[callee] : NULL;
}

/* Whether it is what the row returns, and not something else that it makes: see struct pointers. */
static bool is_result (const struct pointers *p, const struct abstract_object *v)
{
  return !v->chain || tuples_length (&p->chains, v->chain) % 2 == 0;
}

static bool may_be_of_kind (const struct pointers *p, object_id o, const char *kind)
{
  const struct abstract_object *v = &p->objects.v.v[o];
  const struct model *m;
  const char *made;
  switch ((enum object_kind)v->kind) {
  case OBJECT_GLOBAL:
    return !p->objects.program->objects[v->a].defined; /* one of a library's own */
  case OBJECT_LOCAL:
  case OBJECT_STACK:
  case OBJECT_FUNCTION:
  case OBJECT_STRING:
  case OBJECT_LIBRARY: /* rows call these by their names */
    return false;
  case OBJECT_POOL:
    return false; /* but its members may */
  case OBJECT_HEAP:
    m = maker_of (p, v);
    made = m && is_result (p, v) ? kind_of (m, MODEL_RET, 0) : NULL;
    return !m || (made ? !strcmp (made, kind) : m->source);
  default:
    return true;
  }
}

static bool loc_may_begin (const struct objects *o, loc_id l)
{
  return !loc_get (o, l)->offset || loc_is_anywhere (o, l) || o->v.v[loc_object (o, l)].whole;
}

/* What of the set may be of the kind, but for what is in the pool.  Pointers to objects of the heap
   are to their beginning. */
static setid of_kind (struct pointers *p, setid set, const char *kind)
{
  struct objects *o = &p->objects;
  vec_u32 kept = {0};
  for (struct set_iter i = sets_each (&p->sets, set); set_next (&i);) {
    object_id object = loc_object (o, i.x);
    bool heap = o->v.v[object].kind == OBJECT_HEAP;
    if ((!heap || loc_may_begin (o, i.x)) && may_be_of_kind (p, object, kind))
      vec_push (&kept, heap ? loc_at (o, object, 0) : i.x);
  }
  setid out = sets_from (&p->sets, kept.v, kept.n);
  vec_free (&kept);
  return out;
}

/* The beginnings of objects of the kind among N objects, of which MEMBER says which are in the
 * pool. */
static setid in_pool (struct pointers *p, const bool *member, uint32_t n, const char *kind)
{
  vec_u32 found = {0};
  for (object_id o = 1; o < n; o++)
    if (member[o] && may_be_of_kind (p, o, kind))
      vec_push (&found, loc_at (&p->objects, o, 0));
  setid out = sets_from (&p->sets, found.v, found.n);
  vec_free (&found);
  return out;
}

setid only_opaque (struct pointers *p, setid set, const char *kind)
{
  setid found = of_kind (p, set, kind);
  bool pool = set_traits (p, set) & SET_OWN << WORLD_POOL;
  setid more = pool ? in_pool (p, p->member[WORLD_POOL], p->n_member, kind) : SETS_EMPTY;
  return sets_union (&p->sets, found, more);
}

setid without_opaque (struct pointers *p, setid set)
{
  uint32_t *known = p->has_opaque ? map_at (&p->closed, set) : NULL;
  if (!known)
    return set;
  if (!*known) {
    vec_u32 kept = {0};
    for (struct set_iter i = sets_each (&p->sets, set); set_next (&i);)
      if (!p->objects.v.v[loc_object (&p->objects, i.x)].opaque)
        vec_push (&kept, i.x);
    *known = 1 + sets_from (&p->sets, kept.v, kept.n);
    vec_free (&kept);
  }
  return *known - 1;
}

/* While pointers are being found */

node_id solver_opaque (struct solver *s, node_id n, const char *kind)
{
  node_id to = solver_new_node (s);
  uint32_t name = strings_intern (&s->p->names, kind);
  solver_add_constraint (s, n, C_OPAQUE, to, name, 0);
  vec_push (&s->opaque, (struct opaque_node){n, to, name});
  return to;
}

/* Whether that is anything new: what is the pool stays that, whatever comes. */
static bool add_points (struct solver *s, node_id n, setid more)
{
  n = solver_find (s, n);
  setid before = s->nodes.v[n].points;
  solver_set_points (s, n, sets_union (&s->p->sets, before, more));
  return s->nodes.v[n].points != before;
}

void solver_apply_opaque (struct solver *s, const struct constraint *c, setid fresh)
{
  add_points (s, c->other, of_kind (s->p, fresh, strings_text (&s->p->names, (uint32_t)c->bytes)));
}

/* When all else is done: the pool may have got new members. */
bool solver_opaque_again (struct solver *s)
{
  const struct world *pool = &s->worlds[WORLD_POOL];
  bool any = false;
  for (uint32_t i = 0; i < s->opaque.n; i++) {
    const struct opaque_node *k = &s->opaque.v[i];
    if (!sets_has (&s->p->sets, s->nodes.v[solver_find (s, k->from)].points, pool->loc))
      continue;
    const char *kind = strings_text (&s->p->names, k->kind);
    any |= add_points (s, k->to, in_pool (s->p, pool->member.v, pool->member.n, kind));
  }
  return any;
}
