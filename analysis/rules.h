/* Rules: what racecheck can find, from rules.def. */

#ifndef RACECHECK_RULES_H
#define RACECHECK_RULES_H

enum rule {
#define RULE(name, option, cwe, certain, possible, brief, help) RULE_##name,
#include "rules.def"
  N_RULES
};

struct rule_row {
  const char *option; /* without -W */
  unsigned cwe;
  const char *certain, *possible; /* with %L for the location */
  const char *brief, *help;
};

extern const struct rule_row rules[N_RULES];

#endif
