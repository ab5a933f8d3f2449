/* Locks of two elements in order of address. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct s { pthread_mutex_t m; int d; } tab[2] = { { MI }, { MI } };
static void move (struct s *a, struct s *b) { if (a < b) { L (&a->m); L (&b->m); } else { L (&b->m); L (&a->m); } a->d--; b->d++; U (&a->m); U (&b->m); }
static void *t (void *a) { move (&tab[0], &tab[1]); return a; }
static void *o (void *a) { move (&tab[1], &tab[0]); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
