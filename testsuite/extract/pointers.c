/* Values that went through temporaries, and how their places are spelled. */

struct node { struct node *left, *right; int *data; int value; };
struct tree { struct node *root; int (*compare) (int, int); };

struct tree *forest[8];
int **indirect;
struct node *find (struct tree *, int);

int chains (struct tree *t, int i)
{
  t->root->left->right->value = 1;
  forest[i]->root->data[i + 1] = 2;
  *t->root->data = 3;
  **indirect = 4;
  (*indirect)[i] = 5;
  *(*indirect + i) = 6;
  find (t, i)->value = 7;
  (i ? t->root->left : t->root->right)->value = 8;
  struct node **link = &t->root->left;
  (*link)->value = 9;
  int *p = &t->root->value;
  *p = 10;
  return t->compare (i, *t->root->data++);
}

void copy_string (char *to, const char *from)
{
  while ((*to++ = *from++))
    ;
}
