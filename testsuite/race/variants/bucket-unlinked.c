/* Entries of a table with a lock for each bucket, unlinked through a pointer to the link and freed without the lock.
   RACY 1 'dead->n': used by who has put it in
   RACY 2 'dead->n': not unlinked
   RACY 3 'dead->n': one that was not unlinked is used without the lock, too
   RACY 4 'dead->n': looked at without the lock */
#include "common.h"
struct ent {
  struct ent *next;
  int key;
  int n;
};
static struct {
  pthread_mutex_t m;
  struct ent *e;
} b[64];
static void add (int k)
{
  unsigned i = k & 63;
  struct ent *e = malloc (sizeof *e);
  e->key = k;
  e->n = 0;
  pthread_mutex_lock (&b[i].m);
  e->next = b[i].e;
  b[i].e = e;
  pthread_mutex_unlock (&b[i].m);
#if R == 1
  e->n++;
#endif
}
static void del (int k)
{
  unsigned i = k & 63;
  struct ent *dead = 0;
  pthread_mutex_lock (&b[i].m);
  for (struct ent **pp = &b[i].e; *pp; pp = &(*pp)->next)
    if ((*pp)->key == k) {
      dead = *pp;
#if R != 2
      *pp = dead->next;
#endif
      break;
    }
#if R == 3
  pthread_mutex_unlock (&b[i].m);
  pthread_mutex_lock (&b[0].m);
  if (dead)
    dead->n++;
  pthread_mutex_unlock (&b[0].m);
  pthread_mutex_lock (&b[i].m);
  for (struct ent **pp = &b[i].e; *pp; pp = &(*pp)->next)
    if ((*pp)->key == k) {
      (*pp)->n = 2;
      if (!dead)
        dead = *pp;
    }
#endif
  pthread_mutex_unlock (&b[i].m);
  if (dead) {
    dead->n = 0;
#if R != 2 && R != 3
    free (dead);
#endif
  }
}
static int cnt (void)
{
  int s = 0;
  for (int i = 0; i < 64; i++) {
    pthread_mutex_lock (&b[i].m);
    struct ent *e = b[i].e;
#if R == 4
    pthread_mutex_unlock (&b[i].m);
#endif
    for (; e; e = e->next)
      s += e->n;
#if R != 4
    pthread_mutex_unlock (&b[i].m);
#endif
  }
  return s;
}
static void *w (void *a)
{
  for (int i = 0; i < 30; i++) {
    add (i);
    cnt ();
    del (i);
  }
  return 0;
}
int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < 64; i++)
    pthread_mutex_init (&b[i].m, 0);
  for (int i = 0; i < 3; i++)
    spawn (&t[i], w, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
