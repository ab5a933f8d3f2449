/* Enclose: functions whose bodies count, but which run inside of something that nobody can see in
   them: what verifiers call atomic by its name is a critical section.  Models say what happens
   first and last in them; that is put into the bodies, as calls of functions that have models only. */

#ifndef RACECHECK_ENCLOSE_H
#define RACECHECK_ENCLOSE_H

#include "load.h"
#include "models.h"

void enclose_bodies (struct units *, const struct models *);

#endif
