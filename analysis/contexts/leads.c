/* Leads: gathered from all writes of the program, when that is asked for the first time. */

#include "leads.h"
#include "summaries.h"

#define LEAD_ANYWHERE INT64_MIN

/* The variable that an address is in, and where; false: that is not written in the program. */
static bool is_in_variable (const struct pointers *p, funid f, const struct address *a,
                            object_id *object, int64_t *offset)
{
  const struct program *program = p->objects.program;
  if (a->base_kind != BASE_OBJECT || a->n_indices || a->bitoff % 8)
    return false;
  *object = object_find (&p->objects, OBJECT_GLOBAL,
                         program->units[program->functions[f].unit].objects[a->base], 0, 0);
  *offset = a->bitoff / 8;
  return *object;
}

/* What is stored; false: something else than one address. */
static bool stored_address (struct pointers *p, const struct effect *e, struct lead *v)
{
  const struct function *b = p->objects.program->functions[e->function].body;
  const struct rec_store *s = (const struct rec_store *)b->records[e->record];
  object_id holder;
  if (s->r.kind != REC_store || e->addr != &s->addr ||
      e->bytes != function_unit (p->objects.program, e->function)->r.pointer_bits / 8)
    return false;
  bool is_written = s->src.kind == OPND_ADDRESS &&
                    is_in_variable (p, e->function, s->src.u.addr, &v->object, &v->offset);
  if (!is_written && (!points_only_place (p, points_of_operand (p, e->function, &s->src),
                                          &v->object, &v->offset) ||
                      p->objects.v.v[v->object].kind > OBJECT_HEAP))
    return false;
  if (!is_in_variable (p, e->function, &s->addr, &holder, &v->at))
    v->at = LEAD_ANYWHERE;
  return true;
}

static bool is_null (const struct pointers *p, const struct effect *e)
{
  const struct function *b = p->objects.program->functions[e->function].body;
  const struct rec_store *s = (const struct rec_store *)b->records[e->record];
  return s->r.kind == REC_store && e->addr == &s->addr && s->src.kind == OPND_INT &&
         !s->src.u.number;
}

/* A location of a variable that is 0 at first, and of which all that happens is seen. */
static bool is_seen (const struct pointers *p, loc_id at)
{
  const struct objects *o = &p->objects;
  const struct abstract_object *v = &o->v.v[loc_object (o, at)];
  return object_is_seen (p, loc_object (o, at)) && !v->anywhere &&
         !object_is_tls (p, loc_object (o, at)) && loc_get (o, at)->offset > OFFSET_EVERYTHING &&
         !(object_record (o->program, v->a)->flags & OF_INITIALISED);
}

/* The locations of which all is seen. */
static setid seen_locations (struct pointers *p)
{
  vec_u32 all = {0};
  for (loc_id l = 1; l < p->objects.locs.n; l++)
    if (is_seen (p, l))
      vec_push (&all, l);
  setid seen = sets_from (&p->sets, all.v, all.n);
  vec_free (&all);
  return seen;
}

/* Notes what is stored in variables of which all is seen: those that are not will not be. */
static void find_leads (struct leads *l, struct pointers *p, const struct effects *effects)
{
  struct bitset lost = {0}; /* sets of locations in which something else is stored */
  setid seen = seen_locations (p);
  l->known = true;
  vec_push (&l->v, (struct lead){0});
  for (uint32_t i = 0; i < effects->v.n; i++) {
    const struct effect *e = &effects->v.v[i];
    struct lead v = {0};
    if (!effect_writes (e) || e->mode == MODE_FREE || is_null (p, e))
      continue;
    setid where = effect_locations (p, e);
    if (bitset_has (&lost, where))
      continue;
    bool is_address = stored_address (p, e, &v);
    if (!is_address)
      bitset_add (&lost, where);
    where = sets_intersection (&p->sets, where, seen);
    for (struct set_iter k = sets_each (&p->sets, where); set_next (&k);) {
      uint32_t *first = map_find (&l->first, k.x);
      if (!is_address || (first && !*first)) {
        map_set (&l->first, k.x, 0);
        continue;
      }
      v.next = first ? *first : 0;
      map_set (&l->first, k.x, l->v.n);
      vec_push (&l->v, v);
    }
  }
  bitset_free (&lost);
}

/* Adds where the leads of a location lead to; false: to several places, or somewhere else. */
static bool add_leads (const struct leads *l, loc_id at, int64_t exact, struct lead *found)
{
  const uint32_t *first = map_find (&l->first, at);
  for (uint32_t k = first ? *first : 0; k; k = l->v.v[k].next) {
    const struct lead *v = &l->v.v[k];
    if (exact != LEAD_ANYWHERE && v->at != LEAD_ANYWHERE && v->at != exact)
      continue;
    if (found->object && (found->object != v->object || found->offset != v->offset))
      return false;
    found->object = v->object;
    found->offset = v->offset;
  }
  return first && *first;
}

bool leads_to_place (struct summaries *s, funid f, expr_id e, object_id *object, int64_t *offset)
{
  expr_id base = e ? expr_base (&s->x, e, offset) : 0;
  const struct expr *v = base ? expr_get (&s->x, base) : NULL;
  if (v && v->op == X_OBJECT) {
    *object = v->a;
    return true;
  }
  if (!v || v->op != X_LOAD)
    return false;
  if (!s->leads.known)
    find_leads (&s->leads, s->p, s->effects);
  int64_t exact;
  expr_id address = v->a, holder = expr_base (&s->x, address, &exact);
  if (!holder || expr_get (&s->x, holder)->op != X_OBJECT)
    exact = LEAD_ANYWHERE;
  struct lead found = {0};
  for (struct set_iter i = sets_each (&s->p->sets, expr_points (&s->x, f, address)); set_next (&i);)
    if (!is_seen (s->p, i.x) || !add_leads (&s->leads, i.x, exact, &found))
      return false;
  *object = found.object;
  *offset += found.offset;
  return found.object;
}

void leads_free (struct leads *l)
{
  map_free (&l->first);
  vec_free (&l->v);
}
