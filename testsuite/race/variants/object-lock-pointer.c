/* Each object has a pointer to its lock, which is allocated with it and stays.
   RACY 1 'a->cents': no lock
   RACY 2 'a->cents': the pointer is changed when others know the object
   RACY 3 'a->cents': the lock of the next object
   RACY 4 'fees.cents': main changes the pointer when it has taken the lock
   RACY 5 'a->cents': who makes the object changes it when it has taken the lock */
#include "common.h"
struct account {
  struct account *next;
  pthread_mutex_t *lock;
  int id;
  long cents;
};
static struct account *all, fees;
static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER, one = PTHREAD_MUTEX_INITIALIZER,
                       two = PTHREAD_MUTEX_INITIALIZER;
static void set_lock (struct account *a)
{
  a->lock = malloc (sizeof *a->lock);
  pthread_mutex_init (a->lock, 0);
}
static struct account *find (int id)
{
  struct account *a;
  pthread_mutex_lock (&list);
  for (a = all; a; a = a->next)
    if (a->id == id)
      break;
#if R == 2
  if (a)
    set_lock (a);
#endif
  pthread_mutex_unlock (&list);
  return a;
}
static void open_account (int id)
{
  struct account *a = calloc (1, sizeof *a);
  a->id = id;
  set_lock (a);
#if R == 5
  pthread_mutex_t *m = a->lock;
  pthread_mutex_lock (m);
  set_lock (a);
#endif
  pthread_mutex_lock (&list);
  a->next = all;
  all = a;
  pthread_mutex_unlock (&list);
#if R == 5
  a->cents = 7;
  pthread_mutex_unlock (m);
#endif
}
static void deposit (struct account *a, long cents)
{
#if R == 1
  a->cents += cents;
#elif R == 3
  struct account *b = a->next ? a->next : a;
  pthread_mutex_lock (b->lock);
  a->cents += cents;
  pthread_mutex_unlock (b->lock);
#else
  pthread_mutex_lock (a->lock);
  a->cents += cents;
  pthread_mutex_unlock (a->lock);
#endif
}
static void *client (void *p)
{
  for (int i = 0; i < 100; i++) {
    struct account *a = find (i % 10);
    if (a)
      deposit (a, i);
    else
      open_account (i % 10);
    pthread_mutex_lock (fees.lock);
    fees.cents++;
    pthread_mutex_unlock (fees.lock);
  }
  return p;
}
int main (void)
{
  pthread_t t, u;
  open_account (1);
  fees.lock = &one;
#if R == 4
  pthread_mutex_lock (fees.lock);
  fees.lock = &two;
#endif
  spawn (&t, client, 0);
  spawn (&u, client, 0);
#if R == 4
  fees.cents--;
  pthread_mutex_unlock (&one);
#endif
  pthread_join (t, 0);
  pthread_join (u, 0);
  return (int)fees.cents;
}
