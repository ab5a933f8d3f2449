/* qsort comparator creates a thread. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t h; static int started;
static void *ta (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static int cmp (const void *a, const void *b) { if (!started) { started = 1; pthread_create (&h, 0, ta, 0); } return *(int *)a - *(int *)b; }
int main (void) { int v[3] = { 3, 1, 2 }; qsort (v, 3, sizeof *v, cmp); x++; pthread_join (h, 0); return 0; }
