/* Signals: what is before what, since it is done before a signal is sent, or after it has been
 * seen. */

#include "settled.h"
#include "signals.h"
#include "verdicts.h"

/* Whether who has seen a signal so often, or a counter to be there, has seen that all have sent it.
   A thread that sends more than once counts with the first time, if it is the only one. */
static bool tells_of_all (const struct signal_info *v, const struct term *seen)
{
  int64_t all = (int64_t)v->all, sent;
  switch (seen->code) {
  case SIGNAL_SENT_UP:
    sent = seen->count - v->high;
    break;
  case SIGNAL_SENT_DOWN:
    sent = v->low - seen->count;
    break;
  default:
    if (v->is_barrier)
      return true;
    sent = (seen->count && !signal_is_unequal (seen->count) ? seen->count : 1) - v->high;
  }
  return all && sent >= all && (all == 1 || !v->repeats);
}

/* The same, if that is a number that is not constant. */
static bool tells_of_number (struct terms *t, const struct signal_info *v, const struct term *seen)
{
  const struct summaries *s = t->s;
  if (seen->code == SIGNAL_SENT_DOWN)
    return v->preset && !v->repeats && seen->count <= v->preset_more;
  uint32_t number = signal_number (seen->count);
  if (!number || !v->number || v->repeats)
    return false;
  const uint32_t *a = tuples_numbers (&s->numbers, number);
  const uint32_t *b = tuples_numbers (&s->numbers, v->number);
  return (int32_t)a[2] - v->high >= (int32_t)b[2] &&
         ((a[0] == b[0] && a[1] == b[1] && !a[3] && !b[3]) || settled_loads (t, a[1], b[1]));
}

/* Whether all who move the other end of a ring have seen this one, or move it to there. */
static bool ends_hold (const struct signals *r, const struct contexts *c, const struct term *seen)
{
  if (!signal_is_unequal (seen->count))
    return true;
  uint32_t this = term_sent (c->terms, SIGNAL_SENT, seen->a, seen->d);
  uint32_t other =
      term_sent (c->terms, SIGNAL_SENT, seen->a, seen->d + signal_distance (seen->count));
  uint32_t n = map_get (&r->of, other, 0);
  const struct signal_info *v = n ? &r->v.v[n - 1] : NULL;
  return v && !v->broken && v->is_set && sets_has (&c->terms->sets, v->known, this);
}

/* Whether a signal that has been seen tells what it seems to. */
static bool holds (const struct signals *r, const struct contexts *c, const struct term *seen,
                   const struct signal_info *v)
{
  for (struct set_iter i = sets_each (&c->terms->sets, v->passed); set_next (&i);) {
    struct term passed = term_get (c->terms, i.x);
    if (!ends_hold (r, c, &passed))
      return false;
  }
  return !v->broken && ends_hold (r, c, seen);
}

static uint32_t order_by (const struct signals *r, const struct contexts *c, thread_id a,
                          struct guards held, setid sent, thread_id b, setid seen, int depth);

/* Whether something in thread A comes before all others send signal N, too, since they have seen
   another one before; A itself has not sent it yet. */
static bool comes_through (const struct signals *r, const struct contexts *c, uint32_t n,
                           thread_id a, struct guards held, setid sent, int depth)
{
  const struct signal_info *v = &r->v.v[n - 1];
  if (!depth || v->is_barrier || v->high)
    return false;
  for (struct set_iter i = sets_each (&c->t->sets, v->senders); set_next (&i);) {
    uint32_t seen = map_get (&r->seen, map_pair (n, i.x), 0);
    if ((i.x != a || c->many[a]) &&
        !(seen && order_by (r, c, a, held, sent, i.x, seen - 1, depth - 1)))
      return false;
  }
  return v->senders != SETS_EMPTY;
}

static uint32_t order_by (const struct signals *r, const struct contexts *c, thread_id a,
                          struct guards held, setid sent, thread_id b, setid seen, int depth)
{
  for (struct set_iter i = sets_each (&c->terms->sets, seen); set_next (&i);) {
    struct term t = term_get (c->terms, i.x);
    if (t.kind != TERM_SEEN)
      continue;
    uint32_t id = term_sent (c->terms, t.code, t.a, t.d), n = map_get (&r->of, id, 0);
    if (!n || sets_has (&c->terms->sets, sent, id) ||
        sets_has (&c->terms->sets, sent, c->terms->sent_any))
      continue;
    const struct signal_info *v = &r->v.v[n - 1];
    if (!holds (r, c, &t, v))
      continue;
    if (t.code == SIGNAL_SENT && comes_through (r, c, n, a, held, sent, depth))
      return proof_bit (PROOF_SIGNAL);
    if (!sets_has (&c->t->sets, v->senders, a))
      continue;
    /* All that B has created before it saw that, and nobody else creates them. */
    uint32_t one;
    bool created = v->armed && !v->repeats && t.count <= v->low && !c->many[b] &&
                   sets_is_single (&c->t->sets, c->creators[a], &one) && one == b;
    bool claimed = t.code == SIGNAL_SENT && !v->is_barrier && !v->high &&
                   sets_meet (&c->terms->sets, held.exclusive, signal_claims (c->terms, v));
    if (created || claimed || tells_of_all (v, &t) || tells_of_number (c->terms, v, &t))
      return proof_bit (v->is_barrier ? PROOF_BARRIER : PROOF_SIGNAL);
  }
  return 0;
}

uint32_t signals_order (const struct signals *r, const struct contexts *c, thread_id a,
                        struct guards held, setid sent, thread_id b, setid seen)
{
  enum { DEEPEST = 4 }; /* queues in a row */
  return order_by (r, c, a, held, sent, b, seen, DEEPEST);
}

bool signals_exclude (const struct signals *r, const struct contexts *c, setid a, setid b)
{
  for (struct set_iter i = sets_each (&c->terms->sets, a); set_next (&i);) {
    struct term t = term_get (c->terms, i.x);
    if (t.kind != TERM_SEEN || t.code != SIGNAL_COUNTED || !sets_has (&c->terms->sets, b, i.x))
      continue;
    uint32_t up = map_get (&r->of, term_sent (c->terms, SIGNAL_SENT_UP, t.a, t.d), 0);
    uint32_t down = map_get (&r->of, term_sent (c->terms, SIGNAL_SENT_DOWN, t.a, t.d), 0);
    if ((up || down) && !(up && r->v.v[up - 1].broken) && !(down && r->v.v[down - 1].broken))
      return true;
  }
  return false;
}

/* Whether a flag has been seen not to be 0. */
static bool has_seen (const struct contexts *c, setid seen, const struct term *flag)
{
  for (struct set_iter i = sets_each (&c->terms->sets, seen); set_next (&i);) {
    struct term t = term_get (c->terms, i.x);
    if (t.kind == TERM_SEEN && t.code == SIGNAL_SENT && t.a == flag->a && t.d == flag->d &&
        !signal_is_unequal (t.count))
      return true;
  }
  return false;
}

bool signals_unset (const struct signals *r, const struct contexts *c, struct guards held,
                    setid seen)
{
  struct terms *t = c->terms;
  for (struct set_iter i = sets_each (&t->sets, held.any); set_next (&i);) {
    struct term v = term_get (t, i.x);
    if (v.kind != TERM_UNSET || !has_seen (c, seen, &v))
      continue;
    uint32_t n = map_get (&r->of, term_sent (t, SIGNAL_SENT, v.a, v.d), 0);
    const struct signal_info *info = n ? &r->v.v[n - 1] : NULL;
    if (info && info->is_set && !info->unchecked &&
        sets_meet (&t->sets, held.exclusive, info->guards))
      return true;
  }
  return false;
}

bool signals_is_barrier (const struct signals *r, const struct contexts *c, loc_id l)
{
  const struct objects *o = &c->t->s->p->objects;
  uint32_t n = map_get (
      &r->of, term_sent (c->terms, SIGNAL_SENT, loc_object (o, l), loc_get (o, l)->offset), 0);
  return n && r->v.v[n - 1].is_barrier && !r->v.v[n - 1].broken;
}
