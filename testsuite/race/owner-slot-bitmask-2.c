/* Threads take a free slot from a bit mask under a lock, use it without, and give it back. Racy:
   the neighbour's slot is read. */
#include <pthread.h>
#include <string.h>

#define SLOTS 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned busy;
static struct {
  int length;
  char text[60];
} slot[SLOTS];

static int take (void)
{
  int i;

  pthread_mutex_lock (&lock);
  for (i = 0; i < SLOTS; i++)
    if (!(busy & 1u << i)) {
      busy |= 1u << i;
      break;
    }
  pthread_mutex_unlock (&lock);
  return i < SLOTS ? i : -1;
}

static void give (int i)
{
  pthread_mutex_lock (&lock);
  busy &= ~(1u << i);
  pthread_mutex_unlock (&lock);
}

static void *worker (void *name)
{
  int i = take ();

  if (i < 0)
    return NULL;
  strcpy (slot[i].text, slot[(i + 1) % SLOTS].text); /* dg-warning "data race on 'slot\[\]\.text'" dg-message "updated here" dg-message "read here" */
  slot[i].length = strlen (slot[i].text);
  give (i);
  return NULL;
}

int main (void)
{
  pthread_t id[4];

  for (int i = 0; i < 4; i++)
    pthread_create (&id[i], NULL, worker, "some text");
  for (int i = 0; i < 4; i++)
    pthread_join (id[i], NULL);
  return 0;
}
