/* Threads that join each other as a tree, by the bits of their numbers, and merge what they have made: lists that
   their elements of the array lead to, in structs that are passed by value, and sorted before.
   WITHOUT schedule: it would do without
   RACY 1 'list1.first->score': merged before the join
   RACY 2 'result->first[result->size].score': all have the same list
   RACY 3 'list1.first->score': the list of another thread
   RACY 4 'list1.first->score': the join of another thread
   RACY 5 'result->first[result->size].score': used when it has been merged, by who has it from its job
   RACY 6 'result->first[result->size].score': one list for two elements
   RACY 7 'list1.first->score': main does not wait
   RACY 8 'list1.first->score': the list is given to a neighbour
   RACY 9 'list1.first->score': some joins are left out
   RACY 10 'result->first[result->size].score': what one has is kept for all
   RACY 11 'result->first[result->size].score': sorted before the join, the other's */
#include "common.h"
struct item { double score; const char *text; };
struct list { struct item *first; size_t size; };
struct job { pthread_mutex_t lock; size_t next, size; const char **texts; struct worker *workers; unsigned *count; struct item *best; };
struct worker { pthread_t handle; struct job *job; unsigned number; struct list result; };
static int odd;

static int compare (const void *x, const void *y)
{
  const struct item *a = x, *b = y;
  if (a->score == b->score)
    return a->text < b->text ? -1 : 1;
  return a->score < b->score ? -1 : 1;
}

static struct list merge (struct list list1, struct list list2)
{
  struct list list;
  size_t n = 0, i = 0, k = 0;
  list.size = list1.size + list2.size;
  list.first = malloc (list.size * sizeof *list.first);
  if (!list.first)
    abort ();
  while (i < list1.size && k < list2.size)
    if (compare (&list1.first[i], &list2.first[k]) < 0)
      list.first[n++] = list1.first[i++];
    else
      list.first[n++] = list2.first[k++];
  while (i < list1.size)
    list.first[n++] = list1.first[i++];
  while (k < list2.size)
    list.first[n++] = list2.first[k++];
  free (list1.first);
  free (list2.first);
  return list;
}

static void *work (void *data)
{
  struct worker *w = data;
  struct job *job = w->job;
  struct list *result = &w->result;
  for (;;) {
    pthread_mutex_lock (&job->lock);
    size_t i = job->next;
    job->next = i < job->size ? i + 1 : i;
    pthread_mutex_unlock (&job->lock);
    if (i == job->size)
      break;
    result->first[result->size].text = job->texts[i];
    result->first[result->size].score = strlen (job->texts[i]);
    result->size++;
  }
  qsort (result->first, result->size, sizeof *result->first, compare);
#if R == 10
  job->best = w->result.first;
#endif
  for (unsigned step = 0;; step++) {
    if (w->number % (2 << step))
      break;
    unsigned next = w->number | (1 << step);
    if (next >= *job->count)
      break;
#if R == 1
    w->result = merge (w->result, job->workers[next].result);
#endif
#if R == 11
    qsort (job->workers[next].result.first, 2, sizeof *result->first, compare);
#endif
#if R == 9
    if (odd & step)
      continue;
#endif
#if R == 4
    pthread_join (job->workers[next ^ 2].handle, NULL);
#else
    pthread_join (job->workers[next].handle, NULL);
#endif
#if R == 3
    w->result = merge (w->result, job->workers[next ^ 4].result);
#elif R != 1
    w->result = merge (w->result, job->workers[next].result);
#endif
#if R == 8
    job->workers[next ^ 2].result.first = w->result.first;
#endif
#if R == 10
    job->best[0].score = 1;
#endif
#if R == 5
    job->best = job->workers[next].result.first;
#endif
  }
#if R == 5
  struct list list = { job->best, 1 };
  list.first->score++;
#endif
  return NULL;
}

static struct item *search (unsigned *count, const char **texts, size_t size)
{
  struct job *job = calloc (1, sizeof *job);
  pthread_mutex_init (&job->lock, NULL);
  job->texts = texts;
  job->size = size;
  job->count = count;
  struct worker *workers = job->workers = calloc (*count, sizeof *workers);
#if R == 2 || R == 6
  struct item *one = malloc (size * sizeof *one);
#endif
  for (int i = *count - 1; i >= 0; i--) {
    workers[i].job = job;
    workers[i].number = i;
    workers[i].result.size = 0;
#if R == 2
    workers[i].result.first = one;
#elif R == 6
    workers[i].result.first = i < 2 ? one : malloc (size * sizeof *one);
#else
    workers[i].result.first = malloc (size * sizeof *workers->result.first);
#endif
    if (pthread_create (&workers[i].handle, NULL, work, &workers[i]))
      exit (1);
  }
#if R != 7
  pthread_join (workers[0].handle, NULL);
#endif
  struct item *found = workers[0].result.first;
  pthread_mutex_destroy (&job->lock);
  free (workers);
  free (job);
  return found;
}

int main (int argc, char **argv)
{
  odd = argc > 3;
  unsigned count = argc;
  struct item *found = search (&count, (const char **)argv, argc);
  puts (found->text);
  free (found);
  return 0;
}
