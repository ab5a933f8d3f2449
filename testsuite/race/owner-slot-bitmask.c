/* Threads take a free slot from a bit mask under a lock, use it without, and give it back. Racy:
   the slot is given back before its last use. */
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
  give (i);
  strcpy (slot[i].text, name); /* dg-warning "data race on 'slot\[\]\.text'" dg-message "written here" dg-message "written here" */
  slot[i].length = strlen (slot[i].text); /* dg-warning "data race on 'slot\[\]\.length'" dg-message "written here" dg-message "written here" */
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
