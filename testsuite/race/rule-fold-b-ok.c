/* The second unit of rule-fold, with its own add_lock. */
#include "rule-fold.h"

extern int total;

void *other_unit (void *unused)
{
  locked_add (&total);
  return unused;
}
