/* Objects moved through a list: the one who dequeues frees them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct message {
  struct message *next;
  int text;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct message *inbox;

static void *receive (void *unused)
{
  for (int n = 0; n < 100; n++) {
    struct message *m;

    pthread_mutex_lock (&lock);
    m = inbox;
    if (m)
      inbox = m->next;
    pthread_mutex_unlock (&lock);
    if (m) {
      printf ("%d\n", m->text);
      free (m);
    }
  }
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, receive, NULL);
  for (int n = 0; n < 20; n++) {
    struct message *m = malloc (sizeof *m);

    if (!m)
      abort ();
    m->text = n;
    pthread_mutex_lock (&lock);
    m->next = inbox;
    inbox = m;
    pthread_mutex_unlock (&lock);
    printf ("sent %d\n", n);
  }
  pthread_join (id, NULL);
  return 0;
}
