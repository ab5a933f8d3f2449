/* A table of functions makes a state for each thread, and gives it by a pointer.
   RACY 1 's->count': the variable that gets it is for all threads
   RACY 2 's->count': it is also kept in a variable
   RACY 3 's->count': who has made one gets the same again
   RACY 4 's->count': main makes one that it gives to all
   RACY 5 '*s->text': what is inside is the same for all
   RACY 6 's->count': handed to the next thread
   RACY 7 's->count': linked to the one before */
#include "common.h"
struct state {
  int count;
  char *text;
  struct state *before;
};
struct operations {
  int (*init) (void **, int);
  void (*work) (void *, int);
};
static struct state *kept, *of_main;
static char *one_text;
static int plain_init (void **to, int size)
{
#if R == 3
  if (kept) {
    *to = kept;
    return 0;
  }
#endif
  struct state *s = malloc (sizeof *s);
  if (!s)
    return -1;
  s->count = 0;
  s->before = NULL;
#if R == 5
  s->text = one_text;
#else
  s->text = malloc (size);
#endif
#if R == 7
  s->before = kept;
#endif
#if R == 2 || R == 3 || R == 7
  kept = s;
#endif
  *to = s;
  return 0;
}
static void plain_work (void *state, int n)
{
  struct state *s = state;
  s->count += n;
  if (s->text)
    s->text[0] = n;
#if R == 7
  for (s = s->before; s; s = s->before)
    s->count++;
#endif
#if R == 2
  kept->count++;
#endif
}
static const struct operations plain = {plain_init, plain_work};
static const struct operations *used = &plain;
static inline int init (const struct operations *o, void **to, int size)
{
  return o->init ? o->init (to, size) : 0;
}
static void *worker (void *given)
{
#if R == 1
  static void *state;
#else
  void *state = NULL;
#endif
  if (init (used, &state, 16))
    abort ();
#if R == 4
  state = of_main;
#elif R == 6
  if (given)
    state = given;
  pthread_t next;
  if (!given && !pthread_create (&next, NULL, worker, state))
    pthread_detach (next);
#endif
  for (int i = 0; i < 10; i++)
    used->work (state, i);
  return NULL;
}
static void *other (void *unused)
{
  void *state = NULL;
  if (init (used, &state, 32))
    abort ();
  used->work (state, 5);
  return unused;
}
int main (void)
{
  pthread_t t[13];
  void *state = NULL;
  one_text = malloc (16);
  if (init (used, &state, 16))
    abort ();
  of_main = state;
  for (int i = 0; i < 12; i++)
    pthread_create (&t[i], NULL, worker, NULL);
  pthread_create (&t[12], NULL, other, NULL);
#if R != 4
  used->work (state, 3);
#endif
  for (int i = 0; i < 13; i++)
    pthread_join (t[i], NULL);
  return 0;
}
