#include <pthread.h>

struct conn {
  pthread_mutex_t lock;
  long sent;
};

void conn_init (struct conn *c);
void conn_lock (struct conn *c);
void conn_unlock (struct conn *c);
void conn_sent (struct conn *c, long bytes);
