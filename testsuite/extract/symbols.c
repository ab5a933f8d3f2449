/* What the linker needs to know of a symbol. */
/* dg-options "-fcommon" */

int tentative;
static int internal;
int strong = 1;
int maybe __attribute__ ((weak));
extern int imported;
extern int maybe_imported __attribute__ ((weak));
int hidden __attribute__ ((visibility ("hidden")));
int protected_one __attribute__ ((visibility ("protected"))) = 2;
int internal_one __attribute__ ((visibility ("internal")));
int placed __attribute__ ((section (".racecheck.test"))) = 3;
static int kept __attribute__ ((used));
int renamed asm ("other_name");
extern int variable_alias __attribute__ ((alias ("strong")));

int real (void) { return strong++; }
int also (void) __attribute__ ((alias ("real")));
int weak_also (void) __attribute__ ((weak, alias ("real")));
static int reference (void) __attribute__ ((weakref ("elsewhere")));
extern int undefined (void) __attribute__ ((weak));
static int (*resolve (void)) (void) { return real; }
int chosen (void) __attribute__ ((ifunc ("resolve")));

int use (void)
{
  tentative = internal + maybe + imported + hidden + protected_one + internal_one + placed;
  renamed = variable_alias;
  if (&maybe_imported)
    maybe_imported++;
  return also () + weak_also () + chosen () + reference () + (undefined ? undefined () : 0);
}
