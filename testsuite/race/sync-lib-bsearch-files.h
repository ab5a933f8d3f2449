#include <pthread.h>

extern pthread_mutex_t lock;
extern int table[4];

int contains (int key);
