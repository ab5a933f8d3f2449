/* A function pointer of a struct into which nothing is stored, in objects that are in a container with many others:
   it is not one of those that are at the same place of the others.
   RACY 1 'total': one is stored there
   RACY 2 'total': one is at that place of memory of which not more than a few things are known */
#include "common.h"
struct hooks {
  int kind, flags;
  void (*hook) (int);
};
struct handler {
  long kind;
  void (*fn) (int);
};
static void *all[48];
static int n_all, total;
static void put (void *p) { all[n_all++ % 48] = p; }

#define EACH(X) X (0) X (1) X (2) X (3) X (4) X (5) X (6) X (7) X (8) X (9)
#define DEFINE(n) \
  static void fn_##n##0 (int k) { total += k; } \
  static void fn_##n##1 (int k) { total -= k; } \
  static void fn_##n##2 (int k) { total ^= k; } \
  static void fn_##n##3 (int k) { total |= k; } \
  static struct handler handlers_##n[] = {{2, fn_##n##0}, {2, fn_##n##1}, {2, fn_##n##2}, {2, fn_##n##3}};
#define PUT(n) \
  for (int i = 0; i < 4; i++) \
    put (&handlers_##n[i]);
EACH (DEFINE)

static void *run (void *a)
{
#if R == 2
  struct hooks *h = a;
  if (h->hook)
    h->hook (1);
#else
  for (int i = 0; i < 48; i++) {
    struct hooks *h = all[i];
    if (h && h->kind == 1 && h->hook)
      h->hook (i);
  }
#endif
  return a;
}
int main (void)
{
  pthread_t t[2];
  struct hooks *h = calloc (1, sizeof *h);
  h->kind = 1;
#if R == 1
  h->hook = fn_00;
#elif R == 2
  void **raw = (void **)h;
  raw[1] = fn_00;
#endif
  put (h);
  EACH (PUT)
  for (int i = 0; i < 2; i++)
    spawn (&t[i], run, h);
  for (int i = 0; i < 48; i++) {
    struct handler *v = all[i];
    if (v && v->kind == 2)
      v->fn (1);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return total;
}
