/* Self-check: whether what is installed here works together. */

#ifndef RACECHECK_SELF_CHECK_H
#define RACECHECK_SELF_CHECK_H

#include <stdbool.h>

/* Compiles a small program with the plugin, analyses it, and compares with what is known about it;
   a line for each step.  The compiler is that of the environment variable CC, or gcc. */
bool self_check (void);

#endif
