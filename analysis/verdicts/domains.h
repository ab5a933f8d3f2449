/* Domains: which memory is reached from one owner only (disjoint reachability, Naik and Aiken,
   section 4, for structures that are built from what is loaded from them).

   An owner is an object, or an element of an array, with a lock in it or beside it: a bucket, a
   tree, the argument of a thread.  Its domain is all that can be reached from it.  Domains are
   disjoint if whoever stores a pointer in a domain stores one to memory of the same domain, or to
   new memory that is in none yet:

     n = malloc (...);  n->next = b->head;  b->head = n;       one domain: b
     a->head = b->head;                                        two domains meet

   Then what is reached from two owners is no common memory, for as long as the program runs.
   Owners of one kind are named by a set of locations, in which their locks are. */

#ifndef RACECHECK_DOMAINS_H
#define RACECHECK_DOMAINS_H

#include "threads.h"

/* The owners of one kind. */
struct domain {
  setid owners;
  bool lost;            /* nothing is known */
  struct bitset reach;  /* objects that may be reached, with that of the owners */
  struct bitset shared; /* objects that may be in several domains */
  struct bitset given;  /* objects that one owner at most has a pointer to, in itself: see
                           domains-given.c */
};

/* A pointer that is stored somewhere. */
struct stored_pointer {
  uint32_t item; /* 0: nobody knows which pointer that is */
  setid into;    /* locations where it is stored */
  setid where;   /* locations that it points to */
};

/* Where pointers to new memory are stored, by function and memory. */
struct new_link {
  uint32_t item, next;
};

struct links {
  struct map first; /* function, root: 1 + number */
  VEC (struct new_link) v;
};

/* Those of a kind, ITEM_LINK or ITEM_ASIDE. */
void links_find (struct links *, const struct summaries *, enum item_kind);
void links_free (struct links *);
/* The links of new memory ROOT of a function, one after the other; 0: no more. */
static inline uint32_t links_first (const struct links *l, funid f, expr_id root)
{
  return map_get (&l->first, map_pair (f, root), 0);
}
static inline uint32_t links_next (const struct links *l, uint32_t link)
{
  return l->v.v[link - 1].next;
}
static inline uint32_t links_item (const struct links *l, uint32_t link)
{
  return l->v.v[link - 1].item;
}

struct domains {
  struct threads *t;
  struct bitset movable; /* objects that are taken out of shared places: see verdicts-moves.c */
  const struct links *of_new;
  struct links aside;
  VEC (struct stored_pointer) links;
  struct map
      unknown; /* where a pointer is stored, and leads to: it is among the links without item */
  struct map contents;    /* locations: 1 + what they hold */
  struct map linked;      /* two objects: a pointer to the second may be stored in the first */
  bool all_linked;        /* there were too many */
  uint32_t *first_target; /* by object: 1 + into `targets'; 0: not known yet */
  vec_u32 targets;        /* objects that pointers in an object lead to, up to a 0 each */
  object_id *seen_from;   /* by object: the last one that leads there */
  VEC (struct domain) v;
  struct map by_owners; /* set: 1 + number */
  uint64_t *classes;    /* by object */
};

struct terms;
void domains_init (struct domains *, struct threads *, struct terms *);
/* Equal for objects that are in several domains of the same kinds. */
static inline uint64_t domains_class (const struct domains *d, object_id object)
{
  return d->classes[object];
}
void domains_free (struct domains *);
/* The kind of OWNERS, if each instance of OBJECT is in the domain of at most one of that kind; else
   SETS_EMPTY. */
setid domains_kind (const struct domains *, setid owners, object_id object);

/* Whether no two of OWNERS have, in themselves, pointers to one instance of OBJECT. */
bool domains_given (const struct domains *, setid owners, object_id object);

/* Whether A and B are different owners of one kind. */
bool domains_differ (const struct domains *, setid a, setid b);

/* Whether nothing that one of OWNERS has leads to OBJECT. */
bool domains_exclude (const struct domains *, setid owners, object_id object);

/* The one of OWNERS that the memory at E of function F belongs to: its address, or 0. */
expr_id owner_of (struct summaries *, funid f, expr_id e, setid owners);
/* The same, also for new memory, and what is behind it, that is given to an owner here. */
expr_id owner_of_new (struct summaries *, const struct links *, funid f, expr_id e, setid owners);

#endif
