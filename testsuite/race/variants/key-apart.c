/* What threads keep under two keys: only one of them is for what all have.
   RACY 1 'shared.value': both are the same key
   RACY 2 'shared.value': the second key is put into the variable of the first
   RACY 3 'shared.value': ... by a function that gets its address
   RACY 4 'shared.value': it is kept under a key that a function gets
   RACY 5 'shared.value': it is found under a key that a function gets
   RACY 6 'shared.value': the key is copied by memcpy
   RACY 7 'shared.value': the destructor gets it */
#include "common.h"
struct item { int value; };
static pthread_key_t own, common;
static struct item shared;

__attribute__ ((noinline)) static void make (pthread_key_t *key) { *key = common; }
__attribute__ ((noinline)) static void keep (pthread_key_t key, void *p) { pthread_setspecific (key, p); }
__attribute__ ((noinline)) static void *find (pthread_key_t key) { return pthread_getspecific (key); }
static void end (void *a)
{
  struct item *p = a;
  p->value++;
}
static void *run (void *a)
{
  struct item *p = calloc (1, sizeof *p);
  pthread_key_t copy;
  pthread_setspecific (own, p);
#if R == 1
  pthread_setspecific (own, &shared);
#elif R == 4
  keep (own, &shared);
#else
  pthread_setspecific (common, &shared);
#endif
#if R == 5
  p = find (common);
#elif R == 6
  memcpy (&copy, &common, sizeof copy);
  p = pthread_getspecific (copy);
#else
  p = pthread_getspecific (own);
#endif
  p->value++;
  p = pthread_getspecific (common);
  return p;
}
int main (void)
{
  pthread_t t, u;
  pthread_key_create (&own, end);
#if R == 7
  pthread_key_create (&common, end);
#else
  pthread_key_create (&common, NULL);
#endif
#if R == 2
  own = common;
#elif R == 3
  make (&own);
#endif
  spawn (&t, run, NULL);
  spawn (&u, run, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
