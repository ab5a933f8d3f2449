/* The tree of lock-tree. */
#include "lock-tree.h"
#include <stdlib.h>

void tree_insert (struct leaf **at, int key)
{
  if (!*at) {
    struct leaf *leaf = calloc (1, sizeof *leaf);

    if (!leaf)
      abort ();
    leaf->key = key;
    *at = leaf;
  } else if (key < (*at)->key)
    tree_insert (&(*at)->left, key);
  else if (key > (*at)->key)
    tree_insert (&(*at)->right, key);
}

void tree_touch (struct leaf *leaf, int key)
{
  while (leaf && leaf->key != key)
    leaf = key < leaf->key ? leaf->left : leaf->right;
  if (leaf)
    leaf->used++;
}
