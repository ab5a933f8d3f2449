/* Inline functions: static ones, extern ones that are no definitions, always_inline, unused. */

int n;

static inline int twice (int x) { return 2 * x; }
extern inline __attribute__ ((gnu_inline)) int not_here (int x) { return x + n; }
inline int maybe_here (int x) { return x - 1; }
static inline __attribute__ ((always_inline)) void bump (int *p) { ++*p; }
static int never_called (int x) __attribute__ ((unused));
static int never_called (int x) { return x + n; }

int use (int x)
{
  bump (&n);
  return twice (x) + not_here (x) + maybe_here (x);
}
