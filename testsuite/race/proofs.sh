# Every proof has a program that only it proves: silent, the verdict names the proof, and --without=PROOF
# reports a race.  No proof of the table is left out.
. "$TESTSUITE/lib.sh"

cat > head.h <<'C'
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
typedef pthread_mutex_t M;
#define MI PTHREAD_MUTEX_INITIALIZER
#define L(m) pthread_mutex_lock (m)
#define U(m) pthread_mutex_unlock (m)
#define THREAD(f) static void *f (void *a)
static inline pthread_t go (void *(*f) (void *), void *a)
{
  pthread_t t;
  pthread_create (&t, 0, f, a);
  return t;
}
C
tried=
program() { # PROOF [LOCATION]: the program is standard input; LOCATION is whose verdict names the proof
  { echo '#include "head.h"' && cat; } > $1.c
  $CC $with -pthread ${options--O1} -c $1.c -o $1.o
  "$RACECHECK" --no-caret $1.o > found
  ! grep ': warning: ' found || fail "$1: reported with all proofs"
  "$RACECHECK" --no-caret --without=$1 --without=schedule $1.o | grep -q ': warning: ' ||
    fail "$1: not reported without"
  [ $# = 1 ] || "$RACECHECK" --dump=verdicts $1.o | grep -q "^$2: .*[[ ]$1[],]" ||
    fail "$1: no verdict of $2 names it: $("$RACECHECK" --dump=verdicts $1.o)"
  tried="$tried $1"
}

program lock x <<'C'
static M m = MI;
static int x;
THREAD (f) { L (&m); x++; U (&m); return a; }
int main (void) { go (f, 0); f (0); return 0; }
C
program object 'heap.*' <<'C'
struct s { M m; int x; };
static struct s *make (void) { struct s *p = malloc (sizeof *p); pthread_mutex_init (&p->m, 0); p->x = 0; return p; }
THREAD (f) { struct s *p = a; L (&p->m); p->x++; U (&p->m); return a; }
int main (void)
{
  for (int i = 0; i < 4; i++) { struct s *p = make (); go (f, p); f (p); }
  return 0;
}
C
program index 'x.*' <<'C'
static M m[8] = {MI, MI, MI, MI, MI, MI, MI, MI};
static int x[8];
static void add (unsigned k) { unsigned h = k % 8; L (&m[h]); x[h]++; U (&m[h]); }
THREAD (f) { for (unsigned k = 0; k < 100; k++) add (k * 7); return a; }
int main (void) { go (f, 0); f (0); return 0; }
C
program reach 'heap.*' <<'C'
struct node { struct node *next; int x; };
static struct bucket { M m; struct node *head; } t[2] = {{MI, 0}, {MI, 0}};
static void add (struct bucket *b)
{
  struct node *n = calloc (1, sizeof *n);
  L (&b->m);
  n->next = b->head;
  b->head = n;
  for (n = b->head; n; n = n->next) n->x++;
  U (&b->m);
}
THREAD (f) { add (&t[0]); add (&t[1]); return a; }
int main (void) { go (f, 0); f (0); return 0; }
C
program claim 's.*' <<'C'
static M m = MI;
static struct { int used, x; } s[4];
THREAD (f)
{
  int i;
  L (&m);
  for (i = 0; i < 4; i++)
    if (!s[i].used) { s[i].used = 1; break; }
  U (&m);
  if (i < 4) {
    s[i].x++;
    L (&m);
    s[i].used = 0;
    U (&m);
  }
  return a;
}
int main (void) { go (f, 0); f (0); return 0; }
C
program ticket 'x.*' <<'C'
static M m = MI;
static int next, x[100];
THREAD (f) { L (&m); int n = next++; U (&m); if (n < 100) x[n]++; return a; }
int main (void) { go (f, 0); f (0); return 0; }
C
program word x <<'C'
static atomic_flag m = ATOMIC_FLAG_INIT;
static int x;
THREAD (f) { while (atomic_flag_test_and_set (&m)) continue; x++; atomic_flag_clear (&m); return a; }
int main (void) { go (f, 0); f (0); return 0; }
C
program thread 'x.*' <<'C'
static int x[4];
THREAD (f) { int *p = a; ++*p; return a; }
int main (void) { for (int i = 0; i < 4; i++) go (f, &x[i]); return 0; }
C
program local 'x.*' <<'C'
static M m = MI;
static int *newest;
static _Thread_local int x;
THREAD (f) { L (&m); newest = &x; U (&m); x++; return a; }
int main (void) { go (f, 0); f (0); return 0; }
C
program element 'x.*' <<'C'
static int x[2];
THREAD (f) { x[0]++; return a; }
int main (void) { go (f, 0); x[1]++; return 0; }
C
program private 'heap.*' <<'C'
static M m = MI;
static struct s { int x; } *shared;
THREAD (f)
{
  struct s *p = malloc (sizeof *p);
  p->x = 1;
  L (&m);
  p->x += shared ? shared->x : 0;
  shared = p;
  U (&m);
  return a;
}
int main (void) { go (f, 0); f (0); return 0; }
C
program taken 'heap.*' <<'C'
static M m = MI;
static struct s { int x; } *slot;
THREAD (put) { struct s *p = malloc (sizeof *p); p->x = 1; L (&m); if (slot) slot->x++; else slot = p; U (&m); return a; }
THREAD (get) { L (&m); struct s *p = slot; slot = 0; U (&m); if (p) p->x++; return a; }
int main (void) { go (put, 0); go (get, 0); go (get, 0); return 0; }
C
program references 'heap.*' <<'C'
struct s { atomic_int n; int x; };
THREAD (f)
{
  struct s *p = a;
  long x = p->x;
  if (atomic_fetch_sub (&p->n, 1) == 1) free (p);
  return (void *) x;
}
int main (void)
{
  struct s *p = malloc (sizeof *p);
  atomic_init (&p->n, 1);
  p->x = 1;
  atomic_fetch_add (&p->n, 1);
  go (f, p);
  atomic_fetch_add (&p->n, 1);
  go (f, p);
  f (p);
  return 0;
}
C
program fork x <<'C'
static int x;
THREAD (f) { x++; return a; }
int main (void) { x = 1; pthread_t t = go (f, 0); pthread_join (t, 0); return x; }
C
program lent x <<'C'
static M m = MI;
static int x;
THREAD (f) { x++; return a; }
THREAD (g) { L (&m); x++; U (&m); return a; }
int main (void)
{
  go (g, 0);
  L (&m);
  pthread_t t;
  pthread_create (&t, 0, f, 0);
  pthread_join (t, 0);
  U (&m);
  return 0;
}
C
program signal x <<'C'
static sem_t s;
static int x;
THREAD (f) { x = 1; sem_post (&s); return a; }
int main (void) { sem_init (&s, 0, 0); go (f, 0); sem_wait (&s); return x; }
C
program barrier x <<'C'
static pthread_barrier_t b;
static int x;
THREAD (f) { x = 1; pthread_barrier_wait (&b); return a; }
int main (void) { pthread_barrier_init (&b, 0, 2); go (f, 0); pthread_barrier_wait (&b); return x; }
C
program schedule x <<'C'
static atomic_int want[2], turn;
static int x;
static void add (int me)
{
  want[me] = 1;
  turn = 1 - me;
  while (want[1 - me] && turn == 1 - me) continue;
  x++;
  want[me] = 0;
}
THREAD (f) { for (int i = 0; i < 9; i++) add (1); return a; }
int main (void) { go (f, 0); for (int i = 0; i < 9; i++) add (0); return 0; }
C
program exit x <<'C'
static int x;
static void last (void) { x++; }
THREAD (f) { exit (0); return a; }
int main (void) { atexit (last); go (f, 0); return 0; }
C
options="-O1 -fopenmp"
program team 'x.*' <<'C'
static int x[100];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++) x[i]++;
  return 0;
}
C
unset options
program atomic x <<'C'
static atomic_int x;
THREAD (f) { x++; return a; }
int main (void) { go (f, 0); f (0); return 0; }
C
program section <<'C'
static int x[8];
THREAD (f) { for (long i = 2 * (long)a; i < 2 * (long)a + 2; i++) x[i] = 1; return a; }
int main (void)
{
  for (long i = 0; i < 4; i++)
    go (f, (void *)i);
  return 0;
}
C
program values <<'C'
static M m = MI;
static int quick, x;
THREAD (f) { if (quick) { x++; return a; } L (&m); x++; U (&m); return a; }
int main (void) { go (f, 0); f (0); return 0; }
C
program loads <<'C'
struct s { M m; int x; };
struct job { struct s *s; };
struct box { struct job *job; };
THREAD (f) { struct job *j = ((struct box *)a)->job; L (&j->s->m); j->s->x++; U (&j->s->m); return a; }
int main (void)
{
  for (int i = 0; i < 4; i++) {
    struct s *s = malloc (sizeof *s);
    struct job *j = malloc (sizeof *j), *k = malloc (sizeof *k);
    struct box *b = malloc (sizeof *b), *c = malloc (sizeof *c);
    pthread_mutex_init (&s->m, 0);
    j->s = k->s = s;
    b->job = j;
    c->job = k;
    go (f, b);
    go (f, c);
  }
  return 0;
}
C

all=$("$RACECHECK" --without=? head.h 2>&1 | sed -n "s/.*; there are //p")
[ -n "$all" ] || fail "no list of proofs"
for proof in ${all//,/}; do
  case "$tried " in
  *" $proof "*) ;;
  *) fail "$proof: no program" ;;
  esac
done
