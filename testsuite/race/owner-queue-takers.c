/* Objects moved through a list to several who take them.  Racy: the producer still counts in what it has put there. */
#include <pthread.h>
#include <stdlib.h>

struct message {
  struct message *next;
  int uses;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct message *inbox;

static struct message *take (void)
{
  pthread_mutex_lock (&lock);
  struct message *m = inbox;
  if (m)
    inbox = m->next;
  pthread_mutex_unlock (&lock);
  return m;
}

static void *receive (void *unused)
{
  for (int n = 0; n < 100; n++) {
    struct message *m = take ();
    if (m)
      m->uses++; /* dg-warning "data race on 'm->uses'" dg-message "updated here" */
  }
  return unused;
}

static void *produce (void *unused)
{
  for (int n = 0; n < 20; n++) {
    struct message *m = calloc (1, sizeof *m);

    if (!m)
      abort ();
    pthread_mutex_lock (&lock);
    m->next = inbox;
    inbox = m;
    pthread_mutex_unlock (&lock);
    m->uses++; /* dg-message "updated here" */
  }
  return unused;
}

int main (void)
{
  pthread_t id[3];

  for (int i = 0; i < 2; i++)
    pthread_create (&id[i], NULL, receive, NULL);
  pthread_create (&id[2], NULL, produce, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (id[i], NULL);
  return 0;
}
