/* Where setjmp keeps the way back, and the number of a key.
   RACY 1 'back': one buffer for all threads
   RACY 2 'o->back': ... in an object
   RACY 3 'key': each thread makes the key */
#include "common.h"
#include <setjmp.h>
struct object { int n; jmp_buf back; };
static jmp_buf back;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make (void)
{
  pthread_key_create (&key, NULL);
}

static int in_object (struct object *o)
{
  if (setjmp (o->back))
    return 1;
  longjmp (o->back, 1);
}

static int in_variable (void)
{
#if R != 1
  jmp_buf back;
#endif
  if (setjmp (back))
    return 1;
  longjmp (back, 1);
}

static void *work (void *shared)
{
  struct object own;
  int n = in_variable ();
#if R == 2
  n += in_object (shared);
#else
  n += in_object (&own);
#endif
#if R == 3
  make ();
#else
  pthread_once (&once, make);
#endif
  pthread_setspecific (key, shared);
  return n ? pthread_getspecific (key) : NULL;
}

int main (void)
{
  pthread_t t[2];
  struct object *o = malloc (sizeof *o);
  if (setjmp (back))
    return 1;
  spawn (&t[0], work, o);
  spawn (&t[1], work, o);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  free (o);
  return 0;
}
