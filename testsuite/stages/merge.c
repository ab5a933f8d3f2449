/* { dg-additional-sources "merge-2.c" } */
/* { dg-options "-fcommon" } */
/* What names mean in a program of two units. */
#include "merge.h"
int common_counter;                       /* common, smaller than in the other unit */
int strong = 1;
static int same = 2;                      /* another `same' in the other unit */
__attribute__ ((weak)) int weak_or_strong (void) { return 1; } /* the other unit's wins */
__attribute__ ((weak)) int only_weak (void) { return 2; }
int twice_defined (void) { return 1; }    /* wins: it is the first */
extern int aliased (void);                /* the other unit's `target' */
extern int undefined (int), other (void);
extern int undefined_object;
__attribute__ ((weak)) extern int maybe (void);
static int local (void) { return same + strong; }

int main (void)
{
  int n = plain (&strong) + twice (&strong) + calls_own () + counts () + ping (3);
  n += weak_or_strong () + only_weak () + twice_defined () + aliased () + undefined (local ());
  return n + undefined_object + (maybe ? maybe () : other ());
}
