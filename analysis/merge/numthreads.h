/* Numthreads: regions that have one thread because the function that starts them has said so before,
   on every way, by `omp_set_num_threads (1)'.  They become what `num_threads (1)' makes of them. */

#ifndef RACECHECK_NUMTHREADS_H
#define RACECHECK_NUMTHREADS_H

#include "load.h"

void settle_numbers_of_threads (struct units *);

#endif
