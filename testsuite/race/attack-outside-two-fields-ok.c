/* One pointer from code without facts, two fields: each is an access of its own to what was given
   away. */
#include <pthread.h>
struct pair {
  int first, second;
};
struct pair *outside_get (void);
void outside_give (struct pair *);
static struct pair mine;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *p)
{
  struct pair *x = outside_get ();
  pthread_mutex_lock (&lock);
  x->first = 1;
  x->second = 1;
  pthread_mutex_unlock (&lock);
  return p;
}
int main (void)
{
  pthread_t t, u;
  outside_give (&mine);
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_mutex_lock (&lock);
  int n = mine.second;
  pthread_mutex_unlock (&lock);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return n;
}
