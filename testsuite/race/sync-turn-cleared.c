/* A third thread clears all of the struct, and with it the variable that says whose turn it is. */
#include <pthread.h>
#include <string.h>

struct game {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct {
    int moves, turn;
  } s;
};
static struct game game = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {0, 0}};
static int data;

static void wait_for (struct game *g, int number)
{
  pthread_mutex_lock (&g->lock);
  while (g->s.turn != number)
    pthread_cond_wait (&g->changed, &g->lock);
  pthread_mutex_unlock (&g->lock);
}

static void pass_to (struct game *g, int number)
{
  pthread_mutex_lock (&g->lock);
  g->s.turn = number;
  pthread_cond_broadcast (&g->changed);
  pthread_mutex_unlock (&g->lock);
}

static void *ping (void *unused)
{
  for (int i = 0; i < 10; i++) {
    wait_for (&game, 0);
    data++; /* dg-warning "data race on 'data'" */
    pass_to (&game, 1);
  }
  return unused;
}

static void *pong (void *unused)
{
  for (int i = 0; i < 10; i++) {
    wait_for (&game, 1);
    data += 2; /* dg-message "by thread 'pong'" */
    pass_to (&game, 0);
  }
  return unused;
}

static void *reset (void *unused)
{
  pthread_mutex_lock (&game.lock);
  memset (&game.s, 0, sizeof game.s);
  pthread_cond_broadcast (&game.changed);
  pthread_mutex_unlock (&game.lock);
  return unused;
}

int main (void)
{
  pthread_t a, b, c;
  pthread_create (&a, NULL, ping, NULL);
  pthread_create (&b, NULL, pong, NULL);
  pthread_create (&c, NULL, reset, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_join (c, NULL);
  return 0;
}
