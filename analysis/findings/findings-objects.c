/* Findings: those of which nobody knows how two threads get to one object.

   Where one of the accesses may be to another object, the two race only if both threads have got
   hold of the same one.  If both pointers lead back to variables, or both to memory that one of the
   threads was created with, or to a variable of the function that has created it, that is how:

     cache->head->hits++;                    in two threads; `cache' is a variable
     ((struct job *)arg)->done = 1;          in a thread that was created with `job',
     if (job->done)                          and in the function that has made `job'

   Pointers that come from other parameters, from memory that the call itself has made, out of a
   table or list of many, or from nowhere known say nothing of the kind.  In a small program a
   few such findings are worth a look each.  A program with more of them keeps its objects apart in
   a way that the analysis does not understand, and in a large one that is so of nearly all of them:
   they say no more than that.  They get a rule of their own then, which is off by default: what
   they are about counts as not decided.  Not so where most accesses hold one lock: who does without
   it is worth a look.  What may be an access to any of many places of other types is not worth one
   in small programs, either, nor is it said to touch what is hidden in a library. */

#include "findings-internal.h"
#include "rules.h"

#include <string.h>

enum { MOST_UNEXPLAINED = 8, SMALL_PROGRAM = 10000 /* instructions */, MOST_MEANT = 32 };

/* The variable, formal or whatever else a pointer leads back to; 0: by a way that may lead to one
   of several objects, the elements of an array or list of pointers. */
static expr_id beginning (const struct exprs *x, expr_id e)
{
  bool loaded = false;
  for (;;) {
    const struct expr *v = expr_get (x, e);
    switch (v->op) {
    case X_LOAD:
      loaded = true;
      break;
    case X_INDEX:
      if (loaded)
        return 0;
      break;
    case X_REACHED:
      if (v->code != REACHED_SAME)
        return 0;
      break;
    case X_ADD:
    case X_OP:
    case X_CONVERT:
    case X_AT:
      break;
    default:
      return e;
    }
    e = v->a;
  }
}

/* The same of what the thread accesses; GIVEN: it was created with that, which others may be, too.
   Memory that is made anew for each of them is shared with the creator only. */
enum gift { GIFT_NONE, GIFT_TO_ALL, GIFT_TO_ONE };

static expr_id beginning_of (const struct writer *w, const struct access_class *c, thread_id thread,
                             enum gift *given)
{
  const struct occurrence at = occurrence_at (w->c, c->event);
  const struct exprs *x = &w->s->x;
  const struct thread *t = &w->t->v.v[thread];
  const struct item *i = &w->s->items.v[at.item], *fork = &w->s->items.v[t->item];
  expr_id from = beginning (x, i->e[0]);
  const struct expr *v = expr_get (x, from);
  enum gift how = fork->fresh || fork->made ? GIFT_TO_ONE : GIFT_TO_ALL;
  *given = i->at_start ? how : GIFT_NONE;
  if (v->op != X_FORMAL || t->kind != THREAD_CREATED || w->c->v.v[at.context].f != t->start ||
      v->a != fork->formal)
    return from;
  *given = how;
  return beginning (x, fork->e[2]);
}

/* Whether both threads get at a variable of the function that has created one of them, the other
   from there, too, or by running it: all that one call of it creates mean the same variable. */
static bool share_frame (const struct writer *w, const struct verdict *v)
{
  const struct objects *o = &w->s->p->objects;
  const struct abstract_object *of = &o->v.v[loc_object (o, v->loc)];
  const uint32_t classes[] = {v->first, v->other};
  const thread_id by[] = {v->first_thread, v->other_thread};
  uint32_t created = 0, inside = 0;
  for (int i = 0; i < 2 && of->kind == OBJECT_LOCAL; i++) {
    const struct thread *t = &w->t->v.v[by[i]];
    uint32_t item = occurrence_at (w->c, w->r->classes.v[classes[i]].event).item;
    bool is_created = t->kind == THREAD_CREATED && innermost (w->s, t->item)->function == of->a;
    created += is_created;
    inside += is_created || innermost (w->s, item)->function == of->a;
  }
  return created && inside == 2;
}

bool is_explained (const struct writer *w, const struct verdict *v)
{
  const struct access_class *a = &w->r->classes.v[v->first], *b = &w->r->classes.v[v->other];
  const struct exprs *x = &w->s->x;
  enum gift given[2];
  if ((!a->guess && !b->guess) || share_frame (w, v))
    return true;
  expr_id from = beginning_of (w, a, v->first_thread, &given[0]);
  expr_id other = beginning_of (w, b, v->other_thread, &given[1]);
  return (expr_get (x, from)->op == X_OBJECT && expr_get (x, other)->op == X_OBJECT) ||
         (from == other && expr_is_fresh (x, from) &&
          (given[0] != given[1] || given[0] == GIFT_TO_ALL));
}

/* How many of the places are in other structs than LOC, as far as types have names; not more than
   LIMIT. */
static uint32_t others_among (const struct pointers *p, setid places, loc_id loc, uint32_t limit)
{
  const struct objects *o = &p->objects;
  const char *name = loc_struct_name (o, loc);
  uint64_t size = o->v.v[loc_object (o, loc)].size;
  uint32_t n = 0;
  for (struct set_iter i = sets_each (&p->sets, places); n < limit && set_next (&i);) {
    const char *type = loc_struct_name (o, i.x);
    n += name ? !type || strcmp (name, type) : type || o->v.v[loc_object (o, i.x)].size != size;
  }
  return n;
}

/* Whether one of the accesses may be to any of so many places of other kinds that it was hardly
   meant for this.  What goes to all that is in a list or table is. */
bool is_stray (const struct writer *w, const struct verdict *v)
{
  uint32_t both[] = {v->first, v->other};
  for (int i = 0; i < 2; i++) {
    const struct occurrence at = occurrence_at (w->c, w->r->classes.v[both[i]].event);
    setid places = w->s->items.v[at.item].where;
    if (others_among (w->s->p, places, v->loc, MOST_MEANT + 1) > MOST_MEANT)
      return true;
  }
  return false;
}

static bool is_vague (const struct writer *w, uint32_t number)
{
  const struct finding *f = &w->out->v.v[number];
  return bitset_has (&w->unexplained, number) &&
         (f->rule == RULE_RACE ? f->held * 2 < f->of
                               : f->rule == RULE_HIDDEN_STATE && bitset_has (&w->stray, number));
}

bool is_small_program (const struct program *p)
{
  uint32_t n = 0;
  for (funid f = 1; f <= p->n_functions && n <= SMALL_PROGRAM; f++)
    n += p->functions[f].body ? p->functions[f].body->n_records : 0;
  return n <= SMALL_PROGRAM;
}

bool is_left_out (const struct writer *w, uint32_t number)
{
  return !w->small && !(w->asked & rule_bit (RULE_OBJECTS)) && is_vague (w, number);
}

void sort_out_objects (struct writer *w)
{
  struct findings *f = w->out;
  uint32_t n = 0, left = 0;
  for (uint32_t i = 0; i < f->v.n; i++)
    n += is_vague (w, i);
  bool few = n <= MOST_UNEXPLAINED && w->small;
  for (uint32_t i = 0; i < f->v.n; i++) {
    bool vague = is_vague (w, i) && !(few && !bitset_has (&w->stray, i));
    if (vague && !(w->asked & rule_bit (RULE_OBJECTS))) {
      f->unexplained++;
      f->undecided += w->covered.v[i];
      continue;
    }
    f->v.v[left] = f->v.v[i];
    if (vague)
      f->v.v[left].rule = RULE_OBJECTS;
    left++;
  }
  f->v.n = left;
}
