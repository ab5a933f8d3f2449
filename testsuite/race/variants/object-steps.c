/* Elements with a lock and with arrays in them, of which those of neighbours are reached in other ways.
   RACY 1 'a[-1].cells[k].y': the element before
   RACY 2 'shelves[i + 1].cells[k].y': the next one
   RACY 3 'shelves[i ^ 1].cells[k].y': the other one of two
   RACY 4 'a->cells[k].y': all of the next one is cleared
   RACY 5 'a->cells': it is cleared over the end of the element
   RACY 6 'a[1].grid[k][k]': two numbers in the next one
   RACY 7 'a[-1].grid[k][2]': one number in the element before
   RACY 8 'c->y': a pointer is moved by the size of the element
   RACY 9 'y[k * 2]': a pointer to a field in the next one
   RACY 10 'a[k].cells[1].y': of an element so many further on
   RACY 11 'a[k - 1].cells[k].y': ... one less
   RACY 12 'a->cells[k].y': all is copied to the next one
   RACY 13 'a[1]': the whole element is
   RACY 14 'b->cells[k].y': a pointer is counted up
   RACY 15 'c[15].y': a pointer is moved by as many as fit into the element
   RACY 16 'a[k].grid[k][2]': an element so many further on, and the same number in it
   RACY 17 'b->cells[1].y': a pointer to such an element
   RACY 18 'c->y': a pointer is moved by a multiple of those
   RACY 19 'c[k].y': a pointer to the array of such an element */
#include "common.h"
struct cell {
  long x, y;
};
struct shelf {
  long number;
  pthread_mutex_t lock;
  struct cell cells[4];
  long grid[3][5];
  int last;
};
static struct shelf *shelves;
static int n;
static pthread_mutex_t locks[64];
static pthread_mutex_t *lock_of (int i)
{
#ifdef BY_INDEX
  return &locks[i];
#else
  return &shelves[i].lock;
#endif
}
static void use (struct shelf *a, int i, int k)
{
  struct cell *c = &a->cells[k];
  struct shelf *b = a;
  switch (R) {
  case 1: (a - 1)->cells[k].y++; break;
  case 2: shelves[i + 1].cells[k].y++; break;
  case 3: shelves[i ^ 1].cells[k].y++; break;
  case 4: memset (&a[1].cells, 0, sizeof a->cells); break;
  case 5: memset (&a->cells[k], 0, 2 * sizeof *a); break;
  case 6: (a + 1)->grid[k][k]++; break;
  case 7: (a - 1)->grid[k][2]++; break;
  case 8: c = (struct cell *)((char *)c + sizeof *a); c->y++; break;
  case 9: { long *y = &(a + 1)->cells[0].y; y[2 * k]++; break; }
  case 10: a[k].cells[1].y++; break;
  case 11: a[k - 1].cells[k].y++; break;
  case 12: memcpy ((a + 1)->cells, a->cells, sizeof a->cells); break;
  case 13: a[1] = a[0]; break;
  case 14: b++; b->cells[k].y++; break;
  case 15: (c + sizeof *a / sizeof *c)->y++; break;
  case 16: a[k].grid[k][2]++; break;
  case 17: b = a + k; b->cells[1].y++; break;
  case 18: c = a->cells; c += k * (sizeof *a / sizeof *c); c->y++; break;
  case 19: c = shelves[i + k].cells; c[k].y++; break;
  }
}
static void *run (void *unused)
{
  for (int i = 1; i < n - 1; i++)
    for (int k = 0; k < 3; k++) {
      struct shelf *a = &shelves[i];
      pthread_mutex_lock (lock_of (i));
      a->cells[k].y++;
      a->cells[k + 1].y++;
      a->grid[k][2]++;
      use (a, i, k);
      pthread_mutex_unlock (lock_of (i));
    }
  return unused;
}
int main (int argc, char **argv)
{
  n = argc;
  shelves = calloc (n, sizeof *shelves);
  for (int i = 0; i < n; i++)
    pthread_mutex_init (&shelves[i].lock, NULL);
  for (int i = 0; i < 64; i++)
    pthread_mutex_init (&locks[i], NULL);
  spawn_two (run);
  return 0;
}
