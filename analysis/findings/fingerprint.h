/* Fingerprints: by what a finding is known again when lines have moved. */

#ifndef RACECHECK_FINGERPRINT_H
#define RACECHECK_FINGERPRINT_H

#include "findings.h"

/* Sets the fingerprints of all findings; no two are the same. */
void fingerprints_make (struct findings *);

#endif
