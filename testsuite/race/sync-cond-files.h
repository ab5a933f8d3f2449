#include <pthread.h>

struct event {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int set;
};

void event_set (struct event *e);
void event_wait (struct event *e);
