/* Overlapping members of a union. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <setjmp.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static union { long w; char c[8]; } u; static pthread_mutex_t m = MI;
static void *t (void *a) { u.w++; return a; } /* dg-warning "data race on 'u" */
static void *o (void *a) { L (&m); u.c[5]++; U (&m); return a; }
int main (void) { pthread_t h, g; pthread_create (&h, 0, t, 0); pthread_create (&g, 0, o, 0); pthread_join (h, 0); pthread_join (g, 0); return 0; }
