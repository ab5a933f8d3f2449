/* Two semaphores, neither of which is a permit when threads start.  Racy: it is read while the
 * other fills it. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
static char page[4096];
static sem_t ping, pong;
static int end;
static void *filler (void *a)
{
  for (int i = 0; i < 50; i++) {
    sem_wait (&ping);
    sprintf (page, "page %d", i); /* dg-warning "data race on 'page'" */
    end = i == 49;
    sem_post (&pong);
  }
  return NULL;
}
int main (void)
{
  pthread_t t;
  sem_init (&ping, 0, 0);
  sem_init (&pong, 0, 0);
  int last;
  pthread_create (&t, NULL, filler, NULL);
  do {
    sem_post (&ping);
    puts (page);
    sem_wait (&pong);
    puts (page);
    last = end;
  } while (!last);
  pthread_join (t, NULL);
  return 0;
}
