/* Tables: arrays of numbers all of which are known, since they are constants, or a loop has stored
   a number that is computed from that of the element:

     int t[] = { 4, 2, 7 };
     for (i = 0; i < n; i++)
       u[i] = 2 * i + 1;

   Elements of other arrays whose numbers are loaded from there are known to be different.  Nobody
   else writes to the array. */

#ifndef RACECHECK_TABLES_H
#define RACECHECK_TABLES_H

#include "objects.h"

struct table {
  object_id object;
  uint32_t n_writers; /* stores; more than MOST_WRITERS: anything */
  uint32_t first_writer;
  bool read;        /* whether `numbers' are known was found out */
  uint64_t element; /* bytes, of `numbers' */
  uint32_t n;       /* 0: they are not known */
  int64_t *numbers, *sorted;
  int64_t gap; /* between any two of them at least */
};

struct table_writer {
  funid f;
  uint32_t record, next;
};

struct tables {
  bool found;
  struct map at;      /* object: 1 + number in v */
  struct map callers; /* function: 1 + the call; UINT32_MAX: there are several */
  VEC (struct table) v;
  VEC (struct table_writer) writers; /* from 1 */
};

void tables_free (struct tables *);

#endif
