/* Functions through void *, in tables, from tables of structs, handed to the library. */
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
int a, b, c;
int *r_get, *r_ops, *r_start, *r_packed, *r_compared, *r_joined;

static int *get_a (void) { return &a; }
static int *get_b (int *x) { return x; }
static int *get_c (int *x) { (void)x; return &c; }

struct ops { int *(*open) (void); int *(*get) (int *); };
static const struct ops ops = {get_a, get_b};
static int *(*const table[]) (int *) = {get_b, get_c};

static int *call (void *f) { return ((int *(*) (void))f) (); }
static int *through_ops (const struct ops *o, int *x) { return o->get (x); }

static void *start (void *arg) { r_start = arg; return &b; }

struct packed { void (*run) (void *); void *arg; };
static void run (void *arg) { r_packed = arg; }
static void *trampoline (void *arg) { struct packed *p = arg; p->run (p->arg); return NULL; }

static int compare (const void *x, const void *y) { r_compared = *(int *const *)x; return x < y; }
static void at_exit (void) {}
static void handler (int n) { (void)n; }

int main (int argc, char **argv)
{
  (void)argv;
  pthread_t t, u;
  struct packed packed = {run, &c};
  int *sorted[] = {&a, &b};
  void *joined;
  r_get = call (get_a);                /* a */
  r_ops = through_ops (&ops, &b);      /* b */
  r_ops = table[argc] (&b);            /* b c */
  pthread_create (&t, NULL, start, &a);
  pthread_create (&u, NULL, trampoline, &packed);
  pthread_join (t, &joined);
  r_joined = joined;                   /* b, of any thread */
  qsort (sorted, 2, sizeof *sorted, compare);
  atexit (at_exit);
  signal (SIGINT, handler);
  return 0;
}
