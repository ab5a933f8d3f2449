/* Members: C++ pointers to member functions.  GCC makes each a struct of `__pfn', the function, or
   1 more than an offset in the table of virtual functions, and `__delta', which is added to the
   object. Most programs have none to virtual functions, and none that move the object: then the
   code that asks for that at each call is simplified. */

#ifndef RACECHECK_MEMBERS_H
#define RACECHECK_MEMBERS_H

#include "load.h"

void simplify_members (struct units *);

#endif
