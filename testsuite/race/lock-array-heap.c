/* An array in memory; each element has its lock, but one field is counted behind the unlock. */
#include <pthread.h>
#include <stdlib.h>

struct slot {
  pthread_mutex_t lock;
  long sum, count;
};
static struct {
  int n;
  struct slot *slots;
} table;

static void *adder (void *argument)
{
  for (int i = 0; i < table.n; i++) {
    pthread_mutex_lock (&table.slots[i].lock);
    table.slots[i].sum += (long)argument;
    pthread_mutex_unlock (&table.slots[i].lock);
    table.slots[i].count++; /* dg-warning "data race on .table.slots.*count" */
  }
  return NULL;
}

int main (void)
{
  pthread_t threads[2];
  table.n = 8;
  table.slots = calloc (8, sizeof *table.slots);
  for (int i = 0; i < 8; i++)
    pthread_mutex_init (&table.slots[i].lock, NULL);
  for (long i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, adder, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return table.slots[3].count != 2;
}
