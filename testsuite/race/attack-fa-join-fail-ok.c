/* create fails: exit */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
#include <stdio.h>
static int x;
static void *b (void *p) { x++; return p; }
int main (void) { pthread_t h; int e = pthread_create (&h, 0, b, 0); if (e) { perror ("x"); exit (1); } if (pthread_join (h, 0) != 0) exit (1); return x; }
