/* A function that calls itself passes on the function that it is given, which is another one for each of those who
   call it.
   RACY 1 'sum': both give the same
   RACY 2 'sum': it passes on another one
   RACY 3 'sum': it is given what a variable says */
#include "common.h"
struct node {
  struct node *left, *right;
  int value;
};
static struct node last = {0, 0, 3}, leaf = {0, &last, 2}, root = {&leaf, 0, 1};
static int sum, seen;
static void add (struct node *n)
{
  sum += n->value;
}
static void count (struct node *n)
{
  seen += n->value > 0;
}
static void (*any) (struct node *) = count;
static void walk (struct node *n, void (*visit) (struct node *), int depth)
{
  if (!n)
    return;
  walk (n->left, visit, depth + 1);
  visit (n);
#if R == 2
  walk (n->right, depth > 0 ? add : visit, depth + 1);
#else
  walk (n->right, visit, depth + 1);
#endif
}
static void walk_all (void (*visit) (struct node *))
{
  walk (&root, visit, 0);
}
static void *w (void *a)
{
#if R == 3
  walk_all (any);
#else
  walk_all (R == 1 ? add : count);
#endif
  return a;
}
int main (int n, char **v)
{
  pthread_t t;
  if (n > 1)
    any = add;
  spawn (&t, w, 0);
  walk_all (add);
  pthread_join (t, 0);
  printf ("%d %d\n", sum, seen);
  return 0;
}
