/* Hash table with an array of locks beside an array of lists, both indexed by the hash. Racy: the
   lock is that of the next list. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  char name[16];
  long hits;
  struct entry *next;
};

enum { SIZE = 32 };

static pthread_mutex_t locks[SIZE];
static struct entry *lists[SIZE];

static unsigned hash (const char *s)
{
  unsigned h = 5381;

  while (*s)
    h = h * 33 + (unsigned char) *s++;
  return h % SIZE;
}

static struct entry *find (struct entry *list, const char *name)
{
  while (list && strcmp (list->name, name))
    list = list->next;
  return list;
}

static void hit (const char *name)
{
  unsigned h = hash (name);
  struct entry *e;

  pthread_mutex_lock (&locks[h]);
  e = find (lists[h], name);
  if (!e) {
    e = calloc (1, sizeof *e);
    if (!e)
      abort ();
    strncpy (e->name, name, sizeof e->name - 1);
    e->next = lists[h];
    lists[h] = e; /* dg-warning "data race on 'lists\[\]'" dg-message "written here" */
  }
  e->hits++; /* dg-warning "data race on 'e->hits'" dg-message "updated here" */
  pthread_mutex_unlock (&locks[h]);
}

static long hits (const char *name)
{
  unsigned h = hash (name);
  unsigned l = (h + 1) % SIZE;
  struct entry *e;
  long n;

  pthread_mutex_lock (&locks[l]);
  e = find (lists[h], name); /* dg-message "read here" */
  n = e ? e->hits : 0; /* dg-message "read here" */
  pthread_mutex_unlock (&locks[l]);
  return n;
}

static void *client (void *name)
{
  for (int i = 0; i < 1000; i++)
    hit (name);
  if (hits (name) < 1000)
    abort ();
  return NULL;
}

int main (void)
{
  pthread_t a, b;

  for (int i = 0; i < SIZE; i++)
    pthread_mutex_init (&locks[i], NULL);
  pthread_create (&a, NULL, client, "alpha");
  pthread_create (&b, NULL, client, "beta");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
