#include "value-parameter-files.h"

void step (int mode, int n)
{
  int r = 0;
  for (int i = 0; i < n; i++)
    r += i;
  if (mode > 1)
    counter += r; /* dg-warning "data race on 'counter'" dg-message "updated here" */
}
