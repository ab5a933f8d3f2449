/* Objects: pointers that say whether a thread runs, to what its handle is in.

     worker = start (run);              which returns null if it has created no thread
     if (worker)                        w = malloc (sizeof *w);
       finish (worker);                 pthread_create (&w->thread, NULL, run, w);
                                        worker = w;

     worker = malloc (sizeof *worker);
     pthread_create (&worker->thread, NULL, run, worker);

   In what a creation returns, null means that it has failed; a pointer by which it was told where
   to put the handle is not null.  Both are executed once: so nothing that was there before, and no
   thread that it was about, is lost. */

#include "running.h"

/* Where the pointer comes from that the operand is, or leads into the object of. */
static uint32_t base_source (struct flag_finder *x, funid f, const struct operand *o)
{
  enum { FAR = 8 };
  const struct function *b = running_body (x, f);
  struct operand base;
  for (int i = 0; i < FAR; i++) {
    uint32_t def = o->kind == OPND_VALUE ? b->value_defs[o->value] : UINT32_MAX;
    const struct rec_op *op = def != UINT32_MAX ? (const struct rec_op *)b->records[def] : NULL;
    if (o->kind == OPND_ADDRESS && o->u.addr->base_kind == BASE_VALUE) {
      base = (struct operand){.kind = OPND_VALUE, .value = o->u.addr->base};
      o = &base;
    } else if (op && op->r.kind == REC_op &&
               (op->code == OP_COPY || op->code == OP_CONVERT || op->code == OP_POINTER_ADD)) {
      o = &op->a;
    } else {
      break;
    }
  }
  return running_source (x, f, o);
}

/* The argument that points to where the handle goes, if the model says so; NULL: none does. */
static const struct operand *handle_argument (const struct model *m, const struct rec_call *c)
{
  for (uint32_t i = 0; m && i < m->n_effects; i++) {
    const struct model_operand *o = &m->effects[i].op[FORK_HANDLE];
    if (m->effects[i].kind == EFFECT_FORK && o->kind == MODEL_PLACE &&
        o->u.place.base == MODEL_ARG && o->u.place.derefs == 1 && o->u.place.number < c->args.n)
      return &c->args.v[o->u.place.number];
  }
  return NULL;
}

/* The argument that the callee puts the handle into, at any offset; NULL: none is known. */
static const struct operand *object_argument (const struct summaries *s, const struct item *inner,
                                              const struct rec_call *c)
{
  int64_t offset;
  expr_id base = inner->e[0] ? expr_base (&s->x, inner->e[0], &offset) : 0;
  const struct expr *v = base ? expr_get (&s->x, base) : NULL;
  return v && v->op == X_FORMAL && v->a < c->args.n ? &c->args.v[v->a] : NULL;
}

/* Where the pointer comes from by which the creation, a call, is told where to put the handle;
   UINT32_MAX: nobody knows. */
static uint32_t told_where (struct flag_finder *x, const struct item *creation)
{
  const struct summaries *s = x->d->s;
  const struct pointers *p = s->p;
  funid f = creation->function;
  const struct rec_call *c =
      (const struct rec_call *)running_body (x, f)->records[creation->record];
  const struct operand *arg = NULL;
  uint32_t first, end, callees = 0;
  calls_of_record (p, f, creation->record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (p->calls.v[k].kind == CALL_NOW) {
      arg = creation->inner ? object_argument (s, &s->items.v[creation->inner], c)
                            : handle_argument (p->models[p->calls.v[k].callee], c);
      callees++;
    }
  return arg && callees == 1 ? base_source (x, f, arg) : UINT32_MAX;
}

/* Whether the pointer that comes from SOURCE is null only if nothing was created there. */
static bool tells (struct flag_finder *x, const struct item *creation, uint32_t source)
{
  static const struct result_range null = {.low = 0, .high = 0};
  if (source == UINT32_MAX)
    return false;
  return source == creation->record
             ? running_has_failed (x, creation->function, creation->record, null)
             : source == told_where (x, creation);
}

/* Whether the creation has loaded that pointer from the flag, behind the record that stores it. */
static bool is_loaded (struct flag_finder *x, const struct item *creation, uint32_t store,
                       setid flag)
{
  funid f = creation->function;
  const struct flow *flow = nonnull_flow (&x->nonnull, f);
  uint32_t load = told_where (x, creation);
  const struct record *r = load != UINT32_MAX ? running_body (x, f)->records[load] : NULL;
  return r && r->kind == REC_load && flow_dominates (flow, store, load) &&
         flow_dominates (flow, store, creation->record) &&
         points_of_address (x->d->s->p, f, &((const struct rec_load *)r)->addr) == flag;
}

/* Whether the calls that lead to the creation of the thread, and it itself, are in no loops. */
static bool is_in_no_loop (struct thread_finder *d, thread_id thread)
{
  const struct item *v = d->s->items.v;
  for (uint32_t i = d->t->v.v[thread].item; i; i = v[i].inner)
    if (v[i].shape || record_repeats (&d->terms->once, v[i].function, v[i].record))
      return false;
  return true;
}

static bool find (struct flag_finder *x, const struct effect *e, setid flag, thread_id thread)
{
  struct thread_finder *d = x->d;
  const struct item *v = d->s->items.v;
  const struct record *r = running_body (x, e->function)->records[e->record];
  const struct flow *flow = nonnull_flow (&x->nonnull, e->function);
  if (r->kind != REC_store)
    return false;
  uint32_t source = base_source (x, e->function, &((const struct rec_store *)r)->src);
  for (uint32_t i = d->t->v.v[thread].item; i; i = v[i].inner)
    if (v[i].function == e->function)
      return executed_once (&d->terms->once, e->function, v[i].record) &&
             executed_once (&d->terms->once, e->function, e->record) &&
             (flow_dominates (flow, v[i].record, e->record) ||
              flow_dominates (flow, e->record, v[i].record)) &&
             is_in_no_loop (d, thread) &&
             (tells (x, &v[i], source) || is_loaded (x, &v[i], e->record, flag));
  return false;
}

bool running_is_object (struct flag_finder *x, uint32_t store, const struct running_gate *gate,
                        thread_id thread)
{
  const struct effect *e = &x->d->s->effects->v.v[x->stores.v[store].effect];
  uint32_t *known = map_at (&x->objects, map_pair (store, thread));
  if (!*known)
    *known = 1 + find (x, e, gate->where, thread);
  return *known > 1 && running_entry (x->d, e->function) == running_owner (x->d, gate);
}
