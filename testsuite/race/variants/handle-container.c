/* A container of everything holds what handles are in, and other things: by their types stores to these are none to
   handles.
   RACY 1 'count': the handle of another thread is put there
   RACY 2 'count': ... through a pointer to it
   RACY 3 'count': ... with the struct that it is in
   RACY 4 'count': ... as bytes, of something that has no type
   RACY 5 'count': ... through a struct that contains it
   RACY 6 'count': ... by a function that reads it from a pipe
   RACY 7 'count': ... through a member of a union
   RACY 8 'count': ... through a pointer to characters that points to it
   RACY 9 'count': ... through a struct that begins alike */
#include "common.h"
struct worker {
  int number;
  pthread_t id;
  long state;
};
struct connection {
  int number;
  void *data;
  char *text;
};
struct both {
  struct worker w;
  int more;
};
struct alike {
  int number;
  pthread_t id;
};
union any {
  struct connection c;
  struct worker w;
};
static void *things[8];
static int count, total, ends[2];
static int work (void)
{
  return read (0, &ends, 1);
}
static void *counts (void *a)
{
  work ();
  count++;
  return a;
}
static void *adds (void *a)
{
  total++;
  return a;
}
__attribute__ ((noinline)) static void *get (int i)
{
  return things[i & 7];
}
static struct worker *begin (int i, void *(*f) (void *))
{
  struct both *b = calloc (1, sizeof *b);
  if (!b)
    abort ();
  things[i] = &b->w;
  if (pthread_create (&b->w.id, 0, f, 0))
    abort ();
  return &b->w;
}
static void other (int i)
{
  struct connection *c = calloc (1, sizeof *c);
  if (!c || !(c->text = malloc (64)))
    abort ();
  things[i] = c;
}
int main (int argc, char **argv)
{
  if (argc > 5)
    pthread_cancel (pthread_self ()); /* such programs are not tried out */
  other (2);
  other (3);
  struct worker *one = begin (0, counts);
  begin (1, adds);
  struct connection *c = get (argc + 1);
  c->data = argv[0];
  c->data = get (argc);
  c->text = argv[0];
  if (read (0, c->text, 8) < 0)
    return 1;
  c->text[argc] = 'a';
  struct worker *w = get (argc - 1), *v = get (argc);
#if R == 1
  w->id = v->id;
#elif R == 2
  pthread_t *p = &w->id, *q = &v->id;
  *p = *q;
#elif R == 3
  *w = *v;
#elif R == 4
  memcpy (get (argc - 1), get (argc), sizeof (struct worker));
#elif R == 5
  *(struct both *)get (argc - 1) = *(struct both *)get (argc);
#elif R == 6
  if (pipe (ends) || write (ends[1], &v->id, sizeof v->id) < 0 || read (ends[0], &w->id, sizeof w->id) < 0)
    return 1;
#elif R == 7
  ((union any *)w)->c.data = ((union any *)v)->c.data;
#elif R == 8
  memcpy ((char *)&w->id, (char *)&v->id, sizeof w->id);
#elif R == 9
  ((struct alike *)w)->id = ((struct alike *)v)->id;
#endif
  w->state = v->state = 0;
  pthread_join (one->id, 0);
  count++;
  return count;
}
