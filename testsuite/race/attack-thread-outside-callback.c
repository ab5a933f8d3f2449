/* A callback registered outside creates a thread. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
extern void ext_register (void (*) (void)); extern void ext_run (void);
static int x; static pthread_t h;
static void *ta (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void cb (void) { pthread_create (&h, 0, ta, 0); }
int main (void) { ext_register (cb); ext_run (); x++; return 0; }
