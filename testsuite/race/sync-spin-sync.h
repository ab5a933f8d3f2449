#include <pthread.h>

struct account {
  int balance;
  volatile int lock;
};

void account_lock (struct account *a);
void account_unlock (struct account *a);
