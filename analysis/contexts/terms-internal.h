/* What the files of the terms share. */

#ifndef RACECHECK_TERMS_INTERNAL_H
#define RACECHECK_TERMS_INTERNAL_H

#include "terms.h"

enum { TERM_HEAD = 4, LONGEST_TERM = 40 };

uint32_t term_make (struct terms *, enum term_kind, uint32_t a, int64_t d, const uint32_t *more,
                    uint32_t n);
/* The one place that the address is, if it is. */
bool unique_place (struct terms *, funid f, expr_id e, object_id *, int64_t *offset);
/* The lock of an array that has the same number as the data, or one that is computed from it; 0: it
   is none.  ONE: the access is to one element of each array. */
uint32_t index_term (struct terms *, funid f, expr_id lock, expr_id address, bool one);

/* A lock that a pointer leads to which is in the object of the access, seen from SHIFT bytes behind
   its start; 0: it is none. */
uint32_t near_term (struct terms *, const struct item *, int64_t shift, expr_id lock);

/* An element of an array whose number nobody else has drawn: see slots.h.  0: it is none. */
uint32_t ticket_term (struct terms *, const struct item *);

/* Whether the access is to a single element, also of arrays that its address does not step in. */
bool item_is_to_one (struct terms *, const struct item *);
/* Whether the access stays inside one element of every array around it. */
bool item_stays_in_element (struct terms *, const struct item *);

/* What an access to an array inside of a struct is to in the first element of that array, as
   `&q->slots[0].used' of `&q->slots[i].used': who accesses one byte of the array finds one of these,
   since nobody leaves the array.  The struct is that which the base of LOCK leads to, or the element of
   an array.  0: it steps through no such array, or through more than that, or the lock is one of
   several inside of it. */
expr_id in_first_element (struct terms *, const struct item *, expr_id lock);
/* Whether it is as far from all that the access touches at places SHIFT bytes behind its start: if
   these are several elements of an array it may not be the lock of one of them. */
bool has_one_distance (struct terms *, const struct item *, int64_t shift, expr_id lock);

/* What terms-memo.c keeps: terms_of_item, terms_of_holds, terms_sent and terms_without. */
struct guards terms_find (struct terms *, const struct item *, int64_t shift);
struct guards terms_find_holds (struct terms *, funid f, setid held);
setid terms_find_sent (struct terms *, funid f, setid released);
struct guards terms_find_without (struct terms *, struct guards, funid f, setid released);

#endif
