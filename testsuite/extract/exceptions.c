/* With -fexceptions the cleanup has an edge from each call that may throw. */
/* dg-options "-fexceptions" */

extern void may_throw (void);
extern void cannot_throw (void) __attribute__ ((nothrow));
extern void release (int *);

int shared;

void scoped (void)
{
  int held __attribute__ ((cleanup (release))) = 1;
  shared = held;
  may_throw ();
  cannot_throw ();
  shared = 2;
}
