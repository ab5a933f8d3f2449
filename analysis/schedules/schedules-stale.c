/* Atomics that are written with release and read with acquire, but are not sequentially consistent: a
   read may find what was there before.

   Why the search may execute them in one order.  Take an execution with a race, in it the first access
   that races with an earlier one, and all that happens before one of these two.  There is no race
   in that, and what is executed in an order that goes along with happens-before ends where both
   accesses are next.  Whoever reads with acquire what was written with release comes after the
   write; so each value that is read is one that the variable has had in that order: the last one,
   or an older one, but none that is older than one that the thread has read or written itself, or
   that who has created it knew, or those it has joined.

   Writes of one variable must be in one order, too.  Those of one thread are, and whoever changes
   what it has found has found the last value.  A store by a thread that has not read the last value
   might come before that in the order of the variable: the search gives up.  Then no read-modify-
   write can have found anything but the last value: if one had, the next write would be such a
   store in another order.

   A read without acquire is not ordered behind the write, and may find anything; but what only the
   thread itself writes is what it has written. */

#include "schedules-internal.h"

static uint32_t use_of (uint32_t thread, uint32_t n)
{
  return CELL_STALE + thread * MOST_STALE + n;
}

static struct memory_cell *stale_cell (struct trial *d, struct machine *m, uint32_t thread,
                                       uint32_t object, int64_t offset, uint32_t n, bool make)
{
  return n < MOST_STALE ? memory_cell (d, m, object, offset, use_of (thread, n), make) : NULL;
}

uint32_t stale_count (struct trial *d, const struct machine *m, uint32_t thread, uint32_t object,
                      int64_t offset)
{
  uint32_t n = 0;
  while (stale_cell (d, (struct machine *)m, thread, object, offset, n, false))
    n++;
  return n;
}

struct value stale_value (struct trial *d, const struct machine *m, uint32_t thread,
                          uint32_t object, int64_t offset, uint32_t n)
{
  return stale_cell (d, (struct machine *)m, thread, object, offset, n, false)->v;
}

void stale_forget (struct trial *d, struct machine *m, uint32_t thread, uint32_t object,
                   int64_t offset, uint32_t n)
{
  uint32_t all = stale_count (d, m, thread, object, offset);
  if (n == MOST_STALE)
    n = all;
  for (uint32_t i = 0; n && i < all; i++)
    if (i + n < all)
      stale_cell (d, m, thread, object, offset, i, false)->v =
          stale_value (d, m, thread, object, offset, i + n);
  for (uint32_t i = all; i-- > all - n;)
    memory_remove (m, stale_cell (d, m, thread, object, offset, i, false));
}

/* Whether somebody may still learn what the thread knows. */
static bool is_there (const struct machine *m, uint32_t thread)
{
  return m->threads[thread].status != T_JOINED && m->threads[thread].status != T_GONE;
}

bool stale_is_alone (const struct machine *m, uint32_t thread)
{
  for (uint32_t t = 0; t < m->n_threads; t++)
    if (t != thread && is_there (m, t))
      return false;
  return true;
}

/* OLD was there last: what it is among what the thread may still find. */
static void add_stale (struct trial *d, struct machine *m, uint32_t thread, uint32_t object,
                       int64_t offset, struct value old)
{
  uint32_t n = stale_count (d, m, thread, object, offset);
  struct memory_cell *c = stale_cell (d, m, thread, object, offset, n, true);
  if (c) {
    c->v = old;
    return;
  }
  stale_forget (d, m, thread, object, offset, MOST_STALE);
  stale_cell (d, m, thread, object, offset, 0, true)->v = (struct value){0}; /* anything */
}

static uint64_t key_of (uint32_t object, int64_t offset)
{
  return (uint64_t)object << 32 | (uint32_t)offset;
}

static void note_writer (struct trial *d, uint32_t thread, uint32_t object, int64_t offset)
{
  uint32_t *writer = map_at (&d->writers, key_of (object, offset));
  uint32_t now = !*writer || *writer == 1 + thread ? 1 + thread : UINT32_MAX;
  d->again |= now != *writer;
  *writer = now;
}

bool stale_is_own (const struct trial *d, uint32_t thread, uint32_t object, int64_t offset)
{
  uint32_t writer = map_get (&d->writers, key_of (object, offset), 0);
  return (!writer || writer == 1 + thread) && !(d->reused >> thread & 1);
}

void stale_write (struct trial *d, struct machine *m, uint32_t thread, uint32_t object,
                  int64_t offset, uint64_t bytes, bool found_last)
{
  struct value old = memory_load (d, m, object, offset, bytes);
  bool alone = stale_is_alone (m, thread);
  if (!alone)
    note_writer (d, thread, object, offset);
  if (!alone && !found_last && stale_count (d, m, thread, object, offset))
    schedules_refuse (d, "a write that may come before another");
  for (uint32_t i = 0; i < m->n_cells; i++)
    if (m->cells[i].object == object && m->cells[i].bytes < CELL_LOCK &&
        m->cells[i].offset < offset + (int64_t)bytes &&
        offset < m->cells[i].offset + (int64_t)m->cells[i].bytes &&
        (m->cells[i].offset != offset || m->cells[i].bytes != bytes))
      schedules_refuse (d, "atomics of several sizes");
  stale_forget (d, m, thread, object, offset, MOST_STALE);
  for (uint32_t t = 0; t < m->n_threads; t++)
    if (t != thread && is_there (m, t))
      add_stale (d, m, t, object, offset, old);
}

/* Threads */

static bool is_of (const struct memory_cell *c, uint32_t thread)
{
  return c->bytes >= use_of (thread, 0) && c->bytes < use_of (thread + 1, 0);
}

void stale_drop (struct machine *m, uint32_t thread)
{
  for (uint32_t i = m->n_cells; i-- > 0;)
    if (is_of (&m->cells[i], thread))
      memory_remove (m, &m->cells[i]);
}

void stale_fork (struct trial *d, struct machine *m, uint32_t thread, uint32_t child, bool reused)
{
  if (!d->stale)
    return;
  if (reused && !(d->reused >> child & 1)) {
    d->reused |= 1u << child;
    d->again = true;
  }
  stale_drop (m, child);
  for (uint32_t i = 0; i < m->n_cells && !d->refused; i++) {
    const struct memory_cell c = m->cells[i];
    if (is_of (&c, thread))
      memory_cell (d, m, c.object, c.offset, use_of (child, c.bytes - use_of (thread, 0)), true)->v =
          c.v;
  }
}

/* Whoever joins a thread knows what that knew: of two lists, which end alike, the shorter one. */
void stale_join (struct trial *d, struct machine *m, uint32_t thread, uint32_t child)
{
  for (uint32_t i = d->stale ? m->n_cells : 0; i-- > 0;) {
    const struct memory_cell c = m->cells[i];
    if (c.bytes != use_of (thread, 0))
      continue;
    uint32_t n = stale_count (d, m, thread, c.object, c.offset);
    uint32_t known = stale_count (d, m, child, c.object, c.offset);
    bool any = known && (c.v.kind == V_ANY ||
                         stale_value (d, m, child, c.object, c.offset, 0).kind == V_ANY);
    if (known < n && !any)
      stale_forget (d, m, thread, c.object, c.offset, n - known);
  }
  stale_drop (m, child);
}
