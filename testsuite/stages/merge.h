/* Copies of these are in both units. */
static int per_unit;

static inline int plain (int *p) { return ++*p; }               /* folded */
static inline int twice (int *p) { return plain (p) + plain (p); } /* folded with what it calls */
static inline int own (void) { return ++per_unit; }             /* uses a variable of its unit */
static inline int calls_own (void) { return own () + 1; }       /* calls one that is not folded */
static inline int counts (void) { static int n; return ++n; }   /* has a variable of its own */
static inline int ping (int n);
static inline int pong (int n) { return n ? ping (n - 1) : 0; } /* folded together */
static inline int ping (int n) { return n ? pong (n - 1) : 1; }
