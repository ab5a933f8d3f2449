/* Race-free twin: Unsigned multiplication wraps. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_mutex_t q = MI;
static unsigned h (unsigned a) { return a * 2654435761u; }
static void *t (void *a) { unsigned v = 3; unsigned r = h (v); if (r < 4000000000u) if (r > 3000000000u) { L (&q); x++; U (&q); } return a; }
static void *o (void *a) { { L (&q); x++; U (&q); } return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
