/* Verdicts: the accesses of each location, gathered into classes of those that behave alike. */

#include "verdicts-internal.h"

enum { MOST_DOMINANT = 48 };

/* Whether whatever may race with B may race with A: by the same threads, with no more locks, and no
   fewer threads beside it. */
static bool dominates_class (const struct judge *d, const struct access_class *a,
                             const struct access_class *b)
{
  const struct sets *sets = &d->terms->sets, *threads = &d->c->t->sets;
  return a->mode == b->mode && a->hidden <= b->hidden && a->merged <= b->merged &&
         a->unseen <= b->unseen && a->guess <= b->guess && a->taken <= b->taken &&
         a->round == b->round && (!a->local || b->local) && (!a->frame || a->frame == b->frame) &&
         sets_subset (threads, b->born, a->born) && a->named <= b->named &&
         (!a->owner || (a->owner == b->owner && a->mine == b->mine && a->before == b->before &&
                        a->after == b->after)) &&
         (!a->owners || (a->owners == b->owners && a->certain <= b->certain)) &&
         (!a->reaped || a->reaped == b->reaped) && (!a->fresh || a->fresh == b->fresh) &&
         (!a->slot || (a->slot == b->slot && a->base == b->base)) &&
         (!a->source || a->source == b->source) &&
         (!a->phases || (b->phases && sets_subset (sets, b->phases, a->phases))) &&
         (!a->exact || (b->exact && a->at == b->at && a->bytes == b->bytes)) &&
         sets_subset (sets, b->sent, a->sent) && sets_subset (sets, a->held.any, b->held.any) &&
         sets_subset (sets, a->held.exclusive, b->held.exclusive) &&
         sets_subset (threads, b->threads, a->threads) && sets_subset (threads, b->sure, a->sure) &&
         sets_subset (threads, b->told, a->told) && sets_subset (threads, b->alive, a->alive) &&
         sets_subset (threads, a->ended, b->ended) && a->role == b->role;
}

/* What a class says apart from its list: C, seen from some locations of the access at hand. */
static uint32_t content_of (struct judge *d, const struct access_class *c)
{
  uint32_t key[] = {d->touches, c->held.any, c->held.exclusive, c->source,
                    c->owner,   c->slot,     c->unseen,         c->reaped};
  uint32_t id = tuples_intern (&d->contents, key, sizeof key / sizeof key[0]);
  if (id >= d->class_of_content.n)
    vec_resize (&d->class_of_content, id + 1);
  return id;
}

/* Whether an earlier class dominates C.  Many lists have it. */
static bool is_below (struct judge *d, uint32_t earlier, const struct access_class *c,
                      uint32_t content)
{
  struct answer *v = &d->answers.v[earlier];
  if (v->asked_by != content) {
    v->asked_by = content;
    v->dominates = dominates_class (d, &d->r->classes.v[earlier], c);
  }
  return v->dominates;
}

/* The list that begins with node FIRST, with the access at hand too.  What is in it stays as it is:
   locations that have been touched alike share it.  The class is one in whatever lists: there may
   be as many lists as locations. */
static uint32_t with_class (struct judge *d, uint32_t first, struct view *view)
{
  struct verdicts *r = d->r;
  uint32_t walked = 0;
  for (uint32_t k = first; k && walked < MOST_DOMINANT; k = verdicts_next (r, k), walked++)
    if (is_below (d, r->nodes.v[k].class, &view->class, view->content))
      return first;
  uint32_t *class = &d->class_of_content.v[view->content];
  if (!*class) {
    view->class.moment = moment_id (d, &view->class);
    *class = r->classes.n;
    vec_push (&r->classes, view->class);
    vec_push (&d->answers, (struct answer){0});
  }
  vec_push (&r->nodes, (struct class_node){first, *class});
  return r->nodes.n - 1;
}

/* Whether some of the threads are tasks that wait for others. */
static bool any_waits (const struct judge *d, setid threads)
{
  const struct threads *t = d->c->t;
  for (struct set_iter i = sets_each (&t->sets, d->s->depends.n ? threads : SETS_EMPTY);
       set_next (&i);)
    if (t->v.v[i.x].item && innermost (d->s, t->v.v[i.x].item)->n_depends)
      return true;
  return false;
}

/* It races with itself, and nothing could be clearer. */
static bool is_clear_race (const struct judge *d, const struct access_class *c)
{
  setid by = c->told ? c->told : c->threads;
  return c->mode == MODE_WRITE && !c->hidden && !c->unseen && !c->held.any && !c->owner &&
         !c->local && !c->frame && !c->slot && !c->taken &&
         sets_meet (&d->c->t->sets, by, d->several) && !any_waits (d, c->threads);
}

/* The group of an occurrence, which depends on its item only. */
static uint32_t find_group (struct judge *d, uint32_t occurrence)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  const struct effect *e = event_effect (d->r, occurrence);
  const struct unit *u = function_unit (d->s->p->objects.program, e->function);
  struct outside_access outside = {-1, NULL};
  if (i->e[0])
    expr_base (&d->s->x, i->e[0], &outside.offset);
  if (e->addr && e->addr->root && u->types[e->addr->root].r.name)
    outside.type = u->strings[u->types[e->addr->root].r.name];
  return cells_group (&d->r->cells, i->where, e->bytes, e->mode == MODE_FREE, &outside);
}

static inline uint32_t group_of (struct judge *d, uint32_t occurrence)
{
  uint32_t *known = &d->group[d->c->occurrences.v[occurrence].item];
  if (!*known)
    *known = 1 + find_group (d, occurrence);
  return *known - 1;
}

/* Most accesses of a set of locations are dominated by others: those need not go through the set.
 */
static bool is_dominated (struct judge *d, uint32_t occurrence, struct access_class c)
{
  const struct occurrence at_e = occurrence_at (d->c, occurrence), *e = &at_e;
  c.held = terms_of_item (d->terms, e->item, 0);
  c.held.any = sets_union (&d->terms->sets, c.held.any, e->held.any);
  c.held.exclusive = sets_union (&d->terms->sets, c.held.exclusive, e->held.exclusive);
  if (is_across (d, e))
    c.held = without_claims (d, e, c.held);
  uint32_t key[] = {group_of (d, occurrence),
                    c.mode,
                    c.threads,
                    c.sure,
                    c.told,
                    c.mine,
                    c.owner,
                    c.owners,
                    c.before,
                    c.after,
                    c.reaped,
                    c.fresh,
                    c.frame,
                    c.born | (uint32_t)c.named << 30,
                    c.slot,
                    c.base,
                    c.source,
                    c.phases,
                    (uint32_t)c.local | (uint32_t)c.exact << 1 | (uint32_t)c.hidden << 2 |
                        (uint32_t)c.merged << 4 | (uint32_t)c.guess << 5 | (uint32_t)c.taken << 6 |
                        (uint32_t)c.certain << 7,
                    (uint32_t)c.at,
                    c.exact ? (uint32_t)c.bytes : 0,
                    c.held.any,
                    c.held.exclusive,
                    c.alive,
                    c.ended,
                    c.sent,
                    c.round,
                    c.role};
  uint32_t before = tuples_count (&d->seen);
  if (tuples_intern (&d->seen, key, sizeof key / sizeof key[0]) <= before)
    return true;
  uint32_t id = tuples_intern (&d->groups, key, 2);
  if (id > d->first.n) {
    vec_push (&d->first, 0);
    vec_push (&d->count, 0);
  }
  for (uint32_t k = d->first.v[id - 1]; k; k = d->dominant.v[k].next)
    if (dominates_class (d, &d->dominant.v[k].class, &c))
      return true;
  /* The first ones hold the fewest locks: what they do not dominate, few others would. */
  if (d->count.v[id - 1]++ < MOST_DOMINANT) {
    vec_push (&d->dominant, (struct dominant){c, d->first.v[id - 1]});
    d->first.v[id - 1] = d->dominant.n - 1;
  }
  return false;
}

/* The access at hand, C, as it is to a location of the group. */
static void add_view (struct judge *d, uint32_t occurrence, const struct access_class *c,
                      const struct cell *cell, uint64_t domains)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  object_id object = loc_object (&d->s->p->objects, cell->loc);
  struct view view = {cell->shift, cell->unseen, domains, 0, *c};
  struct access_class *with = &view.class;
  with->unseen = cell->unseen;
  with->held = guards_at (d, occurrence, cell->shift, object);
  with->source = bitset_has (&d->r->domains.movable, object) ? c->source : 0;
  bool apart = domains_kind (&d->r->domains, i->owners, object) ||
               (i->certain && domains_given (&d->r->domains, i->owners, object));
  with->owner = c->mine ? c->mine : apart ? i->owner : 0;
  if (i->reaped & REAPED_BEHIND && !apart)
    with->reaped = 0;
  if (i->slot_owners && !domains_kind (&d->r->domains, i->slot_owners, object))
    with->slot = 0;
  view.content = content_of (d, with);
  vec_push (&d->views, view);
}

/* The number of that view.  LAST: that of the location before. */
static uint32_t view_of (struct judge *d, uint32_t last, uint32_t occurrence,
                         const struct access_class *c, const struct cell *cell, uint64_t domains)
{
  const struct view *v = d->views.v;
  if (last < d->views.n && v[last].shift == cell->shift && v[last].unseen == cell->unseen &&
      v[last].domains == domains)
    return last;
  uint64_t key[] = {(uint32_t)cell->shift, domains, cell->unseen};
  uint32_t *known =
      map_at (&d->view_by_key, domains || cell->unseen ? hash_bytes (key, sizeof key) : key[0]);
  if (!*known) {
    add_view (d, occurrence, c, cell, domains);
    *known = d->views.n;
  }
  return *known - 1;
}

/* The list of a location that begins with node FIRST, with a view of the access at hand too.  Few
   lists are of locations with different views. */
static uint32_t extended (struct judge *d, uint32_t first, uint32_t view)
{
  if (first >= d->last_extended.n)
    vec_resize (&d->last_extended, d->r->nodes.n);
  struct extension *last = &d->last_extended.v[first];
  uint32_t known = 0;
  if (last->touch == d->touches) {
    if (last->view == view)
      return last->first;
    map_add (&d->extended, map_pair (first, last->view), last->first);
    known = map_get (&d->extended, map_pair (first, view), 0);
  }
  *last = (struct extension){d->touches, view,
                             known ? known : with_class (d, first, &d->views.v[view])};
  return last->first;
}

/* What an access need not be told apart by. */
struct touch {
  bool no_terms, no_domains;
};

/* The access at hand, to what is left of a part. */
static void touch_part (struct judge *d, uint32_t part, uint32_t occurrence,
                        const struct access_class *c, const struct touch *t)
{
  struct cells *cells = &d->r->cells;
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  uint32_t kept = cells->first_of_part.v[part], view = d->last_view;
  for (uint32_t k = kept; k < d->part_end[part]; k++) {
    struct cell cell = cells->v.v[k];
    if (bitset_has (&d->lost, cell.loc))
      continue;
    cells->v.v[kept++] = cell;
    uint32_t *first = &d->r->first_node[cell.loc];
    object_id object = t->no_domains ? 0 : loc_object (&d->s->p->objects, cell.loc);
    if (i->owners && domains_exclude (&d->r->domains, i->owners, object))
      continue;
    cell.shift = t->no_terms ? 0 : cell.shift;
    view = view_of (d, view, occurrence, c, &cell,
                    t->no_domains ? 0 : domains_class (&d->r->domains, object));
    uint32_t after = extended (d, *first, view);
    if (after == *first)
      continue;
    *first = after;
    if (is_clear_race (d, verdicts_class (d->r, after))) {
      bitset_add (&d->lost, cell.loc);
      kept--;
    }
  }
  d->part_end[part] = kept;
  d->last_view = view;
}

static void touch_group (struct judge *d, uint32_t occurrence, const struct access_class *c)
{
  struct cells *cells = &d->r->cells;
  uint32_t group = group_of (d, occurrence), kept = cells->first.v[group];
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  /* Without holds and owners the access means the same to all locations. */
  struct touch t = {.no_terms = !i->held && !map_size (&d->s->draws)};
  t.no_domains = t.no_terms && !c->source && !i->owners && !i->slot_owners;
  d->touches++;
  d->last_view = 0;
  vec_clear (&d->views);
  map_clear (&d->view_by_key);
  map_clear (&d->extended);
  for (uint32_t k = kept; k < d->group_end[group]; k++) {
    uint32_t part = cells->parts.v[k];
    touch_part (d, part, occurrence, c, &t);
    if (d->part_end[part] > cells->first_of_part.v[part])
      cells->parts.v[kept++] = part;
  }
  d->group_end[group] = kept;
}

/* Whether nothing is left to say about any location of the part. */
static bool part_is_lost (struct judge *d, uint32_t part)
{
  const struct cells *cells = &d->r->cells;
  uint32_t first = cells->first_of_part.v[part], *end = &d->part_end[part];
  while (*end > first && bitset_has (&d->lost, cells->v.v[*end - 1].loc))
    --*end;
  return *end == first;
}

/* ... of the occurrence. */
static bool all_lost (struct judge *d, uint32_t occurrence)
{
  const struct cells *cells = &d->r->cells;
  uint32_t group = group_of (d, occurrence), first = cells->first.v[group];
  uint32_t *end = &d->group_end[group];
  while (*end > first && part_is_lost (d, cells->parts.v[*end - 1]))
    --*end;
  return *end == first;
}

/* Where lists end that begin at FIRST each. */
static uint32_t *ends_of (const vec_u32 *first)
{
  uint32_t *end = xcalloc (first->n, sizeof *end);
  memcpy (end, first->v + 1, (first->n - 1) * sizeof *end);
  return end;
}

static uint32_t event_at (const struct judge *d, uint32_t occurrence)
{
  return d->event[d->c->occurrences.v[occurrence].event];
}

/* What of an item makes a class.  What also depends on who does it is told apart by the item. */
static uint32_t kind_of (struct judge *d, uint32_t occurrence)
{
  uint32_t item = d->c->occurrences.v[occurrence].item;
  if (d->kind[item])
    return d->kind[item];
  const struct item *i = &d->s->items.v[item];
  struct access_class c = class_of (d, occurrence);
  struct guards own = terms_of_item (d->terms, item, 0);
  bool alone = i->slot || (c.frame && c.local) || (i->at_start && d->s->depends.n);
  uint32_t key[] = {group_of (d, occurrence),
                    c.mode,
                    c.mine,
                    c.owner,
                    c.owners,
                    c.before,
                    c.after,
                    c.reaped,
                    c.fresh,
                    c.frame,
                    source_of_item (d, item),
                    (uint32_t)c.local | (uint32_t)c.exact << 1 | (uint32_t)c.hidden << 2 |
                        (uint32_t)c.merged << 4 | (uint32_t)c.guess << 5 | (uint32_t)c.taken << 6 |
                        (uint32_t)c.certain << 7,
                    (uint32_t)c.at,
                    c.exact ? (uint32_t)c.bytes : 0,
                    own.any,
                    own.exclusive,
                    c.round,
                    event_effect (d->r, occurrence)->role,
                    alone ? item : 0};
  return d->kind[item] = tuples_intern (&d->kinds, key, sizeof key / sizeof key[0]);
}

/* Whether an occurrence that makes the same class has been looked at. */
static bool is_repeated (struct judge *d, uint32_t occurrence)
{
  uint32_t kind = kind_of (d, occurrence), event = event_at (d, occurrence);
  if (kind >= d->last_event.n)
    vec_resize (&d->last_event, kind + 1);
  d->last_event.v[kind] = event;
  return !map_add (&d->gathered, map_pair (kind, event), 1);
}

/* The same, if it is easily seen: those that happen at one time mostly come together. */
static bool is_just_repeated (const struct judge *d, uint32_t occurrence)
{
  uint32_t kind = d->kind[d->c->occurrences.v[occurrence].item];
  return kind && d->last_event.v[kind] == event_at (d, occurrence);
}

/* When and by whom things happen. */
static void find_events (struct judge *d)
{
  const struct contexts *c = d->c;
  d->event = xcalloc (c->events.n + 1, sizeof *d->event);
  for (uint32_t i = 0; i < c->events.n; i++) {
    const struct occurrence *e = &c->events.v[i];
    const struct context *x = &c->v.v[e->context];
    uint32_t key[] = {x->threads, x->sure, x->told,     e->alive,         e->ended,
                      e->phases,  e->sent, e->held.any, e->held.exclusive};
    d->event[i] = tuples_intern (&d->events, key, sizeof key / sizeof key[0]);
  }
}

/* Those with fewer locks first, which dominate most others.  But what may be to other memory comes
   behind what is certain, and those through pointers that may lead to too much behind all others:
   they show a race only if nothing else does. */
enum { MANY = 3, GUESS = MANY + 1, MERGED = 2 * GUESS, N_RANKS = MERGED + MANY + 1 };

/* What of an item decides it. */
struct item_rank {
  bool known, is_access, drops;
  uint8_t base, locks;
};

static struct item_rank rank_of_item (struct judge *d, uint32_t occurrence)
{
  const struct item *i = &d->s->items.v[d->c->occurrences.v[occurrence].item];
  struct item_rank r = {.known = true, .is_access = i->kind == ITEM_ACCESS};
  if (!r.is_access)
    return r;
  group_of (d, occurrence);
  uint32_t locks = sets_size (&d->s->sets, i->held);
  r.base = access_is_merged (d, occurrence) ? MERGED : access_is_guess (d, i) ? GUESS : 0;
  r.locks = (uint8_t)(locks < MANY ? locks : MANY);
  r.drops = i->claim == 1 + CLAIM_DROP;
  return r;
}

/* The occurrences of accesses in that order; N[K]: where those of rank K end. */
static uint32_t *rank_accesses (struct judge *d, uint32_t n[N_RANKS + 1])
{
  enum { NONE = 255 };
  const struct contexts *c = d->c;
  uint8_t *rank = xcalloc (c->occurrences.n + 1, sizeof *rank);
  struct item_rank *ranks = xcalloc (d->s->items.n + 1, sizeof *ranks);
  for (uint32_t i = 0; i < c->occurrences.n; i++) {
    struct item_rank *item = &ranks[c->occurrences.v[i].item];
    const struct occurrence *e = &c->events.v[c->occurrences.v[i].event];
    if (!item->known)
      *item = rank_of_item (d, i);
    if (!item->is_access) {
      rank[i] = NONE;
      continue;
    }
    uint32_t locks = item->locks + sets_size (&d->terms->sets, e->held.any);
    rank[i] =
        (uint8_t)((c->v.v[e->context].told ? item->base : MERGED) + (locks < MANY ? locks : MANY));
    n[rank[i] + 1]++;
    for (struct set_iter k = sets_each (&c->t->sets, item->drops ? c->v.v[e->context].threads : 0);
         set_next (&k);)
      bitset_add (&d->droppers, k.x);
  }
  for (uint32_t k = 0; k < N_RANKS; k++)
    n[k + 1] += n[k];
  uint32_t *order = xcalloc (n[N_RANKS] + 1, sizeof *order);
  for (uint32_t i = 0; i < c->occurrences.n; i++)
    if (rank[i] != NONE)
      order[n[rank[i]]++] = i;
  free (rank);
  free (ranks);
  return order;
}

void gather_accesses (struct judge *d)
{
  uint32_t ends[N_RANKS + 1] = {0};
  vec_push (&d->answers, (struct answer){0});
  d->group = xcalloc (d->s->items.n + 1, sizeof *d->group);
  d->kind = xcalloc (d->s->items.n + 1, sizeof *d->kind);
  find_events (d);
  uint32_t *order = rank_accesses (d, ends);
  cells_reduce (&d->r->cells);
  d->group_end = ends_of (&d->r->cells.first);
  d->part_end = ends_of (&d->r->cells.first_of_part);
  d->r->first_node = xcalloc (d->r->cells.n_locs + 1, sizeof *d->r->first_node);
  for (uint32_t k = 0; k < ends[N_RANKS]; k++) {
    uint32_t i = order[k];
    if (is_just_repeated (d, i) || all_lost (d, i) || is_repeated (d, i))
      continue;
    struct access_class class = class_of (d, i);
    if (!is_dominated (d, i, class))
      touch_group (d, i, &class);
  }
  free (order);
  free (d->group);
  free (d->kind);
  free (d->event);
  vec_free (&d->last_event);
  free (d->group_end);
  free (d->part_end);
  tuples_free (&d->contents);
  vec_free (&d->class_of_content);
  vec_free (&d->answers);
}
