# Buckets with a lock each: nodes that are reached from two of them must be reported, others not.
. "$TESTSUITE/lib.sh"

cat > bucket.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next, *sub; int v; };
struct bucket { pthread_mutex_t m; struct node *head; };
#define NEW calloc (1, sizeof (struct node))
static struct bucket T[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static struct bucket *P, *Q;
static struct node *kept;
static void insert (struct bucket *b, struct node *n) { n->next = b->head; b->head = n; }
static struct node *make (struct node *sub) { struct node *n = NEW; n->sub = sub; return n; }
static void append (struct bucket *b, struct node *more)
{
  struct node **q = &b->head;
  while (*q)
    q = &(*q)->next;
  *q = more;
}
static void (*inserter) (struct bucket *, struct node *) = insert;
static void bump (struct bucket *b)
{
  pthread_mutex_lock (&b->m);
  for (struct node *n = b->head; n; n = n->next) {
    n->v++;
    if (n->sub)
      n->sub->v++;
  }
  pthread_mutex_unlock (&b->m);
}
static void setup (void) { struct node *n = NEW; SETUP }
static void *t1 (void *a) { bump (P); return a; }
static void *t2 (void *a) { bump (Q); return a; }
int main (void)
{
  pthread_t x, y;
  P = &T[0];
  Q = &T[1];
  (void) insert, (void) make, (void) append, (void) inserter, (void) kept;
  setup ();
  pthread_create (&x, 0, t1, 0);
  pthread_create (&y, 0, t2, 0);
  return pthread_join (x, 0) + pthread_join (y, 0);
}
C
program() { # RACY(0 or 1) SETUP
  local found
  for level in -O0 -O2; do
    $CC $with -pthread $level -DSETUP="$2" -c bucket.c -o bucket.o
    found=$("$RACECHECK" --no-caret bucket.o | grep -c ': warning: ') || :
    [ $((found > 0)) = "$1" ] || fail "$found findings at $level in: $2"
  done
}
program 0 'insert (&T[0], n); insert (&T[1], NEW);'
program 0 'append (&T[0], n); append (&T[1], make (NEW));'
program 0 'struct node *k = NEW; n->sub = NEW; k->sub = NEW; T[0].head = n; T[1].head = k;'
# one node in two buckets
program 1 'T[0].head = n; T[1].head = n;'
program 1 'P->head = n; Q->head = n;'
program 1 'insert (&T[0], n); insert (&T[1], n);'
program 1 'inserter (&T[0], n); inserter (&T[1], n);'
program 1 'for (int i = 0; i < 2; i++) insert (&T[i], n);'
program 1 'struct node *o = 0; for (int i = 0; i < 2; i++) { if (!o) o = n; T[i].head = o; }'
program 1 'kept = n; T[0].head = kept; T[1].head = kept;'
program 1 'struct bucket *t = calloc (2, sizeof *t); for (int i = 0; i < 2; i++) { pthread_mutex_init (&t[i].m, 0); t[i].head = n; } P = t; Q = t + 1;'
program 1 'T[0].head = n; memcpy (&T[1].head, &T[0].head, sizeof n);'
program 1 'struct bucket c; T[0].head = n; c.head = T[0].head; T[1].head = c.head;'
# what is behind it
program 1 'struct node *k = NEW, *o = NEW; n->sub = o; k->sub = o; T[0].head = n; T[1].head = k;'
program 1 'T[0].head = make (n); T[1].head = make (n);'
program 1 'T[0].head = n; n->sub = n; T[1].head = T[0].head->sub;'
program 1 'T[1].head = n; insert (&T[0], T[1].head);'
program 1 'T[1].head = n; append (&T[0], T[1].head);'
program 1 'struct node *k = NEW; T[1].head = n; k->next = T[1].head; T[0].head = k;'
program 1 'kept = n; n = NEW; n->next = kept; T[0].head = n; n = NEW; n->next = kept; T[1].head = n;'
