/* Structs by value: a function of one file gets what it uses of them, pointers among it, as
   arguments of their own, and what it returns it stores where its caller wants it:

     struct list both (struct list a, struct list b)      both (a, b, a.first, b.first, &w->list)
     w->list = both (w->list, v->list)

   Other stages follow pointers through arguments and memory, not through structs that are copied.
   The copies stay: they read all of the struct. */

#ifndef RACECHECK_STRUCTS_H
#define RACECHECK_STRUCTS_H

#include "load.h"

void pass_parts_of_structs (struct units *);

#endif
