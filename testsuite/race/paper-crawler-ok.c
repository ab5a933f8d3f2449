/* Abadi et al., figure 5: crawler threads with a queue, a set and an enumerator of their own. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PAGES 64

static struct {
  pthread_mutex_t lock;
  int page[PAGES], first, last;
} todo = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct {
  pthread_mutex_t lock;
  unsigned long pages;
} visited = { .lock = PTHREAD_MUTEX_INITIALIZER };

struct links { /* one thread's */
  int page, index;
};

static void enqueue (int page)
{
  pthread_mutex_lock (&todo.lock);
  if (todo.last < PAGES)
    todo.page[todo.last++] = page;
  pthread_mutex_unlock (&todo.lock);
}

static int dequeue (void)
{
  int page = -1;

  pthread_mutex_lock (&todo.lock);
  if (todo.first < todo.last)
    page = todo.page[todo.first++];
  pthread_mutex_unlock (&todo.lock);
  return page;
}

static void visit (int page)
{
  pthread_mutex_lock (&visited.lock);
  visited.pages |= 1ul << page;
  pthread_mutex_unlock (&visited.lock);
}

static int next_link (struct links *l)
{
  return l->index++ < 2 ? (l->page * 5 + l->index) % PAGES : -1;
}

static void *crawl (void *unused)
{
  int page, link;

  while ((page = dequeue ()) >= 0) {
    struct links *l = malloc (sizeof *l);

    if (!l)
      abort ();
    visit (page);
    usleep (100); /* load it */
    l->page = page;
    l->index = 0;
    while ((link = next_link (l)) >= 0)
      enqueue (link);
    free (l);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;

  for (int i = 0; i < 4; i++)
    enqueue (i);
  pthread_create (&a, NULL, crawl, NULL);
  pthread_create (&b, NULL, crawl, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%lx\n", visited.pages);
  return 0;
}
