/* Builtins that GCC folds, expands or renames before anybody sees them. */

typedef unsigned long size_t;
extern int printf (const char *, ...);
extern char *strcpy (char *, const char *);
extern void *memcpy (void *, const void *, size_t);
extern void *memset (void *, int, size_t);
extern size_t strlen (const char *);
extern int strcmp (const char *, const char *);
extern void *malloc (size_t);
extern void *calloc (size_t, size_t);
extern void free (void *);
extern void abort (void);
extern int abs (int);

struct item { int a; char name[12]; };
int word;
struct item *first;

void folded (struct item *i, void *raw)
{
  printf ("hello\n");
  strcpy (i->name, "name");
  memcpy (&word, raw, 4);
  memcpy (i, raw, sizeof *i);
  memset (i, 0, sizeof *i);
  word = strlen ("constant") + strlen (i->name);
  word = __builtin_expect (word, 0) ? __builtin_popcount (word) : abs (word);
}

struct item *make (size_t n)
{
  struct item *i = malloc (sizeof *i);
  if (!i)
    abort ();
  if (__builtin_constant_p (n) || __builtin_add_overflow (n, 1, &n))
    __builtin_unreachable ();
  free (first);
  first = calloc (n, sizeof *first);
  return strcmp (i->name, first->name) ? i : __builtin_return_address (0);
}
