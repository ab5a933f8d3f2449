/* One pointer from code without facts, two fields: each is an access of its own to what was given
   away. */
#include <pthread.h>
struct pair {
  int first, second;
};
struct pair *outside_get (void);
void outside_give (struct pair *);
static struct pair mine;
static void *work (void *p)
{
  struct pair *x = outside_get ();
  x->first = 1;  /* dg-warning "possible data race on 'x->first'" */
  x->second = 1; /* dg-warning "possible data race on 'mine.second'" */
  return p;
}
int main (void)
{
  pthread_t t, u;
  outside_give (&mine);
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  int n = mine.second;
  pthread_join (t, 0);
  pthread_join (u, 0);
  return n;
}
