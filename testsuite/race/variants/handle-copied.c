/* Handles in structs that are filled from others before the threads are created; a copy of a handle is not the handle
   that was there.
   RACY 1 'x': the struct with the handle is overwritten by an assignment
   RACY 2 'x': by memcpy
   RACY 3 'x': by one that a function has got
   RACY 4 'x': by one in which the handle of the other thread was put
   RACY 5 'x': the two are exchanged
   RACY 6 'x': elements of an array are moved */
#include "common.h"
struct worker {
  int number;
  pthread_t thread;
};
static struct worker one, other, pattern = {3}, all[2];
static int x;
static void *count (void *a)
{
  x++;
  return NULL;
}
static void *nothing (void *a)
{
  return NULL;
}
static struct worker numbered (int number)
{
  struct worker w = {number};
  return w;
}
static void set (struct worker w)
{
  one = w;
}
int main (void)
{
  one = pattern;
  other = numbered (2);
  set (numbered (1));
  memcpy (&other, &pattern, sizeof other);
  spawn (&one.thread, count, NULL);
  spawn (&other.thread, nothing, NULL);
#if R == 1
  one = other;
#elif R == 2
  memcpy (&one, &other, sizeof one);
#elif R == 3
  set (other);
#elif R == 4
  struct worker w = numbered (4);
  w.thread = other.thread;
  one = w;
#elif R == 5
  struct worker w = one;
  one = other;
  other = w;
#endif
  pthread_join (one.thread, NULL);
  x++;
  pthread_join (other.thread, NULL);
  spawn (&all[0].thread, count, NULL);
  spawn (&all[1].thread, nothing, NULL);
#if R == 6
  memmove (&all[0], &all[1], sizeof all[0]);
#endif
  pthread_join (all[0].thread, NULL);
  return x;
}
