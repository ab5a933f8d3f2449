# One function sets several flags or counters, of which not all are waited for: what is done after the one
# that a thread waits for must be reported.
. "$TESTSUITE/lib.sh"

cat > events.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
struct event { pthread_mutex_t m; pthread_cond_t c; int set; atomic_int mark; };
#define EVENT {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0}
static struct event go = EVENT, ready = EVENT, third = EVENT;
static int x;
void locked_set (struct event *e)
{
  pthread_mutex_lock (&e->m);
  e->set = 1;
  pthread_cond_broadcast (&e->c);
  pthread_mutex_unlock (&e->m);
}
void locked_wait (struct event *e)
{
  pthread_mutex_lock (&e->m);
  while (!e->set)
    pthread_cond_wait (&e->c, &e->m);
  pthread_mutex_unlock (&e->m);
}
void atomic_set (struct event *e) { atomic_store_explicit (&e->mark, 1, memory_order_release); }
void atomic_wait (struct event *e) { while (!atomic_load_explicit (&e->mark, memory_order_acquire)) ; }
void counted_set (struct event *e) { atomic_fetch_add (&e->mark, 1); }
void counted_wait (struct event *e) { while (atomic_load (&e->mark) < 1) ; }
static void *waiter (void *a) { WAIT (&go); x++; return a; }
int main (int n, char **v)
{
  pthread_t t;
  (void) n, (void) v, (void) third;
  pthread_create (&t, 0, waiter, 0);
  MAIN
  return pthread_join (t, 0);
}
C
program() { # RACY(0 or 1) MAIN
  local found kind
  for kind in locked atomic counted; do
    $CC $with -pthread -O0 -DSET=${kind}_set -DWAIT=${kind}_wait -DMAIN="$2" -c events.c -o events.o
    found=$("$RACECHECK" --no-caret events.o | grep -c ': warning: ') || :
    [ $((found > 0)) = "$1" ] || fail "$found findings, $kind, in: $2"
  done
}
program 0 'x = 1; SET (&go);'
program 0 'x = 1; SET (&go); SET (&ready);'
program 0 'SET (&ready); SET (&third); x = 1; SET (&go);'
program 1 'SET (&go); x = 1; SET (&ready);'
program 1 'SET (&go); x = 1; SET (&ready); SET (&third);'
program 1 'SET (&ready); SET (&go); x = 1;'
# one of two, and nobody knows which
program 1 'SET (n > 1 ? &go : &ready); x = 1; SET (&go);'
