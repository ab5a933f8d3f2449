/* Twin of ended-recreated: start again, join, access. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t h;
static void *b (void *p) { x++; return p; }
static void start (void) { pthread_create (&h, 0, b, 0); }
static void again (void) { start (); pthread_join (h, 0); x++; }
int main (void) { start (); pthread_join (h, 0); again (); return x; }
