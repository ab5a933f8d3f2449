#include <pthread.h>

struct job {
  int input, output;
};

void queue_put (struct job *j);
struct job *queue_get (void);
