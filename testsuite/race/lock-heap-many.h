#include <pthread.h>

struct counter {
  pthread_mutex_t lock;
  int value;
};

struct counter *counter_new (int value);
