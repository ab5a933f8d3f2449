/* Sites: calls of a function that waits at barriers, told from each other.

     bar ();  // A: one `#pragma omp barrier'
     bar ();  // B: the same one again

   All threads of a team come to the same barriers in the same order.  If every call of the function
   comes to the same ones, two threads go through their calls side by side: what one of them may
   have called when the other one has called A is found by following both.  Calls that may coincide
   count as one; what comes behind other ones is another phase. */

#include "phases-internal.h"

enum { MOST_SITES = 64 };

/* The only function that a call in the team leads to, if it waits; 0: none, or several. */
static funid waiting_callee (const struct phases *t, funid f, uint32_t record, bool *several)
{
  const struct pointers *p = t->s->p;
  uint32_t first, end;
  calls_of_record (p, f, record, &first, &end);
  for (uint32_t k = first; k < end; k++)
    if (phases_stay (t, &p->calls.v[k]) && bitset_has (&t->waits, p->calls.v[k].callee)) {
      *several |= end - first > 1;
      return p->calls.v[k].callee;
    }
  return 0;
}

/* The functions whose barriers a call of F comes to, once each and in one order; false: it may be
   otherwise. */
static bool is_fixed (struct phases *t, funid f, struct bitset *barriers)
{
  const struct function *b = t->s->p->objects.program->functions[f].body;
  struct flow flow = *flow_of (t->s->p->objects.program, f);
  bool fixed = !bitset_has (&t->busy, f);
  bitset_add (&t->busy, f);
  for (uint32_t r = 0; fixed && r < b->n_records; r++) {
    bool several = false;
    if (b->records[r]->kind != REC_call)
      continue;
    bool own = is_team_barrier (t->s->p, f, r);
    funid callee = own ? 0 : waiting_callee (t, f, r, &several);
    if (!own && !callee)
      continue;
    fixed = !several && !flow.in_cycle[flow.block_of[r]];
    for (uint32_t k = 0; fixed && k < b->n_records; k++)
      if (b->records[k]->kind == REC_return)
        fixed = flow_dominates (&flow, r, k);
    if (own)
      bitset_add (barriers, f);
    else
      fixed = fixed && is_fixed (t, callee, barriers);
  }
  bitset_remove (&t->busy, f);
  return fixed;
}

struct sites {
  struct phases *t;
  funid f;
  const struct function *b;
  uint32_t n;
  struct {
    uint32_t record;
    funid callee; /* 0: it is a barrier itself */
    uint32_t same;
    uint64_t next; /* sites that may come next */
  } v[MOST_SITES];
};

/* The site at a record; MOST_SITES: there is none. */
static uint32_t site_at (const struct sites *s, uint32_t record)
{
  for (uint32_t i = 0; i < s->n; i++)
    if (s->v[i].record == record)
      return i;
  return MOST_SITES;
}

/* The sites that come first from a record of a block on. */
static uint64_t next_sites (const struct sites *s, uint32_t block, uint32_t from)
{
  bool *seen = xcalloc (s->b->n_blocks, sizeof *seen);
  struct worklist list = {0};
  uint64_t found = 0;
  bool first = true;
  worklist_push (&list, block);
  for (uint32_t x; worklist_pop (&list, &x); first = false) {
    uint32_t site = MOST_SITES;
    for (uint32_t r = first ? from : s->b->blocks[x].first;
         r < s->b->blocks[x].end && site == MOST_SITES; r++)
      site = s->b->records[r]->kind == REC_call ? site_at (s, r) : MOST_SITES;
    if (site != MOST_SITES)
      found |= UINT64_C (1) << site;
    for (uint32_t k = 0; site == MOST_SITES && k < s->b->blocks[x].n_edges; k++) {
      uint32_t to = s->b->blocks[x].edges[k].target;
      if (!seen[to])
        worklist_push (&list, to);
      seen[to] = true;
    }
  }
  worklist_free (&list);
  free (seen);
  return found;
}

/* Finds calls that wait; false: what they come to is not known well enough. */
static bool find_sites (struct sites *s)
{
  struct bitset all = {0}, one = {0};
  bool known = true, several = false;
  for (uint32_t r = 0; known && r < s->b->n_records; r++) {
    if (s->b->records[r]->kind != REC_call)
      continue;
    bool own = is_team_barrier (s->t->s->p, s->f, r);
    funid callee = own ? 0 : waiting_callee (s->t, s->f, r, &several);
    if (!own && !callee)
      continue;
    known = !several && s->n < MOST_SITES;
    bool again = false;
    for (uint32_t i = 0; i < s->n; i++)
      again |= callee && s->v[i].callee == callee;
    if (known && callee && !again) {
      bitset_free (&one);
      known = is_fixed (s->t, callee, &one);
      for (size_t f = bitset_next (&one, 0); known && f != BITSET_END;
           f = bitset_next (&one, f + 1)) {
        known = !bitset_has (&all, f); /* two functions that share a barrier */
        bitset_add (&all, f);
      }
    }
    if (known) {
      s->v[s->n].record = r;
      s->v[s->n].same = s->n;
      s->v[s->n++].callee = callee;
    }
  }
  bitset_free (&all);
  bitset_free (&one);
  return known;
}

static uint32_t same_as (struct sites *s, uint32_t i)
{
  while (s->v[i].same != i)
    i = s->v[i].same;
  return i;
}

/* Follows two threads from one pair of sites to the next. */
static void follow_pairs (struct sites *s)
{
  uint64_t start = next_sites (s, 0, s->b->blocks[0].first), seen[MOST_SITES] = {0};
  struct worklist list = {0};
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t block = 0;
    while (block + 1 < s->b->n_blocks && s->b->blocks[block + 1].first <= s->v[i].record)
      block++;
    s->v[i].next = next_sites (s, block, s->v[i].record + 1);
  }
  enum { FROM_START = MOST_SITES * MOST_SITES };
  worklist_push (&list, FROM_START);
  for (uint32_t pair; worklist_pop (&list, &pair);) {
    uint64_t a = pair == FROM_START ? start : s->v[pair / MOST_SITES].next;
    uint64_t b = pair == FROM_START ? start : s->v[pair % MOST_SITES].next;
    for (uint32_t i = 0; i < s->n; i++)
      for (uint32_t k = 0; a >> i & 1 && k < s->n; k++) {
        bool meet = i == k || (s->v[i].callee && s->v[i].callee == s->v[k].callee);
        if (!(b >> k & 1) || !meet || seen[i] >> k & 1)
          continue;
        seen[i] |= UINT64_C (1) << k;
        s->v[same_as (s, k)].same = same_as (s, i);
        worklist_push (&list, i * MOST_SITES + k);
      }
  }
  worklist_free (&list);
}

uint32_t phases_site (struct phases *t, funid f, uint32_t record)
{
  if (!bitset_has (&t->sited, f)) {
    struct sites s = {.t = t, .f = f, .b = t->s->p->objects.program->functions[f].body};
    bitset_add (&t->sited, f);
    if (find_sites (&s)) {
      follow_pairs (&s);
      for (uint32_t i = 0; i < s.n; i++)
        map_set (&t->sites, map_pair (f, s.v[i].record), 1 + s.v[same_as (&s, i)].record);
    }
  }
  return map_get (&t->sites, map_pair (f, record), 0);
}
