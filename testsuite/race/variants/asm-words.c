/* A volatile word that asm changes atomically is looked at and set atomically, too.
   RACY 1 'words[]': the asm changes one word of an array, and that says nothing of the others
   RACY 2 'word': the asm has no prefix `lock'
   RACY 3 'word': the word is not volatile
   WITHOUT schedule: the program is small */
#include "common.h"
#if R == 3
#define VOLATILE
#else
#define VOLATILE volatile
#endif
static VOLATILE int word, words[2];
#if R == 1
#define CHANGED words[0]
#define SET words[1]
#else
#define CHANGED word
#define SET word
#endif
static int out;
static void *adder (void *argument)
{
  int v = 1;
#if R == 2
  __asm__ volatile ("xaddl %0,%1" : "=r"(v), "+m"(CHANGED) : "0"(v) : "memory");
#else
  __asm__ volatile ("lock xaddl %0,%1" : "=r"(v), "+m"(CHANGED) : "0"(v) : "memory");
#endif
  __asm__ volatile ("" : : : "memory");
  SET = 2;
  return argument;
}
static void *reader (void *argument)
{
  out = SET;
  return argument;
}
int main (void)
{
  pthread_t t, u;
  spawn (&t, adder, NULL);
  spawn (&u, reader, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return out;
}
