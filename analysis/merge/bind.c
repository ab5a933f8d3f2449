/* Bind: looks every function up in the models, and looks for whatever starts a thread, or is run by
   a signal, or by lanes.  A program that is mentioned to start none has no races, and everything
   behind this stage can be left out.
 */

#include "bind.h"

static bool installs_handler (const struct model *m)
{
  for (uint32_t i = 0; i < m->n_effects; i++)
    if (m->effects[i].kind == EFFECT_CALL &&
        m->effects[i].op[CALL_WHEN].u.keyword == WHEN_IN_SIGNAL)
      return true;
  return false;
}

static bool is_plain (const struct unit *u, uint32_t type)
{
  uint32_t kind = type ? u->types[type].r.kind : TK_VOID;
  return kind != TK_POINTER && kind != TK_STRUCT && kind != TK_UNION && kind != TK_ARRAY;
}

/* Whether neither an argument nor the result is a pointer, or has one inside. */
static bool has_plain_values (const struct unit *u, const struct rec_prototype *p)
{
  const struct type *t = p->type ? &u->types[p->type] : NULL;
  bool plain = t && !(t->r.flags & TF_UNPROTOTYPED) && is_plain (u, t->r.target);
  for (uint32_t i = 0; plain && i < t->r.params.n; i++)
    plain = is_plain (u, t->r.params.v[i]);
  return plain;
}

/* The row that stands for what the declaration of a function says. */
static const char *declared_as (const struct program *p, const struct program_function *f)
{
  const struct unit *u = p->units[f->unit].unit;
  uint32_t flags = f->prototype ? (uint32_t)f->prototype->flags : 0;
  bool system = u->locs[u->symbols[f->symbol].r.loc].flags & LF_SYSTEM;
  bool pure = flags & (FF_CONST | FF_PURE), own = flags & FF_INLINE && system;
  if ((pure || own) && has_plain_values (u, f->prototype))
    return ".value";
  return pure ? ".pure" : flags & FF_LEAF || own ? ".leaf" : NULL;
}

const struct type *declared_target (const struct program *p, funid f, uint32_t n)
{
  const struct program_function *v = &p->functions[f];
  if (!v->prototype && !v->body)
    return NULL;
  const struct unit *u = function_unit (p, f);
  const struct type *t = &u->types[v->body ? v->body->r.type : v->prototype->type];
  uint32_t pointer = n < t->r.params.n ? t->r.params.v[n] : 0;
  uint32_t target =
      pointer && u->types[pointer].r.kind == TK_POINTER ? u->types[pointer].r.target : 0;
  return target ? &u->types[target] : NULL;
}

uint64_t declared_bytes (const struct program *p, funid f, uint32_t n)
{
  const struct type *t = declared_target (p, f, n);
  uint64_t bytes = t && t->r.kind != TK_FUNCTION ? t->r.bits / 8 : 0;
  return bytes > 1 || (bytes && t->r.kind == TK_STRUCT) ? bytes : 0;
}

void bind_models (struct bindings *b, struct arena *arena, const struct program *p,
                  const struct models *models)
{
  *b = (struct bindings){.assumed = ASSUME_ALL};
  b->model = ARENA_ARRAY (arena, p->n_functions + 1, const struct model *);
  b->parallel = !p->main || p->n_entries || p->is_module;
  for (uint32_t i = 0; i < p->n_units; i++)
    b->parallel |= p->units[i].unit->r.flags & UF_LANES;
  for (funid f = 1; f <= p->n_functions; f++) {
    const struct program_function *pf = &p->functions[f];
    const struct model *m = models_find (models, pf->link_name);
    const char *declared = m || pf->body ? NULL : declared_as (p, pf);
    if (declared)
      m = models_find (models, declared);
    if (m && !pf->folded_into && (!pf->body || m->overrides)) {
      b->model[f] = settle_fields (arena, p, f, m);
      b->n_modelled++;
      b->parallel |= model_has (m, EFFECT_FORK);
      b->interrupted |= installs_handler (m);
    } else if (!pf->body && !pf->folded_into) {
      b->n_unknown++;
    }
  }
}
