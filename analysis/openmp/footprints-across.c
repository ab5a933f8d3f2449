/* Footprints: across the teams of inner regions.

     #pragma omp parallel for
       for (i = 0; i < n; i++)
     #pragma omp parallel for
         for (j = 0; j < n; j++)
           a[i][j] = 0;

   What the threads of one inner team have in common, as `i', may be another number for each team:
   one that differs, if it is the iteration or the number of the thread that has started the team.
   What all threads of the outer team have in common, as `n', is one for all. */

#include "footprints-internal.h"
#include "teams.h"

struct across {
  struct summaries *s;
  funid outer;
  const struct function *b;
  struct footprint f;
};

/* The value of the outer region that a symbol is; 0: it is none. */
static uint32_t value_of_symbol (const struct across *x, uint32_t symbol)
{
  const uint32_t *key = tuples_numbers (&x->s->symbols, symbol);
  return tuples_length (&x->s->symbols, symbol) == 4 && key[0] == UINT32_MAX &&
                 key[1] == UINT32_MAX && key[2] == x->outer
             ? key[3]
             : 0;
}

static const struct record *definition_of (const struct across *x, uint32_t symbol)
{
  uint32_t value = value_of_symbol (x, symbol);
  uint32_t def = value ? x->b->value_defs[value] : UINT32_MAX;
  return def == UINT32_MAX ? NULL : x->b->records[def];
}

/* Whether it is loaded from what the threads of the outer team have got, and that does not change.
 */
static bool is_passed_on (const struct across *x, uint32_t symbol)
{
  struct pointers *p = x->s->p;
  const struct rec_load *load = (const struct rec_load *)definition_of (x, symbol);
  if (!load || load->r.kind != REC_load || load->addr.base_kind != BASE_VALUE ||
      load->addr.n_indices || x->b->value_defs[load->addr.base] != UINT32_MAX)
    return false;
  setid where = points_of_address (p, x->outer, &load->addr);
  return where && !x->s->mod_all[x->outer] && !sets_meet (&p->sets, where, x->s->mod[x->outer]);
}

/* Whether the atom is one for all teams: what is passed on, or equal to that. */
static bool is_common (const struct across *x, uint64_t atom)
{
  const struct atom *a = &x->f.atoms[atom];
  if (a->kind != ATOM_SYMBOL)
    return false;
  if (is_passed_on (x, a->a))
    return true;
  for (uint32_t i = 0; i < x->f.n_rows; i++) {
    const struct row *r = &x->f.rows[i];
    uint64_t other = r->n == 2 ? r->t[r->t[0].atom == atom].atom : atom;
    if (r->equal && !r->k && other != atom && (r->t[0].atom == atom || r->t[1].atom == atom) &&
        r->t[0].c == -r->t[1].c && x->f.atoms[other].kind == ATOM_SYMBOL &&
        is_passed_on (x, x->f.atoms[other].a))
      return true;
  }
  return false;
}

static bool is_common_symbol (const struct across *x, uint32_t symbol)
{
  for (uint64_t i = 0; i < x->f.n_atoms; i++)
    if (x->f.atoms[i].kind == ATOM_SYMBOL && x->f.atoms[i].a == symbol)
      return is_common (x, i);
  return is_passed_on (x, symbol);
}

/* What the number is that the thread has which starts the team, as an atom of the outer region. */
static bool differs (const struct across *x, uint32_t symbol, struct atom *a)
{
  const struct record *r = definition_of (x, symbol);
  uint32_t first, end;
  if (!r)
    return false;
  const struct rec_phi *phi = (const struct rec_phi *)r;
  uint32_t loop = map_get (&x->s->iterations, map_pair (x->outer, r->dst), 0);
  if (r->kind == REC_phi && loop && (phi->iteration & 15) == 1) {
    *a = (struct atom){.kind = ATOM_ITERATION,
                       .a = x->outer,
                       .b = (uint32_t)phi->iteration,
                       .distinct = DISTINCT_ALWAYS,
                       .raw = true};
    return !x->s->shared_loops.v[loop - 1].repeats;
  }
  *a = (struct atom){.kind = ATOM_MEMBER};
  calls_of_record (x->s->p, x->outer, x->b->value_defs[r->dst], &first, &end);
  const struct model *m = r->kind == REC_call && end - first == 1
                              ? x->s->p->models[x->s->p->calls.v[first].callee]
                              : NULL;
  return m && model_has (m, EFFECT_TEAM_INDEX);
}

/* What an atom of the inner region is where several teams are looked at; whether it differs for all
   of them. */
static bool change_atom (const struct across *x, uint64_t i, struct atom *a)
{
  const struct atom unknown = {.kind = ATOM_FREE, .a = (uint32_t)i, .b = KNOWN, .c = 1};
  struct atom other;
  switch ((enum atom_kind)a->kind) {
  case ATOM_PRODUCT:
    if ((a->b && !is_common_symbol (x, a->b)) || (a->c && !is_common_symbol (x, a->c)))
      *a = unknown;
    return false;
  case ATOM_SYMBOL:
    if (is_common (x, i))
      return false;
    bool found = differs (x, a->a, &other);
    *a = found ? other : unknown;
    return found;
  case ATOM_ITERATION:
    a->distinct = DISTINCT_NEVER;
    return false;
  case ATOM_COUNTER:
    a->c = 0;
    return false;
  case ATOM_MEMBER: /* that of the outer team is another one */
    *a = unknown;
    return false;
  case ATOM_FREE:
    return false;
  }
  return false;
}

uint32_t footprint_across (struct summaries *s, uint32_t slot, funid outer, bool object)
{
  struct across x = {.s = s, .outer = outer, .b = s->p->objects.program->functions[outer].body};
  bool found = false;
  footprint_load (s, slot, &x.f);
  struct footprint out = x.f;
  if (!is_region (s, outer) || is_league (s, outer) || x.f.behind ||
      (!object && !is_passed_on (&x, x.f.base)))
    return 0;
  for (uint32_t i = 0; i < x.f.n_levels; i++)
    for (int k = 0; k < 2; k++)
      if (x.f.levels[i].multiplier[k] && !is_common_symbol (&x, x.f.levels[i].multiplier[k]))
        return 0;
  for (uint64_t i = 0; i < x.f.n_atoms; i++)
    found |= change_atom (&x, i, &out.atoms[i]);
  out.n_around = out.n_quotients = 0;
  out.order.dimensions = 0;
  return found ? footprint_keep (s, &out) : 0;
}
