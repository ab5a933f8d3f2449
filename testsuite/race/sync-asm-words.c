/* Asm that is atomic on one element of a volatile array says nothing of the others. */
#include <pthread.h>
static volatile int words[2];
static int out;
static void *adder (void *argument)
{
  int v = 1;
  __asm__ volatile ("lock xaddl %0,%1" : "=r"(v), "+m"(words[0]) : "0"(v) : "memory");
  __asm__ volatile ("" : : : "memory");
  words[1] = 2; /* dg-warning "data race on 'words" dg-message "written here" */
  return argument;
}
static void *reader (void *argument)
{
  out = words[1]; /* dg-message "read here" */
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
