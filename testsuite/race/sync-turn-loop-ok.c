/* Threads whose numbers are those of a loop take turns. */
#include <pthread.h>
#include <stdio.h>
#define N 4
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int turn;
static int board;
static void *player (void *a)
{
  int me = (int)(long)a;
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock (&m);
    while (turn != me)
      pthread_cond_wait (&c, &m);
    pthread_mutex_unlock (&m);
    board += me;
    pthread_mutex_lock (&m);
    turn = (turn + 1) % N;
    pthread_cond_broadcast (&c);
    pthread_mutex_unlock (&m);
  }
  return NULL;
}
int main (void)
{
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create (&t[i], NULL, player, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
  printf ("%d\n", board);
  return 0;
}
