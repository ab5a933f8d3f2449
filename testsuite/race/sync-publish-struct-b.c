#include "sync-publish-struct.h"

void box_fill (struct box *b, int size)
{
  b->text[0] = 'x';
  atomic_store_explicit (&b->ready, true, memory_order_release);
  b->size = size; /* dg-warning "data race on 'box.size'" dg-message "written here" */
}

bool box_ready (struct box *b)
{
  return atomic_load_explicit (&b->ready, memory_order_acquire);
}
