/* Effects: accesses of instructions come from the facts, those of library calls from the models. */

#include "effects-internal.h"
#include "access.h"
#include "locked.h"


struct effect *effect_add (struct effect_finder *d, funid f, uint32_t record, enum effect_mode mode,
                           setid where, uint64_t bytes)
{
  vec_push (
      &d->e->v,
      (struct effect){
          .function = f, .record = record, .mode = (uint8_t)mode, .where = where, .bytes = bytes});
  return &vec_last (&d->e->v);
}

/* Instructions */

static bool is_private (const struct effect_finder *d, funid f, const struct address *a)
{
  /* A local that nobody points to is nobody else's business, unless lanes share it. */
  return a->base_kind == BASE_LOCAL && !d->has_lanes &&
         !(d->program->functions[f].body->locals[a->base].flags & OF_ADDRESSED);
}

/* How many bits of memory a call reads to give it as an argument: as many as the parameters have of
   those who may be called; 0: nobody knows. */
static uint64_t given_bits (const struct effect_finder *d, funid f, uint32_t record,
                            const struct address *from)
{
  const struct rec_call *c =
      (const struct rec_call *)d->program->functions[f].body->records[record];
  uint32_t first, end, n = 0;
  uint64_t bits = 0;
  while (c->r.kind == REC_call && n < c->args.n &&
         (c->args.v[n].kind != OPND_CONTENTS || c->args.v[n].u.addr != from))
    n++;
  if (c->r.kind != REC_call || n == c->args.n)
    return 0;
  calls_of_record (d->p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++) {
    funid callee = d->p->calls.v[k].callee;
    const struct function *b = callee ? d->program->functions[callee].body : NULL;
    if (!b || n >= b->n_params || !b->locals[n + 1].type)
      return 0;
    uint64_t has = function_unit (d->program, callee)->types[b->locals[n + 1].type].r.bits;
    if (!has)
      return 0;
    bits = bits > has ? bits : has;
  }
  return bits;
}

/* Whether a volatile access is one to words that are used as atomics. */
static bool is_of_words (const struct effect_finder *d, funid f, uint32_t record, setid where)
{
  if (!d->words.words.n || !where || !is_word_access (d->program->functions[f].body, record))
    return false;
  for (struct set_iter i = sets_each (&d->p->sets, where); set_next (&i);)
    if (!bitset_has (&d->words, i.x))
      return false;
  return true;
}

static void add_instruction (struct effect_finder *d, funid f, uint32_t record)
{
  const struct unit *u = function_unit (d->program, f);
  const struct function *b = d->program->functions[f].body;
  struct access accesses[MOST_ACCESSES];
  unsigned n = accesses_of (u, b, b->records[record], accesses);
  bool locked = n && is_locked_operand (u, b, record);
  for (unsigned i = 0; i < n; i++) {
    const struct access *a = &accesses[i];
    if (is_private (d, f, a->addr))
      continue;
    /* Of a bit-field all of the storage is touched that it shares with others. */
    int64_t shift = a->rep_bits ? ((a->addr->bitoff & 7) + a->rep_off) >> 3 : 0;
    uint64_t bits = a->rep_bits ? a->rep_bits
                    : a->bits   ? a->bits
                                : given_bits (d, f, record, a->addr);
    setid where = points_moved (d->p, points_of_address (d->p, f, a->addr), shift, 0);
    bool atomic = locked || (a->flags & AF_VOLATILE &&
                             (d->p->trust_volatile || is_of_words (d, f, record, where)));
    bool reads = a->mode == ACCESS_READ && !locked; /* that writes, whatever its constraints say */
    enum effect_mode mode =
        reads ? (atomic ? MODE_ATOMIC_READ : MODE_READ) : (atomic ? MODE_ATOMIC_WRITE : MODE_WRITE);
    struct effect *e = effect_add (d, f, record, mode, where, (bits + 7) / 8);
    e->addr = a->addr;
    e->flags = a->flags;
    e->shift = (int8_t)shift;
    e->role = b->records[record]->kind == REC_store && !reads ? ROLE_SCALAR : ROLE_ANY;
  }
}

static void add_function (struct effect_finder *d, funid f)
{
  const struct function *b = d->program->functions[f].body;
  uint32_t call = d->p->first_call[f], end = d->p->first_call[f + 1];
  for (uint32_t i = 0; i < b->n_records; i++) {
    add_instruction (d, f, i);
    if (b->records[i]->kind != REC_call)
      continue;
    for (; call < end && d->p->calls.v[call].record <= i; call++) {
      const struct call_edge *c = &d->p->calls.v[call];
      if (c->record != i || c->kind != CALL_NOW)
        continue;
      if (d->p->models[c->callee])
        effects_of_model (d, f, i, c->callee);
      else if (c->callee && !d->program->functions[c->callee].body)
        effects_of_unknown (d, f, i, c->callee);
    }
  }
}

uint32_t effects_at (const struct effects *e, funid f, uint32_t record)
{
  uint32_t low = e->first[f], high = e->first[f + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (e->v.v[middle].record < record)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool has_lanes (const struct program *p, funid f)
{
  const struct function *b = p->functions[f].body;
  bool found = false;
  if (!b || !(function_unit (p, f)->r.flags & UF_LANES))
    return false;
  for (uint32_t r = 0; r < b->n_records && !found; r++)
    found = b->records[r]->kind == REC_phi && ((const struct rec_phi *)b->records[r])->lanes;
  return found;
}

/* Notes how far words reach that are accessed. */
static void find_words (const struct effects *e, struct pointers *p)
{
  struct bitset done[WORD_BYTES + 1] = {
      0}; /* sets, by bytes: they may be large, and come many times */
  vec_resize (&p->word_bytes, p->objects.locs.n);
  for (uint32_t k = 0; k < e->v.n; k++) {
    uint64_t bytes = e->v.v[k].bytes;
    if (bytes > WORD_BYTES || !bitset_add (&done[bytes], e->v.v[k].where))
      continue;
    for (struct set_iter i = sets_each (&p->sets, e->v.v[k].where); set_next (&i);)
      if (bytes > p->word_bytes.v[i.x])
        p->word_bytes.v[i.x] = (uint8_t)bytes;
  }
  for (int i = 0; i <= WORD_BYTES; i++)
    bitset_free (&done[i]);
}

void effects_find (struct effects *e, struct pointers *p)
{
  *e = (struct effects){0};
  struct effect_finder d = {.e = e, .p = p, .program = p->objects.program};
  find_locked_words (p, &d.words);
  uint32_t n = d.program->n_functions;
  e->first = xcalloc ((size_t)n + 2, sizeof *e->first);
  for (funid f = 1; f <= n; f++) {
    e->first[f] = e->v.n;
    d.has_lanes = has_lanes (d.program, f);
    if (d.program->functions[f].body && !p->models[f])
      add_function (&d, f);
  }
  e->first[n + 1] = e->v.n;
  bitset_free (&d.words);
  find_words (e, p);
}

void effects_free (struct effects *e)
{
  vec_free (&e->v);
  free (e->first);
}
