# Slots, tickets and references: what makes a claim worthless must be reported, and only that.
. "$TESTSUITE/lib.sh"

cat > head.c <<'C'
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
#define L pthread_mutex_lock (&m)
#define U pthread_mutex_unlock (&m)
static struct { int used, v; } s[4];
static unsigned busy;
static int d[8], drawn;
static int claim (void)
{
  int i;
  L;
  for (i = 0; i < 4; i++)
    if (!s[i].used) {
      s[i].used = 1;
      break;
    }
  U;
  return i;
}
static void give (int i) { L; s[i].used = 0; U; }
static int take (void)
{
  int i;
  L;
  for (i = 0; i < 8; i++)
    if (!(busy & 1u << i)) {
      busy |= 1u << i;
      break;
    }
  U;
  return i;
}
static void put (int i) { L; busy &= ~(1u << i); U; }
static int draw (void) { int n; L; n = drawn++; U; return n; }
static void *t1 (void *a) { for (int k = 0; k < 100; k++) { ONE } return a; }
static void *t2 (void *a) { for (int k = 0; k < 100; k++) { TWO } return a; }
int main (void)
{
  pthread_t x, y, z;
  (void) claim, (void) give, (void) take, (void) put, (void) draw, (void) m2;
  pthread_create (&x, 0, t1, 0);
  pthread_create (&y, 0, t1, 0);
  pthread_create (&z, 0, t2, 0);
  return pthread_join (x, 0) + pthread_join (y, 0) + pthread_join (z, 0);
}
C

program() { # RACY(0 or 1) ONE TWO
  local found
  for level in -O0 -O2; do
    $CC $with -pthread $level -DONE="$2" -DTWO="$3" -c head.c -o claim.o
    found=$("$RACECHECK" --no-caret claim.o | grep -c ': warning: ') || :
    [ $((found > 0)) = "$1" ] || fail "$found findings at $level in: $2 | $3"
  done
}
claimed='int i = claim (); if (i < 4) { s[i].v++; give (i); }'
taken='int i = take (); if (i < 8) { d[i]++; put (i); }'
numbered='int n = draw (); if (n < 8) d[n]++;'
program 0 "$claimed" "$claimed"
program 0 "$taken" "$taken"
program 0 "$numbered" "$numbered"
# given back by somebody else, all at once, or too early
program 1 "$claimed" 'L; s[0].used = 0; U;'
program 1 "$claimed" 'L; memset (s, 0, sizeof s); U;'
program 1 "$claimed" 'int i = claim (); if (i < 4) { give (i); s[i].v++; }'
program 1 "$claimed" 'int i = claim (); if (i < 4) { s[i].v++; give (i); s[i].v = 0; }'
program 1 "$taken" 'L; busy = 0; U;'
program 1 "$taken" 'L; busy &= ~1u; U;'
program 1 "$taken" 'int i = take (); if (i < 8) d[i]++; put (i & 1);'
# found free in one critical section, taken in another one, or under another lock
program 1 "$claimed" 'int i; for (i = 0; i < 4; i++) { int u; L; u = s[i].used; U; if (!u) { L; s[i].used = 1; U; break; } } if (i < 4) { s[i].v++; give (i); }'
program 1 "$claimed" 'int i; pthread_mutex_lock (&m2); for (i = 0; i < 4; i++) if (!s[i].used) { s[i].used = 1; break; } pthread_mutex_unlock (&m2); if (i < 4) { s[i].v++; pthread_mutex_lock (&m2); s[i].used = 0; pthread_mutex_unlock (&m2); }'
program 1 "$taken" 'int i = 0; L; busy |= 1u << i; U; d[i]++; put (i);'
program 1 "$claimed" 'L; for (int i = 0; i < 4; i++) s[i].used = 1; U; for (int i = 0; i < 4; i++) s[i].v = 0;'
# another slot than the claimed one, or none
program 1 "$claimed" 's[0].v++;'
program 1 "$claimed" 'int i = claim (); if (i < 4) { s[(i + 1) % 4].v++; give (i); }'
program 1 "$claimed" 'int i = claim (); s[i & 1].v++; if (i < 4) give (i);'
program 1 "$taken" 'int i = take (); if (i < 8) { d[i ^ 1]++; put (i); }'
program 1 "$taken" 'int i = claim (); if (i < 4) { d[i]++; give (i); }'
# numbers that others get too
program 1 "$numbered" 'L; drawn = 0; U;'
program 1 "$numbered" 'L; drawn--; U;'
program 1 "$numbered" 'int n = draw (); if (n < 8) d[n / 2]++;'
program 1 "$numbered" 'int n = draw (); d[n % 8]++;'
program 1 "$numbered" 'int n = draw (); if (n < 7) d[n + 1]++;'
program 1 "$numbered" 'unsigned char n = draw (); if (n < 8) d[n]++;'
program 1 "$numbered" 'int n; L; n = drawn; U; if (n < 8) d[n]++;'
program 1 "$numbered" 'int n = drawn++; if (n < 8) d[n]++;'
program 1 "$numbered" 'int n; L; n = drawn; if (n & 1) drawn = n + 1; U; if (n < 8) d[n]++;'

cat > count.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct object { atomic_int references; int v; };
static void drop (struct object *x) { if (atomic_fetch_sub (&x->references, 1) == 1) free (x); }
static void *t1 (void *a) { struct object *x = a; long n = x->v; drop (x); return (void *) n; }
static void *t2 (void *a) { struct object *x = a; long n = 0; TWO return (void *) n; }
int main (void)
{
  pthread_t p, q;
  int n = 0;
  struct object *x = malloc (sizeof *x);
  atomic_init (&x->references, 2);
  x->v = 1;
  pthread_create (&p, 0, t1, x);
  pthread_create (&q, 0, t2, x);
  ONE
  return n + pthread_join (p, 0) + pthread_join (q, 0);
}
C
mv count.c head.c
program 0 '' 'n = x->v; drop (x);'
program 1 'n = x->v;' 'n = x->v; drop (x);'
program 1 '' 'drop (x); n = x->v;'
program 1 '' 'n = x->v; free (x);'
program 1 '' 'n = x->v; if (atomic_fetch_sub (&x->references, 1) == 2) free (x);'
program 1 '' 'n = x->v; if (atomic_fetch_sub (&x->references, 1) >= 1) free (x);'
program 1 '' 'x->v++; drop (x);'
