/* Mutual recursion creates, the outer activation goes on. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define MI PTHREAD_MUTEX_INITIALIZER
static int x; static pthread_t g;
static void *leaf (void *p) { x++; return p; } /* dg-warning "data race on 'x'" */
static void even (int n);
static void odd (int n) { if (n) even (n - 1); }
static void even (int n) { if (!n) { pthread_create (&g, 0, leaf, 0); return; } odd (n - 1); x++; }
int main (void) { even (2); pthread_join (g, 0); return 0; }
