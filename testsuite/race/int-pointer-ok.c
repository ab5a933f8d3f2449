/* Pointers that travel as integers: through two fields, a variable, a pointer to an integer, a function
   pointer, and bytes that are copied.  Who uses them holds a lock. */
/* { dg-options "-pthread" } */
#include <pthread.h>
#include <stdint.h>
#include <string.h>

struct first {
  int kind;
  uintptr_t handle;
};
struct second {
  uintptr_t token;
  int kind;
};

static long by_fields, by_variable, by_place, by_call, by_bytes;
static struct first first;
static struct second second;
static uintptr_t variable, place, called;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char bytes[sizeof (uintptr_t)];

static void put (uintptr_t *where, uintptr_t what)
{
  *where = what;
}

static void keep (uintptr_t what)
{
  called = what;
}

static void (*keeper) (uintptr_t) = keep;

static void *worker (void *unused)
{
  uintptr_t read;
  (void)unused;
  memcpy (&read, bytes, sizeof read);
  pthread_mutex_lock (&lock);
  ++*(long *)second.token;
  ++*(long *)variable;
  ++*(long *)place;
  ++*(long *)called;
  ++*(long *)read;
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (void)
{
  pthread_t a, b;
  uintptr_t written = (uintptr_t)&by_bytes;
  first.handle = (uintptr_t)&by_fields;
  second.token = first.handle;
  variable = (uintptr_t)&by_variable;
  put (&place, (uintptr_t)&by_place);
  keeper ((uintptr_t)&by_call);
  memcpy (bytes, &written, sizeof written);
  pthread_create (&a, NULL, worker, NULL);
  pthread_create (&b, NULL, worker, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
