/* Items: creations of threads, joins and detaches of a function, and which of its accesses come
   before or after them in such a way that no other thread has the same memory then. */

#include "fans.h"
#include "items-internal.h"
#include "lists.h"
#include "loops.h"
#include "teams.h"
#include "walks.h"

const struct fork *ended_fork (const struct body *d, uint32_t record)
{
  for (uint32_t i = 0; i < d->forks.n; i++)
    if (d->forks.v[i].record == record && !d->forks.v[i].left)
      return &d->forks.v[i];
  return NULL;
}

setid lent_holds (struct body *d, uint32_t record)
{
  struct summaries *s = d->s;
  setid lent = SETS_EMPTY;
  const struct fork *f = ended_fork (d, record);
  if (!f)
    return lent;
  for (struct set_iter i = sets_each (&s->sets, d->point[record].held); set_next (&i);) {
    struct hold h = hold_get (s, i.x);
    bool kept = !is_token (s, h.lock) && h.mode == MODE_EXCLUSIVE;
    for (struct set_iter k = sets_each (&s->sets, f->released); kept && set_next (&k);)
      kept = !may_be_same_lock (s, d->f, h.lock, d->f, k.x);
    if (kept)
      lent = sets_add (&s->sets, lent, i.x);
  }
  return lent;
}

/* What a library says that the thread holds as long as it runs. */
static setid begins_with (struct body *d, const struct rec_call *c, const struct model_effect *e)
{
  static const struct {
    uint8_t operand, mode;
  } held[] = {{FORK_HOLDING, MODE_EXCLUSIVE}, {FORK_UNTIL, MODE_SHARED}};
  setid out = SETS_EMPTY;
  bool stays = d->s->p->assumed & assumption_bit (ASSUME_STOPPED);
  for (int k = 0; k < 1 + stays; k++) {
    const struct model_operand *o = &e->op[held[k].operand];
    expr_id lock = o->kind == MODEL_PLACE ? address_of_model_place (d, c, &o->u.place) : 0;
    if (lock)
      out = sets_add (&d->s->sets, out, hold_make (d->s, lock, held[k].mode, 1));
  }
  return out;
}

/* Whether a function starts all that it finds anywhere in a struct, or has several effects that do.
 */
static bool starts_several (const struct model *m, const struct model_call *call)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < m->n_effects; k++)
    n += m->effects[k].kind == EFFECT_FORK && !m->effects[k].guard;
  for (uint32_t k = 0; call->callee.offsets && k < call->callee.derefs; k++)
    n += call->callee.offsets[k].unknown;
  return n > 1;
}

bool items_is_new (struct body *d, expr_id e, uint32_t record)
{
  const struct expr *v = expr_get (&d->s->x, expr_root (&d->s->x, e));
  return v->op == X_FRESH && v->a == d->f && flow_dominates (&d->flow, v->b, record) &&
         !loops_is_inner (d, d->flow.block_of[record], d->flow.block_of[v->b]);
}

void items_add_threads (struct body *d, struct summary *s, uint32_t record, const struct model *m)
{
  const struct rec_call *c = (const struct rec_call *)d->b->records[record];
  const struct point *p = &d->point[record];
  for (uint32_t k = 0; k < m->n_effects; k++) {
    const struct model_effect *e = &m->effects[k];
    struct item i = {.record = record,
                     .effect = k,
                     .held = p->held,
                     .released = p->released,
                     .facts = items_facts (d, p->facts)};
    if (effect_happens (c, e) == ANSWER_NO)
      continue;
    if (e->kind == EFFECT_FORK) {
      const struct model_operand *call = &e->op[FORK_CALL], *handle = &e->op[FORK_HANDLE];
      struct model_operand callee = {.kind = MODEL_PLACE, .u.place = call->u.call->callee};
      i.kind = ITEM_FORK;
      i.once = e->op[FORK_NUMBER].u.keyword != NUMBER_MANY;
      i.again = e->op[FORK_NUMBER].u.keyword == NUMBER_AGAIN;
      i.region =
          e->op[FORK_FATE].u.keyword == FATE_JOINED || e->op[FORK_FATE].u.keyword == FATE_DEVICE;
      i.task = e->op[FORK_FATE].u.keyword == FATE_TEAM;
      i.e[1] = value_of_model_operand (d, c, &callee);
      if (e->op[FORK_FATE].u.keyword == FATE_DEVICE &&
          !is_league (d->s, i.e[1] ? function_of_expr (d->s, i.e[1]) : 0))
        continue;
      i.e[2] = argument_of_fork (d, c, record, m, call->u.call);
      /* What the library makes for it nobody else knows. */
      i.formal = (uint8_t)formal_of_fork (call->u.call);
      i.fresh = i.e[2] && call->u.call->args[i.formal].kind == MODEL_PLACE &&
                call->u.call->args[i.formal].u.place.base == MODEL_LOCAL;
      for (uint32_t j = 0; j < d->snapshots.n; j++)
        if (d->snapshots.v[j].record == record && !d->snapshots.v[j].item) {
          uint32_t n = d->snapshots.v[j].number;
          i.new_memory |= (uint8_t)(items_is_new (d, d->snapshots.v[j].memory.value, record) << n);
          i.memory[n] = d->snapshots.v[j].memory;
        }
      i.nameless = handle->kind == MODEL_NONE;
      i.together = starts_several (m, call->u.call);
      if (handle->kind == MODEL_PLACE)
        i.e[0] = address_of_model_place (d, c, &handle->u.place);
      i.begins_with = begins_with (d, c, e);
      depends_find (d, &i);
      for (uint32_t j = 0; j < m->n_effects; j++)
        i.grouped |= m->effects[j].kind == EFFECT_GROUP_END &&
                     effect_happens (c, &m->effects[j]) == ANSWER_YES;
    } else if (e->kind == EFFECT_INIT) {
      uint8_t class = e->op[INIT_CLASS].u.keyword;
      if (class != LOCK_SEM && class != LOCK_BARRIER)
        continue;
      i.kind = ITEM_INIT;
      i.e[0] = lock_of_effect (d, c, e);
      i.e[1] = value_of_model_operand (d, c, &e->op[INIT_VALUE]);
      items_add (d, s, i);
      continue;
    } else if (e->kind == EFFECT_SEM_POST ||
               (e->kind == EFFECT_BARRIER_WAIT && e->op[BARRIER_WAIT_TEAM].u.keyword != TEAM_ALL)) {
      const struct model_operand *o =
          &e->op[e->kind == EFFECT_SEM_POST ? (int)SEM_POST_SEM : (int)BARRIER_WAIT_BARRIER];
      i.kind = ITEM_SEND;
      i.e[0] = o->kind == MODEL_PLACE ? address_of_model_place (d, c, &o->u.place) : 0;
      items_add (d, s, i);
      continue;
    } else if (e->kind == EFFECT_TASK_DEPEND && !model_has (m, EFFECT_FORK)) {
      i.kind = ITEM_JOIN;
      depends_find (d, &i);
      items_add (d, s, i);
      continue;
    } else if (e->kind == EFFECT_JOIN || e->kind == EFFECT_DETACH) {
      if (e->outcome && !e->outcome->expected)
        continue; /* the tokens of locks.c know on which ways it has happened */
      i.kind = e->kind == EFFECT_JOIN ? ITEM_JOIN : ITEM_DETACH;
      i.task = e->kind == EFFECT_JOIN && e->op[JOIN_HANDLE].kind == MODEL_PLACE &&
               e->op[JOIN_HANDLE].u.place.base == MODEL_THREAD;
      i.e[0] = handle_of_model_operand (
          d, c, record, &e->op[e->kind == EFFECT_JOIN ? (int)JOIN_HANDLE : (int)DETACH_HANDLE]);
    } else {
      continue;
    }
    if (i.kind == ITEM_JOIN && is_stale (d, i.e[0], record))
      i.e[0] = 0;
    if (i.kind != ITEM_DETACH)
      loops_find_shape (d, &i);
    if (i.kind != ITEM_DETACH && !i.shape)
      lists_find (d, &i);
    if (i.kind == ITEM_JOIN)
      fans_find (d, &i);
    if (i.kind == ITEM_FORK) {
      uint32_t test, exit;
      i.looped = d->flow.in_cycle[d->flow.block_of[record]];
      loops_find_argument (d, &i);
      i.times = i.looped ? loops_times (d, record, &test, &exit, &i.number) : 1;
      i.armed = loops_armed (d, record);
      loops_find_preset (d, &i);
      i.lent = lent_holds (d, record);
      i.ended = ended_fork (d, record);
    }
    i.certain = loops_is_certain (d, i.shape ? d->b->blocks[i.loop_test].first : record);
    if (i.kind != ITEM_DETACH)
      items_find_tests (d, &i);
    items_add (d, s, i);
  }
}

/* Alternatives */

static uint32_t block_with (const struct function *b, uint32_t record)
{
  uint32_t i = 0;
  while (i < b->n_blocks && (record < b->blocks[i].first || record >= b->blocks[i].end))
    i++;
  return i;
}

/* Whether execution may come from record FROM of a function to record TO. */
static bool may_come_to (const struct function *b, uint32_t from, uint32_t to)
{
  uint32_t end = block_with (b, to);
  bool *seen = xcalloc (b->n_blocks, sizeof *seen), found = block_with (b, from) == end;
  struct worklist list = {0};
  worklist_push (&list, block_with (b, from));
  for (uint32_t i; !found && worklist_pop (&list, &i);)
    for (uint32_t k = 0; k < b->blocks[i].n_edges; k++) {
      uint32_t target = b->blocks[i].edges[k].target;
      found |= target == end;
      if (!seen[target]) {
        seen[target] = true;
        worklist_push (&list, target);
      }
    }
  worklist_free (&list);
  free (seen);
  return found;
}

bool forks_are_alternatives (const struct summaries *s, uint32_t a, uint32_t b)
{
  const struct item *x = &s->items.v[a], *y = &s->items.v[b];
  while (x->inner && y->inner && x->function == y->function && x->record == y->record && !x->via &&
         !y->via) {
    x = &s->items.v[x->inner];
    y = &s->items.v[y->inner];
  }
  const struct function *body = s->p->objects.program->functions[x->function].body;
  return x->function == y->function && x->e[0] && x->e[0] == y->e[0] &&
         !may_come_to (body, x->record, y->record) && !may_come_to (body, y->record, x->record);
}

/* Before and after */

/* ELEMENT, if E is in there. */
static expr_id in_element (const struct exprs *x, expr_id e, expr_id element)
{
  int64_t offset;
  bool inside =
      expr_base (x, e, &offset) == element && offset >= 0 && offset < expr_get (x, element)->k;
  return inside ? element : 0;
}

/* The element in which the memory of an access was found, or behind: ONE, or if that is 0 the one
   with the number that COUNTING counts; 0: none is known.  *ITSELF: the pointer was in the element.
 */
static expr_id element_before (struct exprs *x, expr_id e, const struct item *counting, expr_id one,
                               bool *itself)
{
  int64_t offset, stride;
  bool anywhere = false;
  *itself = expr_get (x, expr_root (x, e))->op == X_LOAD;
  while ((e = expr_origin (x, e))) {
    const struct expr *v = expr_get (x, expr_root (x, e));
    expr_id element = anywhere ? 0
                      : one    ? in_element (x, e, one)
                            : expr_element (x, e, counting->e[6], counting->bits, &offset, &stride);
    if (element)
      return element;
    *itself = false;
    anywhere = v->op == X_REACHED && v->code & REACHED_ANYWHERE;
  }
  return 0;
}

/* As many bytes as the access touches; 0: unknown. */
static uint64_t bytes_of (const struct body *d, const struct item *k)
{
  return d->s->effects->v.v[item_core (d->s, k)->effect].bytes;
}

/* The element with the number in which the access, and all of it, is; 0: there is none. */
static expr_id whole_in (struct body *d, const struct item *k, expr_id number, unsigned bits)
{
  int64_t offset, stride;
  uint64_t bytes = bytes_of (d, k);
  expr_id element = expr_element (&d->s->x, k->e[0], number, bits, &offset, &stride);
  return element && bytes && offset + (int64_t)bytes <= stride ? element : 0;
}

/* Whether the access is done before the thread is created, and never behind it again until the
   function is called the next time. */
static bool is_ahead (const struct body *d, uint32_t access, uint32_t fork)
{
  const struct item *k = &d->s->items.v[access], *f = &d->s->items.v[fork];
  if (k->record == f->record)
    return k->inner && f->inner && map_find (&d->s->ahead, map_pair (k->inner, f->inner));
  return flow_dominates (&d->flow, k->record, f->record);
}

/* Keeps that for the callers, where both happen in one call. */
static void find_ahead (struct body *d, const struct summary *s)
{
  const struct exprs *x = &d->s->x;
  const struct item *v = d->s->items.v;
  for (uint32_t f = s->first_item; f < d->s->items.n; f++) {
    if (v[f].kind != ITEM_FORK || !expr_has_formal (x, v[f].e[2]) ||
        d->flow.in_cycle[d->flow.block_of[v[f].record]])
      continue;
    for (uint32_t k = s->first_item; k < d->s->items.n; k++)
      if (v[k].kind == ITEM_ACCESS && expr_has_formal (x, v[k].e[0]) && is_ahead (d, k, f))
        map_add (&d->s->ahead, map_pair (k, f), 1);
  }
}

/* Accesses to what the next thread of the loop will get: those before it have theirs. */
static void find_prepared (struct body *d, const struct summary *s)
{
  struct item *v = d->s->items.v;
  for (uint32_t f = s->first_item; f < d->s->items.n; f++) {
    if (v[f].kind != ITEM_FORK || !v[f].e[6] || v[f].counts_in != d->f)
      continue;
    for (uint32_t k = s->first_item; k < d->s->items.n; k++) {
      if (v[k].kind != ITEM_ACCESS || !is_ahead (d, k, f))
        continue;
      expr_id element = whole_in (d, &v[k], v[f].e[6], v[f].bits);
      bool itself = false;
      expr_id owner = element ? 0 : element_before (&d->s->x, v[k].e[0], &v[f], 0, &itself);
      if (!(element || owner) || (v[k].before && (v[k].mine != element || v[k].owner != owner)))
        continue;
      v[k].mine = element;
      v[k].owner = owner;
      v[k].owners = owner ? expr_points (&d->s->x, d->f, owner) : SETS_EMPTY;
      v[k].certain = itself;
      v[k].before = sets_add (&d->s->sets, v[k].before, f);
    }
  }
}

/* The same, to the node of a list that the next thread will get. */
static void find_prepared_nodes (struct body *d, const struct summary *s)
{
  struct item *v = d->s->items.v;
  for (uint32_t f = s->first_item; f < d->s->items.n; f++) {
    if (v[f].kind != ITEM_FORK || !v[f].walks || v[f].counts_in != d->f)
      continue;
    expr_id node =
        expr_root (&d->s->x, v[f].walks > 1 ? v[f].memory[v[f].walks - 2].value : v[f].e[2]);
    for (uint32_t k = s->first_item; k < d->s->items.n; k++) {
      if (v[k].kind != ITEM_ACCESS || expr_root (&d->s->x, v[k].e[0]) != node ||
          !is_ahead (d, k, f) || (v[k].before && v[k].mine != node) ||
          !walks_stays (d->s, d->f, node, v[k].e[0], bytes_of (d, &v[k])))
        continue;
      v[k].mine = node;
      v[k].owner = v[k].owners = 0;
      v[k].before = sets_add (&d->s->sets, v[k].before, f);
    }
  }
}

/* Whether the thread that gets the new memory MADE has not been created when the access is done:
   not in this call of the function, or only in vain, or not since the memory was made. */
static bool is_unborn (struct body *d, uint32_t access, uint32_t creation, expr_id made)
{
  const struct item *k = &d->s->items.v[access], *fork = &d->s->items.v[creation];
  const struct expr *new = expr_get (&d->s->x, made);
  if (k->record == fork->record)
    return is_ahead (d, access, creation); /* what is held there was held before both */
  if (new->op == X_FRESH &&new->a == d->f &&
      !loops_comes_around (d, fork->record, k->record, new->b))
    return true;
  for (struct set_iter i = sets_each (&d->s->sets, k->held); set_next (&i);) {
    const struct expr *v = expr_get (&d->s->x, hold_get (d->s, i.x).lock);
    if (v->op == X_TOKEN && v->a == d->f && v->b == fork->record)
      return true;
  }
  return false;
}

/* The same of what the thread of FORK gets: that is new memory, MADE. */
static void find_made_for (struct body *d, const struct summary *s, uint32_t fork, expr_id made)
{
  struct item *v = d->s->items.v;
  for (uint32_t k = s->first_item; k < d->s->items.n; k++) {
    if (v[k].kind != ITEM_ACCESS || expr_root (&d->s->x, v[k].e[0]) != made ||
        (v[k].before && v[k].mine != made) || !is_unborn (d, k, fork, made))
      continue;
    v[k].mine = made;
    v[k].owner = v[k].owners = 0;
    v[k].before = sets_add (&d->s->sets, v[k].before, fork);
  }
}

/* Accesses to the new memory that a thread will get, which others may know: those like it that run
   already have theirs. */
static void find_made (struct body *d, const struct summary *s)
{
  const struct exprs *x = &d->s->x;
  for (uint32_t f = s->first_item; f < d->s->items.n; f++) {
    const struct item *v = &d->s->items.v[f];
    if (v->kind != ITEM_FORK)
      continue;
    if (v->fresh || v->made)
      find_made_for (d, s, f, expr_root (x, v->e[2]));
    for (int k = 0; k < MOST_MEMORY; k++)
      if (v->new_memory >> k & 1)
        find_made_for (d, s, f, expr_root (x, v->memory[k].value));
  }
}

/* The new memory that FORK's thread gets, if a pointer to it has been stored in the element; else
   the element. */
static expr_id kept_in (const struct body *d, const struct summary *s, const struct item *fork,
                        expr_id element)
{
  const struct summaries *all = d->s;
  expr_id made = fork->fresh || fork->made ? expr_root (&all->x, fork->e[2]) : 0;
  for (uint32_t k = s->first_item; made && k < all->items.n; k++) {
    const struct item *i = &all->items.v[k];
    if ((i->kind == ITEM_LINK || i->kind == ITEM_ASIDE) && i->e[0] == element && i->e[1] == made &&
        flow_dominates (&d->flow, i->record, fork->record))
      return made;
  }
  return element;
}

/* The element of an array of pointers through which the handle at an address is found, INSIDE bytes
   from there; 0: there is none. */
static expr_id pointer_to (const struct body *d, const struct summary *s, expr_id address,
                           int64_t *inside)
{
  const struct summaries *all = d->s;
  expr_id base = expr_base (&all->x, address, inside);
  if (!base || expr_get (&all->x, base)->op == X_LOAD)
    return base ? expr_get (&all->x, base)->a : 0;
  for (uint32_t k = s->first_item; k < all->items.n; k++) {
    const struct item *i = &all->items.v[k];
    if ((i->kind == ITEM_LINK || i->kind == ITEM_ASIDE) && i->e[1] == base)
      return i->e[0];
  }
  return 0;
}

/* Whether the handle that the join finds with its number is that of the thread that was created
   with the same number. */
static bool is_of_same (const struct body *d, const struct summary *s, const struct item *fork,
                        const struct item *join)
{
  struct exprs *x = &d->s->x;
  int64_t inside, other;
  expr_id address = expr_get (x, join->e[0])->a;
  if (expr_replace (x, address, join->e[6], fork->e[6]) == fork->e[0])
    return true;
  if (!fork->shape || !join->shape || !d->s->shapes.v[fork->shape - 1].through ||
      !d->s->shapes.v[join->shape - 1].through)
    return false;
  expr_id a = pointer_to (d, s, address, &inside), b = pointer_to (d, s, fork->e[0], &other);
  return a && b && inside == other && expr_replace (x, a, join->e[6], fork->e[6]) == b;
}

/* Creations with numbers, by what their handles are in; in the order of the items. */
struct numbered_fork {
  expr_id root; /* a variable or formal; else 0 */
  uint32_t item;
};

typedef VEC (struct numbered_fork) numbered_forks;

/* The variable or formal that the address is in, whatever NUMBER is; else 0. */
static expr_id place_of (const struct exprs *x, expr_id address, expr_id number)
{
  expr_id root = expr_root (x, address);
  enum expr_op op = (enum expr_op)expr_get (x, root)->op;
  return root != number && (op == X_OBJECT || op == X_FORMAL) ? root : 0;
}

static int by_root (const void *a, const void *b)
{
  const struct numbered_fork *x = a, *y = b;
  if (x->root != y->root)
    return x->root < y->root ? -1 : 1;
  return (x->item > y->item) - (x->item < y->item);
}

static void list_forks (const struct body *d, const struct summary *s, numbered_forks *forks)
{
  for (uint32_t f = s->first_item; f < d->s->items.n; f++) {
    const struct item *fork = &d->s->items.v[f];
    if (fork->kind == ITEM_FORK && fork->e[0] && fork->e[6])
      vec_push (forks, (struct numbered_fork){place_of (&d->s->x, fork->e[0], fork->e[6]), f});
  }
  if (forks->n > 1)
    qsort (forks->v, forks->n, sizeof *forks->v, by_root);
}

/* The first one in that place. */
static uint32_t first_in (const numbered_forks *forks, expr_id root)
{
  uint32_t low = 0, high = forks->n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (forks->v[middle].root < root)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Whether the access is done when the thread has been joined, in one call of the function or of one
   that it calls. */
static bool is_behind (const struct body *d, const struct item *access, const struct item *join)
{
  const struct item *v = d->s->items.v;
  if (access->record != join->record)
    return flow_dominates (&d->flow, join->record, access->record);
  for (uint32_t a = access->inner, j = join->inner; a && j; a = v[a].inner, j = v[j].inner) {
    for (int n = 0; n < MOST_JOINED && v[a].joined[n]; n++)
      if (v[a].joined[n] == j)
        return true;
    if (v[a].record != v[j].record)
      return false;
  }
  return false;
}

/* Accesses to what a thread had that has been joined in this round of the loop. */
static void find_joined (struct body *d, const struct summary *s)
{
  struct exprs *x = &d->s->x;
  numbered_forks forks = {0};
  list_forks (d, s, &forks);
  for (uint32_t j = s->first_item; j < d->s->items.n && forks.n; j++) {
    const struct item join = d->s->items.v[j];
    if (join.kind != ITEM_JOIN || !join.e[0] || !join.e[6] || expr_get (x, join.e[0])->op != X_LOAD)
      continue;
    expr_id place = place_of (x, expr_get (x, join.e[0])->a, join.e[6]);
    for (uint32_t n = first_in (&forks, place); n < forks.n && forks.v[n].root == place; n++) {
      const struct item fork = d->s->items.v[forks.v[n].item];
      if (!is_of_same (d, s, &fork, &join))
        continue;
      for (uint32_t k = s->first_item; k < d->s->items.n; k++) {
        struct item *i = &d->s->items.v[k];
        if (i->kind != ITEM_ACCESS || i->mine || i->owner || !is_behind (d, i, &join))
          continue;
        expr_id element = whole_in (d, i, join.e[6], join.bits);
        bool itself = false;
        expr_id owner = element ? 0 : element_before (x, i->e[0], &join, 0, &itself);
        if (!element && !owner)
          continue;
        i->mine = element ? expr_replace (x, element, join.e[6], fork.e[6]) : 0;
        i->owner = owner ? kept_in (d, s, &fork, expr_replace (x, owner, join.e[6], fork.e[6])) : 0;
        i->owners = owner ? expr_points (x, d->f, owner) : SETS_EMPTY;
        i->certain = itself;
        i->after = j;
      }
    }
  }
  vec_free (&forks);
}

/* Whether the access reads the handle that JOIN is given. */
static bool looks_for (const struct body *d, const struct item *k, const struct item *join)
{
  const struct exprs *x = &d->s->x;
  const struct expr *handle = expr_get (x, join->e[0]);
  const uint32_t *at = tuples_numbers (&x->versions, handle->b);
  return !k->inner && k->e[0] == handle->a && at[0] == d->f && at[1] == k->record;
}

/* Whether the access is to one element only. */
static bool is_inside (const struct body *d, const struct item *k, expr_id element, int64_t offset)
{
  uint64_t bytes = bytes_of (d, k);
  return bytes && offset >= 0 && offset + (int64_t)bytes <= expr_get (&d->s->x, element)->k;
}

/* Notes that the access is to the object in which JOIN's handle was, BASE, or in a tree of threads
   to what that leads to, and comes after it; or to that, and is in no block that OTHERS has. */
static void reap (struct body *d, uint32_t join, expr_id base, const bool *others, uint32_t access)
{
  struct exprs *x = &d->s->x;
  struct item *v = d->s->items.v, *k = &v[access];
  int64_t offset;
  bool itself;
  if (k->kind != ITEM_ACCESS || (k->reaped && !(k->reaped & REAPED_AROUND)) || !k->e[0])
    return;
  if (v[join].fan && looks_for (d, k, &v[join])) {
    k->reaped = join | REAPED_LOOK;
    return;
  }
  bool passed = flow_dominates (&d->flow, v[join].record, k->record);
  bool sure = passed && (!v[join].inner || v[v[join].inner].certain);
  if (k->record == v[join].record ||
      !(sure || (others && (passed || !others[d->flow.block_of[k->record]]))))
    return;
  if (expr_base (x, k->e[0], &offset) == base) {
    if (sure && (!v[join].fan || is_inside (d, k, base, offset)))
      k->reaped = join;
    else if (!sure && !k->reaped)
      k->reaped = join | REAPED_AROUND;
  } else if (v[join].fan && !k->owner && expr_get (x, base)->op == X_INDEX &&
             element_before (x, k->e[0], NULL, base, &itself)) {
    k->owners = expr_points (x, d->f, base);
    k->certain = itself;
    k->reaped = join | REAPED_BEHIND;
  }
}

/* Chains the accesses to each object: LAST has 1 + the number of the last one by its address,
   BEFORE that of the one before by number. */
static void chain_accesses (const struct body *d, const struct summary *s, struct map *last,
                            vec_u32 *before)
{
  const struct item *v = d->s->items.v;
  int64_t offset;
  for (uint32_t k = s->first_item; k < d->s->items.n; k++) {
    expr_id base =
        v[k].kind == ITEM_ACCESS && v[k].e[0] ? expr_base (&d->s->x, v[k].e[0], &offset) : 0;
    vec_push (before, base ? map_get (last, base, 0) : 0);
    if (base)
      map_set (last, base, k - s->first_item + 1);
  }
}

/* Accesses to the objects in which handles were that have been joined. */
static void find_reaped (struct body *d, const struct summary *s)
{
  const struct exprs *x = &d->s->x;
  const struct item *v = d->s->items.v;
  struct map last = {0};
  vec_u32 before = {0};
  for (uint32_t j = s->first_item; j < d->s->items.n; j++) {
    int64_t offset;
    bool sure = !v[j].inner || v[v[j].inner].certain;
    if (v[j].kind != ITEM_JOIN || !v[j].e[0] || expr_get (x, v[j].e[0])->op != X_LOAD ||
        !(sure || v[j].tests))
      continue;
    const bool *others = v[j].tests ? items_not_behind (d, &v[j]) : NULL;
    expr_id base = expr_base (x, expr_get (x, v[j].e[0])->a, &offset);
    for (uint32_t k = s->first_item; base && sure && v[j].fan && k < d->s->items.n; k++)
      reap (d, j, base, NULL, k);
    if (!base || v[j].fan || !(sure || others))
      continue;
    if (!before.n)
      chain_accesses (d, s, &last, &before);
    for (uint32_t k = map_get (&last, base, 0); k; k = before.v[k - 1])
      reap (d, j, base, others, s->first_item + k - 1);
  }
  map_free (&last);
  vec_free (&before);
}

/* Writes of handles by creations of threads whose numbers go down. */
static void find_given (struct body *d, const struct summary *s)
{
  struct item *v = d->s->items.v;
  for (uint32_t f = s->first_item; f < d->s->items.n; f++)
    for (uint32_t k = s->first_item; v[f].kind == ITEM_FORK && !v[f].inner && v[f].shape &&
                                     d->s->shapes.v[v[f].shape - 1].down && k < d->s->items.n;
         k++)
      if (v[k].kind == ITEM_ACCESS && !v[k].inner && v[k].record == v[f].record &&
          v[k].e[0] == v[f].e[0] && !v[k].reaped)
        v[k].reaped = f;
}

/* Whether the function may create a thread between a join and ITEM. */
static bool creates_between (const struct body *d, const struct summary *s, uint32_t join,
                             uint32_t item)
{
  const struct item *v = d->s->items.v;
  for (uint32_t k = s->first_item; k < d->s->items.n; k++)
    if (v[k].kind == ITEM_FORK && (d->flow.in_cycle[d->flow.block_of[v[k].record]] ||
                                   (!flow_dominates (&d->flow, v[k].record, join) &&
                                    !flow_dominates (&d->flow, item, v[k].record))))
      return true;
  return false;
}

/* What comes after a join of a thread that only callers know. */
static void find_after_joins (struct body *d, const struct summary *s)
{
  struct item *v = d->s->items.v;
  for (uint32_t j = s->first_item; j < d->s->items.n; j++) {
    if (v[j].kind != ITEM_JOIN || !v[j].open || v[j].shape || v[j].via ||
        (v[j].inner && !v[v[j].inner].certain))
      continue;
    for (uint32_t k = s->first_item; k < d->s->items.n; k++) {
      uint32_t n = 0;
      while (n < MOST_JOINED && v[k].joined[n])
        n++;
      if (n < MOST_JOINED && v[k].record != v[j].record &&
          flow_dominates (&d->flow, v[j].record, v[k].record) &&
          !creates_between (d, s, v[j].record, v[k].record))
        v[k].joined[n] = j;
    }
  }
}

void items_find_order (struct body *d, const struct summary *s)
{
  find_ahead (d, s);
  find_prepared (d, s);
  find_prepared_nodes (d, s);
  find_made (d, s);
  find_joined (d, s);
  find_reaped (d, s);
  find_given (d, s);
  find_after_joins (d, s);
}
