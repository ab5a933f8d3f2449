#include <pthread.h>

struct task {
  int from, to;
  long sum;
};

void *sum_up (void *argument);
