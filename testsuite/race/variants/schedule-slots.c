/* Slots that threads find by their own handle, in a table under a lock.
   RACY 1 'slots[].count': the slot of somebody else */
#include "common.h"
#define N 3
struct slot {
  pthread_t owner;
  int used, count;
};
static struct slot slots[N];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct slot *mine (void)
{
  pthread_mutex_lock (&m);
  for (int i = 0; i < N; i++)
    if (slots[i].used && (R == 1 || pthread_equal (slots[i].owner, pthread_self ()))) {
      pthread_mutex_unlock (&m);
      return &slots[i];
    }
  for (int i = 0; i < N; i++)
    if (!slots[i].used) {
      slots[i].used = 1;
      slots[i].owner = pthread_self ();
      pthread_mutex_unlock (&m);
      return &slots[i];
    }
  abort ();
}
static void *run (void *unused)
{
  for (int i = 0; i < 10; i++)
    mine ()->count++;
  return unused;
}
int main (void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    spawn (&t[i], run, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
  return slots[0].count;
}
