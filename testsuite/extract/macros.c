/* Accesses inside macros: where the macro is used, and the point inside its definition. */

struct counter { int hits, misses; };
struct counter stats;
int limit;

#define HIT(s) ((s)->hits++)
#define RESET() \
  do { \
    stats.hits = 0; \
    stats.misses = 0; \
  } while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FIELD(name) stats.name
#define BOTH FIELD (hits) + FIELD (misses)

int use (struct counter *c)
{
  HIT (c);
  HIT (&stats);
  RESET ();
  int m = MAX (limit, c->misses);
  return m + BOTH;
}
