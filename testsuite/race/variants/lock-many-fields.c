/* Elements with a lock and many fields, which are found by a global pointer that is loaded again for each of them.
   RACY 1 'elements[i].f59': the last field is set behind the unlock
   RACY 2 'elements[i].f59': the next element is locked
   RACY 3 'elements[i].f59': the pointer to the elements is set to others meanwhile
   RACY 4 'elements[i].f00': the number of the element is changed in between */
#include "common.h"

#define TEN(n) X (n##0) X (n##1) X (n##2) X (n##3) X (n##4) X (n##5) X (n##6) X (n##7) X (n##8) X (n##9)
#define FIELDS TEN (f0) TEN (f1) TEN (f2) TEN (f3) TEN (f4)
#define X(name) long name;
struct element {
  pthread_mutex_t lock;
  FIELDS long f50, f51, f52, f53, f54, f55, f56, f57, f58, f59;
};
#undef X

enum { N = 4 };
static struct element *elements;

static struct element *make (void)
{
  struct element *e = calloc (N + 1, sizeof *e);
  for (int i = 0; i <= N; i++)
    pthread_mutex_init (&e[i].lock, NULL);
  return e;
}

static void clear (void)
{
  for (int i = 0; i < N; i++) {
    int lock = R == 2 ? i + 1 : i;
    pthread_mutex_lock (&elements[lock].lock);
#define X(name) elements[i].name = 0;
    FIELDS
#undef X
#if R == 1
    pthread_mutex_unlock (&elements[i].lock);
    elements[i].f59 = 0;
#else
    elements[i].f59 = 0;
#if R == 4
    elements[(i + 1) % N].f00 = 0;
#endif
    pthread_mutex_unlock (&elements[lock].lock);
#endif
  }
}

static long add (void)
{
  struct element total;
  memset (&total, 0, sizeof total);
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock (&elements[i].lock);
#define X(name) total.name += elements[i].name;
    FIELDS
#undef X
    total.f59 += elements[i].f59;
    pthread_mutex_unlock (&elements[i].lock);
  }
  return total.f59;
}

static void *work (void *p)
{
  while (add () < 100)
    clear ();
  return p;
}

static void *other (void *p)
{
  sleep (1);
  return p;
}

int main (void)
{
  pthread_t t[2], first;
  pthread_create (&first, NULL, other, NULL);
  elements = make ();
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, work, NULL);
#if R == 3
  elements = make ();
#endif
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  pthread_join (first, NULL);
  return 0;
}
