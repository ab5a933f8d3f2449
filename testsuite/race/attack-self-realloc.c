/* lock taken of p, p moved on, the lock name stale */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct s { pthread_mutex_t m; int d; } tab[2] = { { MI }, { MI } };
static void *t1 (void *_)
{
  struct s *p = tab;
  L (&p->m);
  for (int i = 0; i < 2; i++) { p->d++; p++; } /* dg-warning "data race on '[^']*d" */
  U (&tab[0].m);
  return _;
}
static void *t2 (void *_) { for (int i = 0; i < 2; i++) { L (&tab[i].m); tab[i].d++; U (&tab[i].m); } return _; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t1, 0); pthread_create (&g, 0, t2, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
