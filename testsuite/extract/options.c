/* Options that change what a unit means. */
/* dg-options "-funsigned-char -fwrapv -O1 -fopenmp -fexceptions" */

char c;

int use (void)
{
  return c++;
}
