/* What functions give up that are asked before they are known: see recursion.c. */

#ifndef RACECHECK_RECURSION_H
#define RACECHECK_RECURSION_H

#include "summaries-internal.h"

void recursion_start (struct summaries *);
/* The locations of locks of its callers that a function may have released when it returns; 0: code
   nobody sees.  *HANDS_OUT: it may return with others.  If it is not known yet, that is taken for
   granted. */
setid recursion_ask (struct body *, funid callee, bool *hands_out);
/* F has been summarised. */
void recursion_note (struct summaries *, funid f);
/* N functions that call each other are to be summarised. */
void recursion_begin (struct summaries *, const funid *members, uint32_t n);
/* Whether something that N functions which call each other have taken for granted is not so.
   They have been summarised TIMES times before: where that does not end, they may release all that
   they do. */
bool recursion_differs (struct summaries *, const funid *members, uint32_t n, uint32_t times);

#endif
