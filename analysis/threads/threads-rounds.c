/* Alive: what threads leave behind when they are joined depends on their own functions, so that
   these are walked in rounds until it stays: in each round those again for which something has
   changed. */

#include "threads-alive.h"

struct links {
  VEC (struct {
    thread_id thread;
    uint32_t next;
  })
  v;
};

static void add_link (struct links *links, struct map *map, uint64_t key, thread_id thread)
{
  uint32_t *first = map_at (map, key);
  vec_push (&links->v, (__typeof__ (*links->v.v)){thread, *first});
  *first = links->v.n;
}

/* Makes sets of the lists in the map. */
static void close_links (struct thread_finder *d, const struct links *links, struct map *map)
{
  vec_u32 list = {0};
  for (uint32_t n = 0; n < map_size (map); n++) {
    vec_clear (&list);
    for (uint32_t k = map_value (map, n); k; k = links->v.v[k - 1].next)
      vec_push (&list, links->v.v[k - 1].thread);
    map_set (map, map_key (map, n), sets_from (&d->t->sets, list.v, list.n));
  }
  vec_free (&list);
}

/* The threads whose handles are at one address, as each function sees that, and as all do. */
static void index_handles (struct thread_finder *d)
{
  struct links links = {0};
  for (thread_id i = 1; i < d->t->v.n; i++)
    for (uint32_t k = d->t->v.v[i].item; k; k = d->s->items.v[k].inner) {
      const struct item *fork = &d->s->items.v[k];
      uint64_t name = over_name (d, fork);
      add_link (&links, &d->in_handle, map_pair (fork->function, threads_handle (d, fork)), i);
      if (name)
        add_link (&links, &d->by_name, name, i);
    }
  close_links (d, &links, &d->in_handle);
  close_links (d, &links, &d->by_name);
  vec_free (&links.v);
}

/* What callers of a function see of it. */
struct seen {
  struct children at_exit, at_thread_exit;
  setid ever, over, over_chosen;
  bool ends_thread, registers;
};

static struct seen seen_of (const struct thread_finder *d, funid f)
{
  return (struct seen){d->t->at_exit[f],  d->t->at_thread_exit[f], d->t->ever[f],  d->over[f],
                       d->over_chosen[f], d->t->ends_thread[f],    d->registers[f]};
}

static bool same_children (const struct children *a, const struct children *b)
{
  return a->born == b->born && a->joined == b->joined && a->waited == b->waited;
}

static bool same_seen (const struct seen *a, const struct seen *b)
{
  return same_children (&a->at_exit, &b->at_exit) &&
         same_children (&a->at_thread_exit, &b->at_thread_exit) && a->ever == b->ever &&
         a->over == b->over && a->over_chosen == b->over_chosen &&
         a->ends_thread == b->ends_thread && a->registers == b->registers;
}

static struct csr find_callers (struct thread_finder *d)
{
  const struct pointers *p = d->s->p;
  uint32_t *from = ARENA_ARRAY (&d->arena, p->calls.n, uint32_t);
  uint32_t *to = ARENA_ARRAY (&d->arena, p->calls.n, uint32_t);
  for (uint32_t i = 0; i < p->calls.n; i++) {
    from[i] = p->calls.v[i].callee;
    to[i] = p->calls.v[i].caller;
  }
  return csr_from_edges (&d->arena, d->program->n_functions + 1, from, to, p->calls.n);
}

/* Functions that create and join depend on what the threads do; all others on what they call. */
static void find_dependent (struct thread_finder *d, bool *on_threads)
{
  for (uint32_t i = 0; i < d->s->forks.n; i++)
    on_threads[d->s->items.v[d->s->forks.v[i]].function] = true;
  for (uint32_t i = 0; i < d->gates.n; i++)
    on_threads[d->gates.v[i].function] = true;
}

static void walk_again (struct thread_finder *d, funid f, const struct csr *callers)
{
  struct seen before = seen_of (d, f), after;
  d->stale[f] = false;
  alive_walk_function (d, f);
  after = seen_of (d, f);
  if (!same_seen (&before, &after))
    for (uint32_t k = callers->first[f]; k < callers->first[f + 1]; k++)
      d->stale[callers->targets[k]] = true;
}

/* What code that nobody sees may call. */
static void find_outside_born (struct thread_finder *d)
{
  setid before = d->outside_born, over = d->outside_over;
  bool marked = d->outside_marked;
  for (uint32_t i = 0; i < d->n_order; i++)
    if (called_from_world (d->s->p, WORLD_OUTSIDE, d->order[i])) {
      d->outside_born = sets_union (&d->t->sets, d->outside_born, d->t->ever[d->order[i]]);
      d->outside_over = sets_union (&d->t->sets, d->outside_over, d->over[d->order[i]]);
      d->outside_over = sets_union (&d->t->sets, d->outside_over, d->over_chosen[d->order[i]]);
    }
  d->changed |= d->outside_born != before || d->outside_over != over;
  if (d->outside_born && !d->outside_marked)
    threads_mark_outside (d);
  if (d->outside_born != before || d->outside_over != over || d->outside_marked != marked)
    memset (d->stale, true, d->program->n_functions + 1);
}

void threads_find_alive (struct thread_finder *d)
{
  enum { MOST_ROUNDS = 32 };
  uint32_t n = d->program->n_functions + 1;
  index_handles (d);
  d->over = ARENA_ARRAY (&d->arena, n, setid);
  d->over_chosen = ARENA_ARRAY (&d->arena, n, setid);
  d->plans = ARENA_ARRAY (&d->arena, n, struct walk_plan *);
  d->stale = ARENA_ARRAY (&d->arena, n, bool);
  bool *on_threads = ARENA_ARRAY (&d->arena, n, bool);
  struct csr callers = find_callers (d);
  find_dependent (d, on_threads);
  memset (d->stale, true, n);
  d->changed = true;
  for (int round = 0; d->changed; round++) {
    d->changed = false;
    for (uint32_t i = 0; i < d->n_order; i++)
      if (d->t->relevant[d->order[i]] && (d->stale[d->order[i]] || on_threads[d->order[i]]))
        walk_again (d, d->order[i], &callers);
    find_outside_born (d);
    over_find_writers (d);
    over_by_themselves (d);
    for (thread_id i = 1; i < d->t->v.n; i++) {
      struct thread *t = &d->t->v.v[i];
      setid left = sets_union (&d->t->sets, t->left, d->t->at_exit[t->start].born);
      left = sets_union (&d->t->sets, left, d->t->at_thread_exit[t->start].born);
      d->changed |= left != t->left;
      t->left = left;
    }
    if (round == MOST_ROUNDS) /* joins prove nothing any more, which ends it */
      for (thread_id i = 1; i < d->t->v.n; i++)
        d->t->v.v[i].lost = true;
  }
}
