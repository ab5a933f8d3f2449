/* lock_get returns object or NULL locked. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
struct s { pthread_mutex_t m; int d; } tab[2] = { { MI }, { MI } }; static volatile int k;
static struct s *get (int i) { if (i < 0 || i > 1) return 0; L (&tab[i].m); return &tab[i]; }
static void put (struct s *s) { U (&s->m); }
static void *t (void *a) { struct s *s = get (k); if (!s) return 0; s->d++; put (s); return a; }
static void *o (void *a) { struct s *s = get (1); if (s) { s->d++; put (s); } return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
