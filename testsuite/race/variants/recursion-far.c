/* A tree whose nodes are freed by functions for levels, each of which calls those next to it, and takes locks of its own.
   The lowest one releases a lock of its callers for a while; they keep the other one.
   RACY 1 'kept': the other lock is released there, too
   RACY 2 'given': what belongs to the lock that is released is touched all the same
   RACY 3 'kept': the lock that is released is an argument which is handed on all the way
   RACY 4 'kept': it is released by a function that is called through a pointer
   RACY 5 'kept': it is released in a level between, under a condition
   RACY 6 'kept': it is released in the highest level
   RACY 7 'kept': it is released, and all calls are left by a jump
   RACY 8 'given': the lock that is released for a while does not come back */
#include "common.h"
#include <setjmp.h>
static pthread_mutex_t whole = PTHREAD_MUTEX_INITIALIZER, part = PTHREAD_MUTEX_INITIALIZER;
static int kept, given;
static __thread jmp_buf back;
static __thread int gone; /* a lock is */
struct node { struct node *left, *right; };

static void let_go (pthread_mutex_t *m)
{
  if (!gone++)
    pthread_mutex_unlock (m);
}

static void nothing (pthread_mutex_t *m) { (void)m; }
static void (*hook) (pthread_mutex_t *) = nothing;

typedef void level (struct node *, pthread_mutex_t *);
static level free_1, free_2, free_3, free_4, free_5, free_6, free_7;

static void at_level (int n, struct node *p)
{
#if R == 5
  if (n == 3 && !p->left)
    let_go (&whole);
#endif
}

static void free_1 (struct node *p, pthread_mutex_t *m)
{
#if R == 8
  let_go (&part);
#else
  pthread_mutex_unlock (&part);
#endif
#if R == 1
  let_go (&whole);
#elif R == 3
  let_go (m);
#elif R == 4
  hook (m);
#elif R == 7
  pthread_mutex_unlock (&whole);
  longjmp (back, 1);
#endif
  usleep (1);
#if R == 2
  given++;
#endif
#if R != 8
  pthread_mutex_lock (&part);
#endif
  if (p->left)
    free_2 (p->left, m);
  free (p);
}

/* A level calls the one above it, and the one below. */
#define LEVEL(n, above, below)                                                                                              \
  static void free_##n (struct node *p, pthread_mutex_t *m)                                                                \
  {                                                                                                                         \
    if (p->left)                                                                                                            \
      free_##above (p->left, m);                                                                                            \
    if (p->right)                                                                                                           \
      free_##below (p->right, m);                                                                                           \
    static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER, summing = PTHREAD_MUTEX_INITIALIZER;                       \
    pthread_mutex_lock (&counting);                                                                                         \
    pthread_mutex_lock (&summing);                                                                                          \
    at_level (n, p);                                                                                                        \
    pthread_mutex_unlock (&summing);                                                                                        \
    pthread_mutex_unlock (&counting);                                                                                       \
    free (p);                                                                                                               \
  }

LEVEL (2, 3, 1)
LEVEL (3, 4, 2)
LEVEL (4, 5, 3)
LEVEL (5, 6, 4)
LEVEL (6, 7, 5)

static void free_7 (struct node *p, pthread_mutex_t *m)
{
  if (p->right)
    free_6 (p->right, m);
#if R == 6
  else
    let_go (&whole);
#endif
}

static struct node *make (int n)
{
  struct node *p = calloc (1, sizeof *p);
  if (n > 0)
    p->left = make (n - 1), p->right = make (n - 1);
  return p;
}

static void *worker (void *arg)
{
  struct node *root = make (8);
  pthread_mutex_lock (&whole);
  kept++;
  pthread_mutex_lock (&part);
  given++;
  if (!setjmp (back))
    free_4 (root, &whole);
#if R == 8
  given++;
#else
  pthread_mutex_unlock (&part);
#endif
  kept++;
#if R == 0 || R == 2 || R == 8
  pthread_mutex_unlock (&whole);
#endif
  pthread_mutex_lock (&part);
  given++;
  pthread_mutex_unlock (&part);
  return NULL;
}

int main (int argc, char **argv)
{
  pthread_t t[2];
#if R == 4
  hook = let_go;
#endif
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return kept + given;
}
