/* Two threads of one function take turns; each knows its number. */
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;
static int data;

static void await (int number)
{
  pthread_mutex_lock (&lock);
  while (turn != number)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
}

static void hand_over (int number)
{
  pthread_mutex_lock (&lock);
  turn = number;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
}

static void *player (void *argument)
{
  int me = (int)(intptr_t)argument;
  for (int i = 0; i < 10; i++) {
    await (me);
    data++;
    hand_over (1 - me);
  }
  return NULL;
}

int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, player, (void *)0);
  pthread_create (&b, NULL, player, (void *)1);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return data;
}
