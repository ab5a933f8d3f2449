/* Two semaphores, neither of which is a permit when threads start.  Racy: the page is changed after
 * it was handed over. */
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
    page[0] = 'P';
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
    sem_wait (&pong);
    puts (page);
    last = end;
  } while (!last);
  pthread_join (t, NULL);
  return 0;
}
