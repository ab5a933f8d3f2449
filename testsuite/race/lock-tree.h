#include <pthread.h>

struct leaf {
  int key, used;
  struct leaf *left, *right;
};

struct tree {
  pthread_mutex_t lock;
  struct leaf *root;
};

void tree_insert (struct leaf **at, int key);
void tree_touch (struct leaf *leaf, int key);
