/* As many kinds of records as C code gives, in little: the seed of tests that damage facts, and of
   `make fuzz'. */

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  union {
    struct {
      unsigned low : 3, high : 5;
    };
    int whole;
  } bits;
  struct {
    int x, y[4];
  } points[3];
  int (*visit) (struct node *, int);
};

struct big {
  long v[8];
};

static int visit_one (struct node *n, int depth);
static int (*const visitors[]) (struct node *, int) = {visit_one, NULL};
static struct node head = {.next = &head, .points = {{1, {2, 3}}}, .visit = visit_one};
extern int alias_of_counter __attribute__ ((alias ("counter")));
int counter __attribute__ ((visibility ("hidden")));
__thread int per_thread;
volatile int flag;
_Atomic long total;
static const char *message = "text";

#define BUMP(n) ((n)->bits.whole++)

static int visit_one (struct node *n, int depth)
{
  static int calls;
  calls += depth;
  BUMP (n);
  n->bits.low = 5;
  return n->points[depth].y[calls & 3] + per_thread;
}

struct big make_big (int n)
{
  struct big b = {{n}};
  return b;
}

long use_big (struct big by_value, int n)
{
  struct big copy = by_value;
  copy.v[n] = make_big (n).v[2];
  return copy.v[1] + by_value.v[n] + 0x7fffffffffffffffL;
}

int sum (int count, ...)
{
  va_list list, other;
  int s = 0;
  va_start (list, count);
  va_copy (other, list);
  while (count--)
    s += va_arg (list, int);
  va_end (other);
  va_end (list);
  return s;
}

void tidy (int **p)
{
  free (*p);
}

static jmp_buf back;

int control (int n, struct node *from)
{
  static void *const places[] = {&&one, &&two};
  __attribute__ ((cleanup (tidy))) int *memory = malloc (n * sizeof *memory);
  int scratch[n + 1];
  if (setjmp (back))
    return -1;
  switch (n) {
  case 1 ... 5:
    scratch[n] = 4;
    break;
  case 7:
    longjmp (back, 1);
  case -1000:
    goto *places[n & 1];
  default:
    scratch[0] = n > 3 ? n : -n;
  }
one:
  for (struct node *p = from; p; p = p->next)
    scratch[0] += p->visit (p, n);
two:
  memset (from, 0, sizeof *from);
  __asm__ volatile ("lock; addl %1, %0" : "+m"(counter) : "r"(n) : "cc", "memory");
  memory[n] = scratch[n];
  return memory[0];
}

int nested (int n)
{
  int inner (int k) { return k + n; }
  return inner (3) + visitors[0](&head, inner (n));
}

void atomics (void)
{
  atomic_fetch_add (&total, 1);
  __atomic_store_n (&counter, 2, __ATOMIC_RELEASE);
  __sync_fetch_and_or (&flag, 1);
  flag = message[1];
}

__attribute__ ((constructor)) static void begin (void)
{
  char *p = __builtin_alloca (counter);
  p[3] = 1;
  head.visit = NULL;
}
