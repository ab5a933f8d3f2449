/* Abadi et al., figure 4: dictionary whose lock guards the nodes of its list. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct node {
  const char *key;
  int value;
  struct node *next;
};

static struct dictionary {
  pthread_mutex_t lock;
  struct node *head;
} dictionary = { PTHREAD_MUTEX_INITIALIZER, NULL };

static struct node *find (struct dictionary *d, const char *key)
{
  struct node *n = d->head;

  while (n && strcmp (n->key, key) != 0)
    n = n->next;
  return n;
}

static void put (struct dictionary *d, const char *key, int value)
{
  struct node *n;

  pthread_mutex_lock (&d->lock);
  n = find (d, key);
  if (!n) {
    n = malloc (sizeof *n);
    if (!n)
      abort ();
    n->key = key;
    n->value = 0;
    n->next = d->head;
    d->head = n;
  }
  n->value = value;
  pthread_mutex_unlock (&d->lock);
}

static void forget (struct dictionary *d, const char *key)
{
  struct node *n;

  pthread_mutex_lock (&d->lock);
  n = find (d, key);
  if (n)
    n->value = -1;
  pthread_mutex_unlock (&d->lock);
}

static void *writer (void *unused)
{
  for (int i = 0; i < 50; i++)
    put (&dictionary, i % 2 ? "odd" : "even", i);
  return unused;
}

int main (void)
{
  pthread_t id;

  put (&dictionary, "odd", 0);
  pthread_create (&id, NULL, writer, NULL);
  forget (&dictionary, "odd");
  pthread_join (id, NULL);
  return 0;
}
