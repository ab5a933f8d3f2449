#include "rules.h"

const struct rule_row rules[N_RULES] = {
#define RULE(name, option, cwe, certain, possible) {option, cwe, certain, possible},
#include "rules.def"
};
