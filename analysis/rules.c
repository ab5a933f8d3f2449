#include "rules.h"

const struct rule_row rules[N_RULES] = {
#define RULE(name, option, cwe, certain, possible, brief, help) \
  {option, cwe, certain, possible, brief, help},
#include "rules.def"
};
