/* Rules: what racecheck can find, from rules.def. */

#ifndef RACECHECK_RULES_H
#define RACECHECK_RULES_H

#include <stdbool.h>
#include <stdint.h>

enum rule {
#define RULE(name, option, cwe, on, about, certain, possible, brief, help) RULE_##name,
#include "rules.def"
  N_RULES
};

enum rule_about {
  RULE_OF_ACCESSES, /* the location is memory, and two accesses race on it */
  RULE_OF_LOCKS,    /* the location is a lock, and the accesses are what is done with it */
  RULE_OF_LANES,    /* the same, by lanes of one thread */
  RULE_OF_PLACES    /* something in the source; there are no threads */
};

struct rule_row {
  const char *option; /* without -W */
  unsigned cwe;
  bool on;                        /* by default */
  uint8_t about;                  /* enum rule_about */
  const char *certain, *possible; /* with %L for the location, %O for the other lock */
  const char *brief, *help;
};

extern const struct rule_row rules[N_RULES];

/* Sets of rules are bits. */
static inline uint32_t rule_bit (unsigned rule)
{
  return (uint32_t)1 << rule;
}
uint32_t rules_default (void);

#endif
