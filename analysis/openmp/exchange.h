/* Exchange: see exchange.c. */

#ifndef RACECHECK_EXCHANGE_H
#define RACECHECK_EXCHANGE_H

#include "summaries.h"

/* Whether two pointers of one call of a function lead to different objects at any time. */
bool are_exchanged (struct summaries *, expr_id a, expr_id b);

#endif
