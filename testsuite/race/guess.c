/* A pointer that comes from code without facts may lead to what was given to it.  That does not hide
   a race that is certain. */
#include <pthread.h>

extern int *find (void);
extern void keep (int *);

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static int kept, guarded;

static void *first (void *unused)
{
  pthread_mutex_lock (&one);
  kept++; /* dg-warning "data race on 'kept'" dg-message "updated here by thread 'first' holding 'one' but not 'two'" */
  guarded++; /* dg-bogus "data race on 'guarded'" */
  pthread_mutex_unlock (&one);
  return unused;
}

static void *second (void *unused)
{
  pthread_mutex_lock (&two);
  kept++; /* dg-message "updated here by thread 'second' holding 'two' but not 'one'" */
  pthread_mutex_unlock (&two);
  pthread_mutex_lock (&one);
  guarded++;
  pthread_mutex_unlock (&one);
  return unused;
}

static void *guesses (void *unused)
{
  int *found = find ();
  *found = 5; /* dg-warning "possible data race on '.found'" */
  return unused;
}

int main (void)
{
  pthread_t id[4];
  keep (&kept);
  keep (&guarded);
  pthread_create (&id[0], NULL, first, NULL);
  pthread_create (&id[1], NULL, second, NULL);
  pthread_create (&id[2], NULL, guesses, NULL);
  pthread_create (&id[3], NULL, guesses, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (id[i], NULL);
  return 0;
}
