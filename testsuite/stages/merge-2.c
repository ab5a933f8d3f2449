#include "merge.h"
int common_counter[4];
extern int strong;
static int same = 3;
int weak_or_strong (void) { return same; }
int twice_defined (void) { return 2; }
int target (void) { return plain (&strong) + twice (&strong) + calls_own () + counts () + ping (4); }
int aliased (void) __attribute__ ((alias ("target")));
static int local (void) { return common_counter[0]; }
int other (void) { return local (); }
