#include "rules.h"

const struct rule_row rules[N_RULES] = {
#define RULE(name, option, cwe, on, about, certain, possible, brief, help) \
  {option, cwe, on, about, certain, possible, brief, help},
#include "rules.def"
};

uint32_t rules_default (void)
{
  uint32_t on = 0;
  for (unsigned i = 0; i < N_RULES; i++)
    on |= rules[i].on ? rule_bit (i) : 0;
  return on;
}
