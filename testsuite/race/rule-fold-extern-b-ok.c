/* The second unit of rule-fold-extern-ok. */
#include "rule-fold-extern.h"

extern int total;

void *other_unit (void *unused)
{
  locked_add (&total);
  return unused;
}
