/* Two pairs of semaphores, one after the other: each hands on one permit, and has nothing to do with the other. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
static sem_t free_a, full_a, free_b, full_b;
static int a, b;
static void *consume_a (void *argument)
{
  for (int i = 0; i < 3; i++) {
    sem_wait (&full_a);
    printf ("%d\n", a);
    sem_post (&free_a);
  }
  return argument;
}
static void *consume_b (void *argument)
{
  for (int i = 0; i < 3; i++) {
    sem_wait (&full_b);
    printf ("%d\n", b);
    sem_post (&free_b);
  }
  return argument;
}
static void run_a (void)
{
  pthread_t t;
  sem_init (&free_a, 0, 1);
  sem_init (&full_a, 0, 0);
  pthread_create (&t, NULL, consume_a, NULL);
  for (int i = 0; i < 3; i++) {
    sem_wait (&free_a);
    a = 1;
    sem_post (&full_a);
  }
  pthread_join (t, NULL);
}
static void run_b (void)
{
  pthread_t t;
  sem_init (&free_b, 0, 1);
  sem_init (&full_b, 0, 0);
  pthread_create (&t, NULL, consume_b, NULL);
  for (int i = 0; i < 3; i++) {
    sem_wait (&free_b);
    b = 1;
    sem_post (&full_b);
  }
  pthread_join (t, NULL);
}
int main (void)
{
  run_a ();
  run_b ();
  return 0;
}
