#include <pthread.h>
extern int counter;
void step (int mode, int n);
