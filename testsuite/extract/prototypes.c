/* Functions without a body: parameter types and attributes. */

typedef unsigned long size_t;
struct opaque;
enum colour { RED, GREEN };

extern int reads (const struct opaque *, const char *const *, void *restrict);
extern void callback (void (*) (void *, int), void *);
extern void *allocate (size_t, size_t) __attribute__ ((malloc, alloc_size (1, 2)));
extern void *resize (void *, size_t) __attribute__ ((alloc_size (2), nonnull (1)));
extern int all_nonnull (char *, char *) __attribute__ ((nonnull));
extern int pure (int *) __attribute__ ((pure));
extern int constant (int) __attribute__ ((const));
extern void leaf (void) __attribute__ ((leaf, nothrow));
extern void stop (void) __attribute__ ((noreturn));
extern int unprototyped ();
extern int variable (const char *, ...);
extern enum colour mix (enum colour, _Bool, float, long double, volatile int *);
extern void unused (int);

int use (struct opaque *o, char *p)
{
  callback (0, allocate (1, 2));
  leaf ();
  int n = reads (o, 0, resize (p, 3)) + all_nonnull (p, p) + pure (&n) + constant (n);
  n += unprototyped (n, p) + variable ("x", 1, 2.0, p) + mix (RED, 1, 1, 2, 0);
  void (*pointer) () = (void (*) ())leaf;
  pointer (1);
  int (*later) (char *, char *) = all_nonnull;
  if (n)
    stop ();
  return later (p, 0);
}

__attribute__ ((pure, noinline)) int own_pure (const int *p) { return *p; }
__attribute__ ((const)) int own_const (int i) { return i; }
__attribute__ ((malloc, alloc_size (1), nonnull (2))) void *own_malloc (int n, int *p)
{
  *p = n;
  return allocate (n, 1);
}
__attribute__ ((noreturn)) void own_stop (void) { stop (); }
