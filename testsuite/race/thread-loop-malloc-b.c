/* The team of thread-loop-malloc.  Racy: waited for from the second on. */
#include <pthread.h>
#include <stdlib.h>

extern pthread_mutex_t lock;
extern int done;
static pthread_t *team;

static void *member (void *unused)
{
  pthread_mutex_lock (&lock);
  done++; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  return unused;
}

void team_start (int n)
{
  team = malloc (n * sizeof *team);
  if (!team)
    abort ();
  for (int i = 0; i < n; i++)
    pthread_create (&team[i], NULL, member, NULL);
}

void team_wait (int n)
{
  for (int i = 1; i < n; i++)
    pthread_join (team[i], NULL);
  free (team);
}
