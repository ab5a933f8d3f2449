/* What fields of array elements and of allocated objects say, if they are only ever set to certain constants: what
   others would do is never done.
   WITHOUT schedule: it would do without
   RACY 1 'total': set to that constant
   RACY 2 'total': set to what is not known
   RACY 3 'total': set through a pointer to the field
   RACY 4 'total': with a copy of the struct
   RACY 5 'total': all bytes are set
   RACY 6 'total': an element begins with it
   RACY 7 'total': counted up
   RACY 8 'total': read from a file
   RACY 9 'made': an object that grows
   RACY 10 'made': one byte of it
   RACY 11 'made': with a struct that is returned
   RACY 12 'made': by a function that a library calls
   RACY 13 'made': by a function of the library
   RACY 14 'made': exchanged
   RACY 15 'made': with its neighbour
   RACY 16 'made': by a constructor, in what it keeps
   RACY 17 'total': an element of another size
   RACY 18 'made': nobody knows who sets it
   RACY 19 'total': one of two arrays */
#include "common.h"
#include <signal.h>
struct conn { int id, mode; char *name; };
struct options { short kind, level; int mode; struct options *next; };
static struct conn conns[4]
#if R == 6
  = { [2] = { .mode = 2 } }
#endif
  ;
static struct conn others[4];
static struct options *kept;
static int total, made;
extern void unseen (struct options *);

void set_mode (int i, int mode) { conns[i].mode = mode; } /* which nobody calls */

static void set (int *p) { *p = R == 3 ? 2 : 1; }

static struct options more (void)
{
  struct options o = { 0, 0, 7, NULL };
  return o;
}

static void handler (int n) { kept->mode = 7; }

#if R == 16
__attribute__ ((constructor)) static void first (void)
{
  kept = calloc (1, sizeof *kept);
  kept->mode = 7;
}
#endif

static int wanted (const struct conn *c) { return c->mode == 2; }

static void use (struct options *o)
{
  switch (o->mode) {
  case 0:
  case 3:
    break;
  default:
    made++;
  }
}

static void *work (void *a)
{
  struct options *o = a;
  for (int i = 0; i < 4; i++)
    if (conns[i].mode == 2)
      total++;
#if R == 19
  for (int i = 0; i < 8; i++)
    if (wanted (i < 4 ? &conns[i] : &others[i - 4]))
      total++;
#endif
  use (o);
  if (kept)
    use (kept);
  return NULL;
}

int main (int argc, char **argv)
{
  pthread_t t;
  struct options *o = calloc (1, sizeof *o);
  for (int i = 0; i < 4; i++) {
    if (i == 3)
      conns[i].mode = 1;
    else
      conns[i].mode = 0;
    conns[i].id = i;
  }
  set (&conns[argc & 3].mode);
#if R == 1
  conns[argc & 3].mode = 2;
#elif R == 2
  conns[argc & 3].mode = argc;
#elif R == 4
  struct conn c = { 1, 2, NULL };
  conns[argc & 3] = c;
#elif R == 5
  memset (conns, argc, sizeof conns);
#elif R == 7
  conns[1].mode++;
#elif R == 8
  read (0, &conns[1], sizeof conns[1]);
#elif R == 17
  ((long *)conns)[argc] = 0x200000000;
#elif R == 19
  others[1].mode = 2;
#endif
#if R == 9
  o->mode = 7;
  struct options *grown = realloc (o, 2 * sizeof *o);
  o = grown;
  o->mode = argc > 2 ? 3 : o->mode;
#elif R == 10
  *(char *)&o->mode = 7;
#elif R == 13
  sscanf (argv[1], "%d", &o->mode);
#elif R == 14
  __atomic_exchange_n (&o->mode, 7, __ATOMIC_SEQ_CST);
#elif R == 15
  *(long *)o = 0x700000000;
#elif R == 18
  unseen (o);
#else
  o->mode = 3;
#endif
#if R == 11
  *o = more ();
#elif R == 12
  kept = o;
  signal (SIGUSR1, handler);
#endif
  spawn (&t, work, o);
  total++;
  made++;
  pthread_join (t, NULL);
  return 0;
}
