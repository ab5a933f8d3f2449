/* Recursion: which locks of its callers a function may release, where that is asked for before it
   is known, by functions that call each other.

   A function is taken to release nothing, and all that call each other are summarised again if its
   summary says otherwise: then with what any of them was found to release, until that is all.  That
   what is left is true of each call that returns is shown by induction: the calls that it has made
   have returned before.  Of calls that a jump leaves, and of code that nobody sees, all that they
   may ever release counts, see releases_of. */

#include "recursion.h"

void recursion_start (struct summaries *s)
{
  s->gives_up = xcalloc (s->p->objects.program->n_functions + 1, sizeof *s->gives_up);
}

/* Whether it is a function, and not what stands for code that nobody sees, and is summarised. */
static bool is_seen (const struct summaries *s, funid f)
{
  const struct program *program = s->p->objects.program;
  const struct function *b = f && f <= program->n_functions ? program->functions[f].body : NULL;
  return b && b->n_blocks && !s->p->models[f];
}

static uint32_t answer (const struct summaries *s, funid f)
{
  return 2 * s->gives_up[f] + bitset_has (&s->hands_out, f);
}

/* What threads of teams do is in tables from which nothing is taken back. */
static bool has_teams (const struct summaries *s)
{
  return s->regions.words.n || s->tasks.words.n;
}

setid recursion_ask (struct body *d, funid callee, bool *hands_out)
{
  struct summaries *s = d->s;
  *hands_out = true;
  if (!is_seen (s, callee) || s->component[callee] > s->component[d->f] ||
      (s->component[callee] == s->component[d->f] && has_teams (s)))
    return releases_of (s, callee);
  if (s->component[callee] == s->component[d->f] && !s->given_up)
    map_set (&s->asked, map_pair (callee, d->f), answer (s, callee));
  *hands_out = bitset_has (&s->hands_out, callee);
  return s->gives_up[callee];
}

/* The places of the locks of callers that the rows say it may have released. */
static setid places_of_rows (struct summaries *s, funid f)
{
  const struct summary *m = &s->of[f];
  setid all = SETS_EMPTY;
  for (uint32_t i = 0; i < m->n_rows; i++)
    for (struct set_iter k = sets_each (&s->sets, m->rows[i].released); set_next (&k);) {
      if (is_token (s, k.x))
        continue;
      setid at = k.x ? expr_points (&s->x, f, k.x) : SETS_EMPTY;
      all = sets_union (&s->p->sets, all, at ? at : s->releases[f]);
    }
  return all;
}

/* Whether it may return with locks that it was not called with. */
static bool rows_hand_out (const struct summaries *s, funid f)
{
  const struct summary *m = &s->of[f];
  bool any = false;
  for (uint32_t i = 0; i < m->n_rows; i++) {
    any |= m->rows[i].maybe != SETS_EMPTY;
    for (struct set_iter k = sets_each (&s->sets, m->rows[i].held); set_next (&k);)
      any |= !is_token (s, hold_get (s, k.x).lock);
  }
  return any;
}

void recursion_note (struct summaries *s, funid f)
{
  bool whole = s->filter->sliced[f]; /* of others the rows say nothing */
  setid places = s->releases[f];
  if (whole)
    places = sets_intersection (&s->p->sets, places, places_of_rows (s, f));
  s->gives_up[f] = sets_union (&s->p->sets, s->gives_up[f], places);
  if (whole ? rows_hand_out (s, f) : s->acquires[f] != SETS_EMPTY)
    bitset_add (&s->hands_out, f);
}

/* Whether F has been told something about functions that call it which is not so. */
static bool was_misled (const struct summaries *s, funid f)
{
  const struct pointers *p = s->p;
  for (uint32_t k = p->first_call[f]; k < p->first_call[f + 1]; k++) {
    funid callee = p->calls.v[k].callee;
    const uint32_t *told = callee && s->component[callee] == s->component[f] && is_seen (s, callee)
                               ? map_find (&s->asked, map_pair (callee, f))
                               : NULL;
    if (told && *told != answer (s, callee))
      return true;
  }
  return false;
}

/* What one of those that call each other does, the others mostly do by calling it: to find that out
   would take a round for each call on the way. */
static void share_answers (struct summaries *s, const funid *members, uint32_t n)
{
  setid all = SETS_EMPTY;
  bool hands_out = false;
  for (uint32_t i = 0; i < n; i++)
    if (is_seen (s, members[i])) {
      all = sets_union (&s->p->sets, all, s->gives_up[members[i]]);
      hands_out |= bitset_has (&s->hands_out, members[i]);
    }
  for (uint32_t i = 0; i < n; i++)
    if (is_seen (s, members[i])) {
      s->gives_up[members[i]] = all;
      if (hands_out)
        bitset_add (&s->hands_out, members[i]);
    }
}

/* It is not known better than that they release all that they may ever release. */
static void give_up_answers (struct summaries *s, const funid *members, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (is_seen (s, members[i])) {
      s->gives_up[members[i]] =
          sets_union (&s->p->sets, s->gives_up[members[i]], s->releases[members[i]]);
      bitset_add (&s->hands_out, members[i]);
    }
}

void recursion_begin (struct summaries *s, const funid *members, uint32_t n)
{
  enum { MANY = 500 }; /* of which there are few, but they take long */
  s->given_up = n > MANY;
  if (s->given_up)
    give_up_answers (s, members, n);
}

bool recursion_differs (struct summaries *s, const funid *members, uint32_t n, uint32_t times)
{
  enum { MOST_TIMES = 2 };
  bool any = false;
  for (uint32_t i = 0; i < n && !any && !s->given_up; i++)
    any = is_seen (s, members[i]) && was_misled (s, members[i]);
  if (any && times >= MOST_TIMES)
    give_up_answers (s, members, n);
  else if (any)
    share_answers (s, members, n);
  return any;
}
