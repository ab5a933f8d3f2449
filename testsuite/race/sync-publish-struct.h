#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct box {
  int size;
  char text[16];
  atomic_bool ready;
};

void box_fill (struct box *b, int size);
bool box_ready (struct box *b);
