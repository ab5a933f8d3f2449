#include <pthread.h>

void pool_start (void);
void pool_add (void (*run) (void *), void *argument);
void pool_finish (void);
