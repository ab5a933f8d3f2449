/* Machines of a search: copies, threads that are gone, and states as numbers. */

#include "schedules-internal.h"

static void copy_used (struct machine *to, const struct machine *from)
{
  to->n_threads = from->n_threads;
  to->n_cells = from->n_cells;
  memcpy (to->cells, from->cells, from->n_cells * sizeof *to->cells);
  for (uint32_t t = 0; t < from->n_threads; t++) {
    struct strand *a = &to->threads[t];
    const struct strand *b = &from->threads[t];
    a->status = b->status;
    a->recent = b->recent;
    a->n_frames = b->n_frames;
    a->n_kept = b->n_kept;
    memcpy (a->frames, b->frames, b->n_frames * sizeof *a->frames);
    memcpy (a->kept, b->kept, b->n_kept * sizeof *a->kept);
  }
}

struct machine *machine_copy (struct trial *d, const struct machine *m)
{
  struct machine *c = d->free.n ? vec_pop (&d->free) : XCNEW (struct machine);
  if (m)
    copy_used (c, m);
  return c;
}

void machine_free (struct trial *d, struct machine *m)
{
  vec_push (&d->free, m);
}

static void forget_handle (const struct machine *m, struct value *v)
{
  if (v->kind == V_THREAD && m->threads[v->n].status == T_JOINED)
    *v = (struct value){.kind = V_NONZERO};
}

void forget_joined (const struct trial *d, struct machine *m)
{
  for (uint32_t t = 0; t < m->n_threads; t++)
    for (uint32_t i = 0; i < m->threads[t].n_kept; i++)
      forget_handle (m, &m->threads[t].kept[i]);
  for (uint32_t i = 0; i < m->n_cells; i++)
    forget_handle (m, &m->cells[i].v);
  drop_threads (d, m);
}

/* Threads to which a handle leads, or that hold a lock. */
static uint32_t known_threads (const struct machine *m)
{
  uint32_t known = 0;
  for (uint32_t t = 0; t < m->n_threads; t++)
    for (uint32_t i = 0; i < m->threads[t].n_kept; i++)
      if (m->threads[t].kept[i].kind == V_THREAD)
        known |= 1u << m->threads[t].kept[i].n;
  for (uint32_t i = 0; i < m->n_cells; i++) {
    const struct memory_cell *c = &m->cells[i];
    if (c->v.kind == V_THREAD)
      known |= 1u << c->v.n;
    if (c->bytes != CELL_LOCK)
      continue;
    if (c->v.object)
      known |= 1u << (c->v.object - 1);
    for (uint32_t t = 0; t < m->n_threads && !c->v.object; t++)
      known |= c->v.n >> 4 * t & 15 ? 1u << t : 0;
  }
  return known;
}

void drop_threads (const struct trial *d, struct machine *m)
{
  uint32_t known = 0;
  bool asked = false;
  for (uint32_t t = 1; t < m->n_threads; t++) {
    if ((m->threads[t].status != T_DONE || d->stale) && m->threads[t].status != T_JOINED)
      continue; /* what one has done that nobody has joined may still be news: see schedules-stale.c */
    known = asked ? known : known_threads (m);
    asked = true;
    if (known >> t & 1)
      continue;
    m->threads[t] = (struct strand){.status = T_GONE};
    for (uint32_t i = m->n_cells; i-- > 0;) /* thread-local ones */
      if ((m->cells[i].object >> 16 & 0xff) == t + 1)
        memory_remove (m, &m->cells[i]);
    stale_drop (m, t);
  }
  while (m->n_threads > 1 && m->threads[m->n_threads - 1].status == T_GONE)
    m->n_threads--;
}

static void put_value (vec_u32 *out, struct value v)
{
  vec_push (out, v.kind | (uint32_t)v.loose << 3);
  if (v.kind == V_POINTER || v.kind == V_FUNCTION || v.kind == V_RESIDUE)
    vec_push (out, v.object);
  if (v.kind != V_ANY && v.kind != V_NONZERO && v.kind != V_FUNCTION) {
    vec_push (out, (uint32_t)v.n);
    vec_push (out, (uint32_t)((uint64_t)v.n >> 32));
  }
}

static struct value get_value (const uint32_t **p)
{
  struct value v = {.kind = *(*p) & 7, .loose = *(*p) >> 3};
  (*p)++;
  if (v.kind == V_POINTER || v.kind == V_FUNCTION || v.kind == V_RESIDUE)
    v.object = *(*p)++;
  if (v.kind != V_ANY && v.kind != V_NONZERO && v.kind != V_FUNCTION) {
    v.n = (int64_t)((uint64_t)(*p)[1] << 32 | (*p)[0]);
    *p += 2;
  }
  return v;
}

static bool is_live (const struct trial *d, const struct frame *f, uint32_t k)
{
  const struct plan *p = &d->plans[f->f];
  return p->live[(size_t)f->record * p->row + k / 64] >> k % 64 & 1;
}

/* Variables of calls that have returned are nowhere. */
static bool is_gone (const struct trial *d, const struct machine *m, uint32_t instance)
{
  uint32_t thread = instance >> 16 & 0xff, depth = instance >> 24;
  const struct abstract_object *o = &d->p->objects.v.v[object_of_instance (instance)];
  return depth && (depth > m->threads[thread - 1].n_frames ||
                   (object_of_instance (instance) && /* else arguments */
                    m->threads[thread - 1].frames[depth - 1].f != o->a));
}

/* A state is a number for each thread, and one for the memory: few of them change at a time. */
uint32_t machine_intern (struct trial *d, const struct machine *m, struct tuples *in)
{
  uint32_t words[MOST_THREADS + 1];
  for (uint32_t t = 0; t < m->n_threads; t++) {
    const struct strand *s = &m->threads[t];
    vec_clear (&d->words);
    vec_push (&d->words, s->status | s->n_frames << 8);
    vec_push (&d->words, s->recent);
    for (uint32_t k = 0; k < s->n_frames; k++) {
      const struct frame *f = &s->frames[k];
      vec_push (&d->words, f->f);
      vec_push (&d->words, f->record);
      vec_push (&d->words, f->once);
      vec_push (&d->words, (uint32_t)f->once_at);
      for (uint32_t i = 0; i < d->plans[f->f].n_kept; i++)
        put_value (&d->words, s->status == T_NEW || is_live (d, f, i) ? s->kept[f->kept + i]
                                                                      : (struct value){0});
    }
    words[1 + t] = tuples_intern (&d->strands, d->words.v, d->words.n);
  }
  vec_clear (&d->words);
  for (uint32_t i = 0; i < m->n_cells; i++) {
    const struct memory_cell *c = &m->cells[i];
    if (is_gone (d, m, c->object))
      continue;
    vec_push (&d->words, c->object);
    vec_push (&d->words, (uint32_t)c->offset);
    vec_push (&d->words, c->bytes);
    vec_push (&d->words, c->v.object);
    put_value (&d->words, c->v);
  }
  words[0] = tuples_intern (&d->memories, d->words.v, d->words.n);
  return tuples_intern (in, words, 1 + m->n_threads);
}

static void restore_strand (const struct trial *d, uint32_t id, struct strand *s)
{
  const uint32_t *p = tuples_numbers (&d->strands, id);
  s->status = *p & 0xff;
  s->n_frames = *p++ >> 8;
  s->recent = *p++;
  s->n_kept = 0;
  for (uint32_t k = 0; k < s->n_frames; k++) {
    struct frame *f = &s->frames[k];
    *f = (struct frame){.f = p[0],
                        .block = s->status == T_NEW ? 0 : d->plans[p[0]].flow.block_of[p[1]],
                        .record = p[1],
                        .once = p[2],
                        .once_at = (int32_t)p[3],
                        .kept = s->n_kept};
    p += 4;
    for (uint32_t i = 0; i < d->plans[f->f].n_kept; i++)
      s->kept[s->n_kept++] = get_value (&p);
  }
}

void machine_restore (struct trial *d, const struct tuples *in, uint32_t id, struct machine *m)
{
  const uint32_t *words = tuples_numbers (in, id);
  const uint32_t *p = tuples_numbers (&d->memories, words[0]);
  const uint32_t *end = p + tuples_length (&d->memories, words[0]);
  m->n_threads = tuples_length (in, id) - 1;
  m->n_cells = 0;
  for (uint32_t t = 0; t < m->n_threads; t++)
    restore_strand (d, words[1 + t], &m->threads[t]);
  while (p < end) {
    struct memory_cell *c = &m->cells[m->n_cells++];
    *c = (struct memory_cell){.object = p[0], .offset = (int32_t)p[1], .bytes = p[2]};
    uint32_t object = p[3];
    p += 4;
    c->v = get_value (&p);
    c->v.object = object;
  }
}
