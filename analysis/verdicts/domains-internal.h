/* What the files that find domains share. */

#ifndef RACECHECK_DOMAINS_INTERNAL_H
#define RACECHECK_DOMAINS_INTERNAL_H

#include "domains.h"

/* The one of OWNERS that is in the object; 0: none is. */
loc_id owner_in (const struct pointers *, setid owners, object_id object);
/* Whether one of the places may be in an owner. */
bool may_be_in_owner (const struct pointers *, setid into, setid owners);
/* Whether all pointers to the new memory that ITEM stores go to one owner. */
bool has_one_owner (struct domains *, uint32_t item, setid owner);
/* Whether what is in an object has come there by other ways than links. */
bool is_copied (const struct pointers *, object_id object);
/* Finds `given' of a domain, whose `reach' is known. */
void domains_find_given (struct domains *, struct domain *);

#endif
