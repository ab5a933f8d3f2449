/* Race-free twin: A registered callback releases the lock. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
extern void ext_register (void (*) (void)); extern void ext_run (void);
static int x; static pthread_mutex_t m = MI;
static void cb (void) { U (&m); usleep (10); }
static void *t (void *_) { L (&m); ext_run (); L (&m); x++; U (&m); return _; }
int main (void)
{
  pthread_t h; ext_register (cb); pthread_create (&h, 0, t, 0);
  L (&m); x++; U (&m); pthread_join (h, 0); return 0;
}
