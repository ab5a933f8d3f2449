#include <pthread.h>
#include <semaphore.h>

struct store {
  sem_t lock;
  int n;
};

struct store *store_new (int value);
void store_lock (struct store *s);
void store_unlock (struct store *s);
