# Memory that goes from hand to hand through shared places, each with its lock: who has taken it out of one
# may use it alone.  What lets somebody else keep a pointer must be reported, and only that.
. "$TESTSUITE/lib.sh"

cat > move.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next, *sub; int v; char text[16]; };
struct list { pthread_mutex_t m; struct node *head, *tail; };
#define LIST {PTHREAD_MUTEX_INITIALIZER, 0, 0}
static struct list A = LIST, B = LIST, C = LIST;
static struct node *kept;
#define L(q) pthread_mutex_lock (&(q).m)
#define U(q) pthread_mutex_unlock (&(q).m)
static struct node *get (struct list *q)
{
  L (*q);
  struct node *n = q->head;
  if (n)
    q->head = n->next;
  U (*q);
  return n;
}
static void put (struct list *q, struct node *n)
{
  L (*q);
  n->next = q->head;
  q->head = n;
  U (*q);
}
static struct node *first (struct list *q)
{
  L (*q);
  struct node *n = q->head;
  if (n && !(q->head = n->next))
    q->tail = 0;
  U (*q);
  return n;
}
static void append (struct list *q, struct node *n)
{
  L (*q);
  n->next = 0;
  if (q->tail)
    q->tail->next = n;
  else
    q->head = n;
  q->tail = n;
  U (*q);
}
static void use (struct node *n) { n->v++; strcpy (n->text, "used"); }
static void all (struct list *q)
{
  L (*q);
  for (struct node *n = q->head; n; n = n->next)
    n->v++;
  U (*q);
}
static void *t1 (void *a) { for (int i = 0; i < 100; i++) { struct node *n; ONE } return a; }
static void *t2 (void *a) { for (int i = 0; i < 100; i++) { struct node *n; TWO } return a; }
int main (void)
{
  pthread_t x[4];
  (void) get, (void) put, (void) first, (void) append, (void) use, (void) all, (void) C, (void) kept;
  for (int i = 0; i < 8; i++)
    PUT (&A, calloc (1, sizeof (struct node)));
  for (int i = 0; i < 4; i++)
    pthread_create (&x[i], 0, i & 1 ? t1 : t2, 0);
  for (int i = 0; i < 4; i++)
    pthread_join (x[i], 0);
  return 0;
}
C
how=put
program() { # RACY(0 or 1) ONE TWO
  local found
  for level in -O0 -O2; do
    $CC $with -pthread $level -w -DPUT=$how -DONE="$2" -DTWO="$3" -c move.c -o move.o
    found=$("$RACECHECK" --no-caret move.o | grep -c ': warning: ') || :
    [ $((found > 0)) = "$1" ] || fail "$found findings at $level in: $2 | $3"
  done
}
there='if ((n = get (&A))) { use (n); put (&B, n); }'
back='if ((n = get (&B))) { use (n); put (&A, n); }'
program 0 "$there" "$back"
program 0 "$there" "$back all (&A); all (&B);"
program 0 "$there" 'L (A); L (B); n = B.head; if (n) { B.head = n->next; n->next = A.head; A.head = n; n->v++; } U (B); U (A);'
# a pointer that was kept
program 1 "$there" "if ((n = get (&B))) { use (n); put (&A, n); n->v++; }"
program 1 "$there" "$back L (A); n = A.head; U (A); if (n) n->v++;"
program 1 "$there" "$back L (A); n = A.head; U (A); L (A); if (n) n->v++; U (A);"
program 1 "$there" "$back L (A); n = A.head; U (A); L (B); if (n) n->v++; U (B);"
program 1 "$there" 'if ((n = get (&B))) { use (n); L (B); if (n->next) n->next->v++; U (B); put (&A, n); }'
program 1 "$there" "$back L (C); n = kept; kept = A.head; U (C); if (n) n->v++;"
# in two places
program 1 "$there" 'if ((n = get (&B))) { use (n); put (&A, n); put (&C, n); } all (&C);'
program 1 "$there" 'L (A); L (C); C.head = A.head; U (C); U (A); all (&C);'
program 1 "$there" 'if ((n = get (&B))) { L (A); L (C); n->next = A.head; A.head = n; C.head = n; U (C); U (A); } all (&C);'
# not taken out, or under no lock, or under that of the other place
program 1 "$there" 'L (B); n = B.head; U (B); if (n) use (n);'
program 1 "$there" 'if ((n = B.head)) { B.head = n->next; use (n); put (&A, n); }'
program 1 "$there" 'L (A); n = B.head; if (n) B.head = n->next; U (A); if (n) { use (n); put (&A, n); }'
program 1 "$there" 'L (A); n = B.head; if (n) { B.head = n->next; n->next = A.head; A.head = n; n->v++; } U (A);'
program 1 "$there" 'L (B); n = B.head; if (n) { B.head = n->next; n->next = A.head; A.head = n; n->v++; } U (B);'
# queues
how=append
there='if ((n = first (&A))) { use (n); append (&B, n); }'
back='if ((n = first (&B))) { use (n); append (&A, n); }'
program 0 "$there" "$back"
program 1 "$there" 'if ((n = first (&B))) { use (n); append (&A, n); n->v++; }'
program 1 "$there" "$back L (A); n = A.tail; U (A); if (n) n->v++;"
