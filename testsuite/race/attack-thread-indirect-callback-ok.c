/* Race-free twin: Called through an indirect call to a world function */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
extern void (*ext_get (void)) (void); extern void ext_register (void (*) (void));
static int x; static pthread_t h; static pthread_mutex_t m = MI;
static void *ta (void *p) { L (&m); x++; U (&m); return p; } /* there may be several */
static void cb (void) { pthread_create (&h, 0, ta, 0); }
int main (void) { x++; ext_register (cb); return 0; }
