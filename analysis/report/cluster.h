/* Clusters: findings with one probable cause, so that people can deal with them as one (Abadi,
   Flanagan and Freund, section 6.3). */

#ifndef RACECHECK_CLUSTER_H
#define RACECHECK_CLUSTER_H

#include "findings.h"
#include "text.h"

enum cause {
  CAUSE_ITSELF,   /* of a group of one */
  CAUSE_CALL,     /* a call that may be of another function */
  CAUSE_LOCK,     /* a function does not hold a lock that is held elsewhere */
  CAUSE_OBJECT,   /* an object that has no lock of its own */
  CAUSE_STRUCT,   /* objects of a type likewise */
  CAUSE_POINTER,  /* pointers from unseen code */
  CAUSE_FUNCTION, /* a function touches shared memory without a lock */
  CAUSE_THREADS,  /* two threads may run at the same time */
  N_CAUSES
};

/* Findings FIRST .. FIRST + N of the list; all are data races, or all are possible ones. */
struct cluster {
  uint8_t cause; /* enum cause */
  uint32_t first, n;
};

struct clusters {
  VEC (struct cluster) v;
};

/* Groups a list that is sorted, and sorts it by groups: in the order of their first findings. */
void clusters_make (struct clusters *, const struct finding **list, uint32_t n);
void clusters_free (struct clusters *);
/* The cause in a sentence, as the first finding of the cluster has it. */
void cluster_say (enum cause, const struct finding *first, struct text *);
/* `lock', `object', ... */
const char *cause_name (enum cause);

#endif
