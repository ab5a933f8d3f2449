/* Arguments: calls that get a constant through a variable get the constant: what a model, or a
   caller, says of certain numbers only can then be decided.  Macros that look at their arguments
   make such variables.

     int option = WRITE_FUNCTION;
     set (handle, option, write_some);            set (handle, WRITE_FUNCTION, write_some)

   Calls of functions with a parameter that is a transparent union, as bind and accept have it, get
   what the compiler has put into the union. */

#ifndef RACECHECK_ARGUMENTS_H
#define RACECHECK_ARGUMENTS_H

#include "load.h"

void settle_arguments (struct units *);

#endif
