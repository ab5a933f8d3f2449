# Double-checked initialisation by an atomic flag: what breaks the order must be reported.
. "$TESTSUITE/lib.sh"

cat > flag.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;
static int x;
#define L pthread_mutex_lock (&m)
#define U pthread_mutex_unlock (&m)
static void init (void) { L; if (!ready) { x = 1; ready = 1; } U; }
static int get (void) { if (!ready) init (); return x; }
static void *t1 (void *a) { int n = get (); return n ? a : 0; }
static void *t2 (void *a) { int n = 0; TWO return n ? a : 0; }
int main (void)
{
  pthread_t p, q, r;
  (void) m2, (void) c;
  pthread_create (&p, 0, t1, 0);
  pthread_create (&q, 0, t1, 0);
  pthread_create (&r, 0, t2, 0);
  return pthread_join (p, 0) + pthread_join (q, 0) + pthread_join (r, 0);
}
C
program() { # RACY(0 or 1) TWO
  local found
  for level in -O0 -O2; do
    $CC $with -pthread $level -DTWO="$2" -c flag.c -o flag.o
    found=$("$RACECHECK" --no-caret flag.o | grep -c ': warning: ') || :
    [ $((found > 0)) = "$1" ] || fail "$found findings at $level in: $2"
  done
}
program 0 'n = get ();'
# the flag is taken back, set by others, under another lock, or too early
program 1 'L; ready = 0; U; n = get ();'
program 1 'ready = 1;'
program 1 'pthread_mutex_lock (&m2); if (!ready) { x = 1; ready = 1; } pthread_mutex_unlock (&m2);'
program 1 'L; if (!ready) { ready = 1; x = 2; } U;'
# the lock was released since the flag was looked at, or not held then
program 1 'L; if (!ready) { U; L; x = 1; ready = 1; } U;'
program 1 'L; int r = ready; U; L; if (!r) { x = 1; ready = 1; } U;'
program 1 'L; if (!ready) { pthread_cond_wait (&c, &m); x = 3; } U;'
program 1 'if (!ready) { L; x = 1; ready = 1; U; }'
# written without looking
program 1 'L; x = 2; U;'
program 1 'L; if (!ready) x = 1; U; x++;'
program 1 'if (!atomic_load_explicit (&ready, memory_order_relaxed)) init (); n = x;'
