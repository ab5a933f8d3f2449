/* Dekker's mutual exclusion.  Racy: one thread looks once only. */
#include <stdatomic.h>
#include <pthread.h>
#include <stdio.h>
static atomic_bool a_wants, b_wants;
static atomic_int turn;
static int data;
static void *a (void *x)
{
  for (int i = 0; i < 10; i++) {
    a_wants = 1;
    while (b_wants) {
      if (turn != 0) {
        a_wants = 0;
        while (turn != 0)
          ;
        a_wants = 1;
      }
    }
    data++; /* dg-warning "data race on 'data'" */
    turn = 1;
    a_wants = 0;
  }
  return NULL;
}
static void *b (void *x)
{
  for (int i = 0; i < 10; i++) {
    b_wants = 1;
    if (a_wants) {
      if (turn != 1) {
        b_wants = 0;
        while (turn != 1)
          ;
        b_wants = 1;
      }
    }
    data--;
    turn = 0;
    b_wants = 0;
  }
  return NULL;
}
int main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, a, NULL);
  pthread_create (&u, NULL, b, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  printf ("%d\n", data);
  return 0;
}
