/* Trees in the heap, each with a lock of its own that guards all its nodes. Racy: a subtree is hung
   into another tree under the lock of that one only. */
#include <pthread.h>
#include <stdlib.h>

struct leaf {
  struct leaf *left, *right;
  int key, count;
};

struct tree {
  pthread_mutex_t lock;
  struct leaf *root;
  int size;
};

static struct tree *tree_new (void)
{
  struct tree *t = malloc (sizeof *t);

  if (!t)
    abort ();
  pthread_mutex_init (&t->lock, NULL);
  t->root = NULL;
  t->size = 0;
  return t;
}

static struct leaf *leaf_new (int key)
{
  struct leaf *l = calloc (1, sizeof *l);

  if (!l)
    abort ();
  l->key = key;
  return l;
}

static void tree_count (struct tree *t, int key)
{
  struct leaf **at;

  pthread_mutex_lock (&t->lock);
  for (at = &t->root; *at && (*at)->key != key;)
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  if (!*at) {
    *at = leaf_new (key); /* dg-warning "data race on '\*at'" dg-message "written here" dg-message "written here" dg-warning "data race on '\*at'" dg-message "written here" */
    t->size++;
  }
  (*at)->count++; /* dg-warning "data race on '\(\*at\)->count'" dg-message "updated here" dg-message "updated here" */
  pthread_mutex_unlock (&t->lock);
}

static struct tree *first, *second;

static void steal (struct tree *to, struct tree *from)
{
  pthread_mutex_lock (&to->lock);
  to->root = from->root; /* dg-message "read here" */
  pthread_mutex_unlock (&to->lock);
}

static void *one (void *unused)
{
  for (int i = 0; i < 100; i++)
    tree_count (first, i % 7);
  steal (first, second);
  return unused;
}

static void *two (void *unused)
{
  for (int i = 0; i < 100; i++) {
    tree_count (first, i % 5);
    tree_count (second, i % 11);
  }
  return unused;
}

int main (void)
{
  pthread_t a, b;

  first = tree_new ();
  second = tree_new ();
  pthread_create (&a, NULL, one, NULL);
  pthread_create (&b, NULL, two, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
