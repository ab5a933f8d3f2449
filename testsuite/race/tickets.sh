# Numbers that are drawn from a counter, and what makes two threads draw the same.
. "$TESTSUITE/lib.sh"

judge() { # EXPECTED COUNTER DRAW [USE [DRAW of the other thread]]
  local level
  cat > ticket.c <<C
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define LOCKED(x) ({ pthread_mutex_lock (&m); int v = (x); pthread_mutex_unlock (&m); v; })
$2;
static int b[70000];
static void *one (void *a)
{
  for (int i = 0; i < 100; i++) { int k = $3; ${4:-b[k] = i;} }
  return a;
}
static void *two (void *a)
{
  for (int i = 0; i < 100; i++) { int k = ${5:-$3}; ${4:-b[k] = i;} }
  return a;
}
int main (void)
{
  pthread_t x, y;
  pthread_create (&x, 0, one, (void *) 1);
  pthread_create (&y, 0, two, (void *) 0);
  pthread_join (x, 0);
  pthread_join (y, 0);
  return b[0];
}
C
  for level in -O0 -O2; do
    $CC $with -w $level -c ticket.c -o ticket.o
    "$RACECHECK" ticket.o > ticket.txt
    if grep -q "race on 'b\[" ticket.txt; then
      [ "$1" = race ] || fail "$level $*: a false alarm"
    else
      [ "$1" = ok ] || fail "$level $*: missed"
    fi
  done
}
judge ok   'atomic_int n' 'n++'
judge ok   'atomic_int n' '++n'
judge ok   'atomic_uint n' 'n++'
judge ok   'atomic_long n' 'n++'
judge ok   'atomic_int n' 'atomic_fetch_add_explicit (&n, 1, memory_order_relaxed)'
judge ok   'int n' '__sync_fetch_and_add (&n, 1)'
judge ok   'int n' '__atomic_add_fetch (&n, 1, 5)'
judge ok   'atomic_int n' 'atomic_fetch_add (&n, 2)'
judge ok   'atomic_int n' 'n++' 'if (k >= 100) break; b[k] = i;'
judge ok   'int n' '__atomic_add_fetch (&n, 1, 5) - 1' '' '__atomic_fetch_add (&n, 1, 5)'
judge ok   'int n' 'LOCKED (++n)'
judge race 'int n' '__atomic_add_fetch (&n, 1, 5)' '' '__atomic_fetch_add (&n, 1, 5)'
judge race 'int n' '__atomic_add_fetch (&n, 2, 5) - 1' '' '__atomic_fetch_add (&n, 1, 5)'
judge race 'int n' 'LOCKED (++n)' '' 'LOCKED (n++)'
judge race '_Atomic unsigned char n' 'n++'
judge race '_Atomic short n' '(unsigned short) n++'
judge race 'unsigned char n' 'LOCKED (n++)'
judge race 'struct { unsigned n : 4; } s' 'LOCKED (s.n++)'
judge race 'atomic_int n' '(unsigned char) n++'
judge race 'atomic_int n' 'n++ % 4'
judge race 'atomic_int n' 'atomic_fetch_add (&n, 0)'
judge race 'atomic_int n' 'atomic_fetch_add (&n, (long) a)'
judge race 'atomic_int n' 'n++' 'b[k] = i; if (k > 50) n = 0;'
judge race 'atomic_int n' 'n++' 'b[k] = i; n--;'
judge race 'atomic_int n' 'n++' 'b[k] = i; b[k + 1] = i;'
judge race 'atomic_int n' 'n' 'n++; b[k] = i;'
judge race 'atomic_int n, o' 'n++' '' 'o++'
judge race 'atomic_int n[2]' 'n[(long) a]++'
exit 0
