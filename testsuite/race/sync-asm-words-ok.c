/* A volatile word that asm changes atomically is looked at and set atomically, too. */
#include <pthread.h>
static volatile int word;
static int out;
static void *adder (void *argument)
{
  int v = 1;
  __asm__ volatile ("lock xaddl %0,%1" : "=r"(v), "+m"(word) : "0"(v) : "memory");
  __asm__ volatile ("" : : : "memory");
  word = 2;
  return argument;
}
static void *reader (void *argument)
{
  out = word;
  return argument;
}
int main (void)
{
  pthread_t t, u;
  pthread_create (&t, 0, adder, 0);
  pthread_create (&u, 0, reader, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return out;
}
