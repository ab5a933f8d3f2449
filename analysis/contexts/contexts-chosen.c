/* Contexts: numbers and functions that callers give, which choose what a function calls.

     static void option (int command, ...)
     {
       switch (command) {
       case READ: parse (...); break;      not in a thread that only calls
       case FREE: ...                      option (FREE, ...)

     static void walk (struct node *n, void (*visit) (void *))
     {
       walk (n->left, visit);
       visit (n->value);                   count, in a thread that only calls walk (root, count)

   What the function does itself, callers that get its summary have decided by the same facts; see
   items.c.  So they have which function is called; but not of those that call themselves. */

#include "contexts-internal.h"

/* The formal of F that an operand of it is; UINT32_MAX: none. */
static uint32_t formal_of (const struct function *b, const struct operand *o)
{
  for (uint32_t k = 0; o->kind == OPND_VALUE && k < b->n_params && k < 32; k++)
    if (b->locals[k + 1].value == (int64_t)o->value)
      return k;
  return UINT32_MAX;
}

const struct rec_call *plain_call (const struct pointers *p, funid caller, uint32_t record)
{
  const struct function *b = p->objects.program->functions[caller].body;
  uint32_t first, end;
  if (!b || record >= b->n_records || b->records[record]->kind != REC_call)
    return NULL;
  calls_of_record (p, caller, record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (p->models[p->calls.v[k].callee])
      return NULL;
  const struct rec_call *call = (const struct rec_call *)b->records[record];
  return call->flags & CF_UNPROTOTYPED ? NULL : call;
}

/* What a function passes on steers it as it does those that it calls. */
static bool pass_on (struct context_finder *d, const struct call_edge *c)
{
  const struct function *b = d->s->p->objects.program->functions[c->caller].body;
  const struct rec_call *call = d->steered[c->callee] ? edge_facts (d, c)->plain : NULL;
  uint32_t before = d->steered[c->caller];
  for (uint32_t k = 0; call && k < call->args.n && k < 32; k++) {
    uint32_t formal = formal_of (b, &call->args.v[k]);
    if (d->steered[c->callee] >> k & 1 && formal != UINT32_MAX)
      d->steered[c->caller] |= 1u << formal;
  }
  return d->steered[c->caller] != before;
}

/* The formal that a call is of; UINT32_MAX: of something else. */
static uint32_t called_formal (const struct context_finder *d, const struct item *i)
{
  const struct expr *e =
      i->kind == ITEM_CALL && i->open && i->e[0] ? expr_get (&d->s->x, i->e[0]) : NULL;
  return e && e->op == X_FORMAL && e->a < 32 ? e->a : UINT32_MAX;
}

static bool steer (struct context_finder *d, funid f, setid facts)
{
  uint32_t before = d->steered[f], formal;
  for (struct set_iter i = sets_each (&d->s->sets, facts); set_next (&i);)
    if (fact_chooses (d->s, f, i.x, &formal))
      d->steered[f] |= 1u << formal;
  return d->steered[f] != before;
}

/* Functions that it is given and calls. */
static bool steer_calls (struct context_finder *d, funid f)
{
  const struct summary *m = &d->s->of[f];
  uint32_t before = d->steered[f];
  for (uint32_t k = m->first_item; d->t->opaque[f] && k < m->first_item + m->n_items; k++) {
    uint32_t formal = called_formal (d, &d->s->items.v[k]);
    if (formal != UINT32_MAX)
      d->steered[f] |= 1u << formal;
  }
  return d->steered[f] != before;
}

void find_steered (struct context_finder *d, struct arena *arena)
{
  enum { DEEPEST = 3 };
  const struct summaries *s = d->s;
  uint32_t n = s->p->objects.program->n_functions;
  bool changed = false;
  d->steered = ARENA_ARRAY (arena, n + 1, uint32_t);
  for (funid f = 1; f <= n; f++) {
    const struct summary *m = &s->of[f];
    for (uint32_t k = m->first_point; k < m->first_point + m->n_points; k++)
      changed |= steer (d, f, s->points.v[k].facts);
    /* What callers get with the summary, they have decided. */
    for (uint32_t k = m->first_item; d->t->opaque[f] && k < m->first_item + m->n_items; k++)
      changed |= steer (d, f, s->items.v[k].facts);
    changed |= steer_calls (d, f);
  }
  for (int round = 0; changed && round < DEEPEST; round++) {
    changed = false;
    for (uint32_t k = 0; k < s->p->calls.n; k++)
      if (s->p->calls.v[k].caller)
        changed |= pass_on (d, &s->p->calls.v[k]);
  }
}

/* What is chosen are triples: the formal, or this and the formal if it is a function, or that it is
   the modes of the thread; and the halves of the number. */
enum { CHOSEN_FUNCTION = 32, CHOSEN_MODE = 64 };

static bool find_chosen (const struct context_finder *d, const struct context *x, uint32_t formal,
                         int64_t *number)
{
  uint32_t n = x->chosen ? tuples_length (&d->c->chosen, x->chosen) : 0;
  const uint32_t *v = x->chosen ? tuples_numbers (&d->c->chosen, x->chosen) : NULL;
  for (uint32_t i = 0; i < n; i += 3)
    if (v[i] == formal) {
      *number = (int64_t)((uint64_t)v[i + 2] << 32 | v[i + 1]);
      return true;
    }
  return false;
}

static bool chosen_number (const struct context_finder *d, const struct context *x, uint32_t formal,
                           int64_t *number)
{
  return formal < CHOSEN_FUNCTION && find_chosen (d, x, formal, number);
}

funid chosen_function (const struct context_finder *d, const struct context *x,
                       const struct item *i)
{
  uint32_t formal = i->function == x->f ? called_formal (d, i) : UINT32_MAX;
  int64_t f = 0;
  return formal != UINT32_MAX && find_chosen (d, x, CHOSEN_FUNCTION + formal, &f) ? (funid)f : 0;
}

/* The function whose address an operand of CALLER is; 0: none that is known. */
static funid function_given (const struct context_finder *d, const struct context *x, funid caller,
                             const struct operand *o)
{
  const struct program *p = d->s->p->objects.program;
  const struct function *b = p->functions[caller].body;
  int64_t f = 0;
  if (o->kind == OPND_ADDRESS && o->u.addr->base_kind == BASE_SYMBOL)
    return p->units[p->functions[caller].unit].functions[o->u.addr->base];
  uint32_t formal = formal_of (b, o);
  return formal != UINT32_MAX && find_chosen (d, x, CHOSEN_FUNCTION + formal, &f) ? (funid)f : 0;
}

uint32_t chosen_at (struct context_finder *d, const struct context *x, const struct call_edge *c)
{
  enum { MOST_CHOSEN = 4 };
  const struct function *b = d->s->p->objects.program->functions[c->caller].body;
  const struct rec_call *call = d->steered[c->callee] ? edge_facts (d, c)->plain : NULL;
  uint32_t v[3 * (MOST_CHOSEN + 1)], n = 0;
  int64_t mode;
  for (uint32_t k = 0; call && k < call->args.n && k < 32 && n < 3 * MOST_CHOSEN; k++) {
    const struct operand *o = &call->args.v[k];
    int64_t number = o->kind == OPND_INT ? o->u.number : 0;
    if (!(d->steered[c->callee] >> k & 1))
      continue;
    funid f = function_given (d, x, c->caller, o);
    if (f || o->kind == OPND_INT || chosen_number (d, x, formal_of (b, o), &number)) {
      number = f ? f : number;
      v[n++] = f ? CHOSEN_FUNCTION + k : k;
      v[n++] = (uint32_t)number;
      v[n++] = (uint32_t)((uint64_t)number >> 32);
    }
  }
  if (d->modes.decides[c->callee] && find_chosen (d, x, CHOSEN_MODE, &mode)) {
    v[n++] = CHOSEN_MODE;
    v[n++] = (uint32_t)mode;
    v[n++] = 0;
  }
  return n ? tuples_intern (&d->c->chosen, v, n) : 0;
}

static uint32_t chosen_class (struct context_finder *d, uint32_t class, funid f)
{
  uint32_t v[] = {CHOSEN_MODE, class, 0};
  return class && d->modes.decides[f] ? tuples_intern (&d->c->chosen, v, 3) : 0;
}

uint32_t chosen_by_thread (struct context_finder *d, thread_id t)
{
  return chosen_class (d, d->modes.class_of[t], d->t->v.v[t].start);
}

uint32_t chosen_mode (struct context_finder *d, const struct context *x, funid f)
{
  int64_t class = 0;
  find_chosen (d, x, CHOSEN_MODE, &class);
  return chosen_class (d, (uint32_t)class, f);
}

bool is_other_mode (struct context_finder *d, const struct context *x, uint32_t record)
{
  int64_t mode;
  return x->chosen && find_chosen (d, x, CHOSEN_MODE, &mode) &&
         modes_exclude (&d->modes, (uint32_t)mode, x->f, record);
}

bool is_item_of_other_mode (struct context_finder *d, const struct context *x, uint32_t item)
{
  int64_t mode;
  if (!x->chosen || !find_chosen (d, x, CHOSEN_MODE, &mode))
    return false;
  const struct item *v = d->s->items.v, *i = &v[item];
  for (i = i->at_start ? &v[i->inner] : i;; i = &v[i->inner]) {
    if (modes_exclude (&d->modes, (uint32_t)mode, i->function, i->record))
      return true;
    if (!i->inner)
      return false;
  }
}

bool is_not_chosen (const struct context_finder *d, const struct context *x, setid facts)
{
  uint32_t formal;
  int64_t number;
  for (struct set_iter i = sets_each (&d->s->sets, x->chosen ? facts : SETS_EMPTY); set_next (&i);)
    if (fact_chooses (d->s, x->f, i.x, &formal) && chosen_number (d, x, formal, &number) &&
        !fact_allows (d->s, i.x, number))
      return true;
  return false;
}
