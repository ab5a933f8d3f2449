/* What a thread does is packed in a struct, which the thread copies before it gives it back.
   RACY 1 'x': both get the same
   RACY 2 'y': the creator reads the result before the join
   RACY 3 'only.arg': the struct is one, and overwritten for the second */
#include "common.h"
struct start { void *(*run) (void *); void *arg; char name[16]; };
static void *trampoline (void *p)
{
  struct start s = *(struct start *)p;
#if R != 3
  free (p);
#endif
  return s.run (s.arg);
}
static struct start only;
static int begin (pthread_t *t, const char *name, void *(*run) (void *), void *arg)
{
#if R == 3
  struct start *s = &only;
  s->run = run;
  s->arg = arg;
#else
  struct start *s = malloc (sizeof *s);
  if (!s)
    return -1;
  *s = (struct start){ run, arg, "" };
#endif
  snprintf (s->name, sizeof s->name, "%s", name);
  int e = pthread_create (t, 0, trampoline, s);
#if R != 3
  if (e)
    free (s);
#endif
  return e;
}
static void *compute (void *a)
{
  int *p = a;
  *p += 1;
  return p;
}
int main (void)
{
  pthread_t a, b;
  int x = 0, y = 0;
  if (begin (&a, "a", compute, &x))
    return 1;
#if R == 1
  if (begin (&b, "b", compute, &x)) {
#else
  if (begin (&b, "b", compute, &y)) {
#endif
    pthread_join (a, 0);
    return 1;
  }
  pthread_join (a, 0);
#if R == 2
  printf ("%d\n", y);
#endif
  pthread_join (b, 0);
  printf ("%d\n", x + y);
  return 0;
}
