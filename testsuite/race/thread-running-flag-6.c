/* The thread is created again before the flag is cleared.  */
#include <pthread.h>
static int count;
static pthread_t thread;
static int running;
static void *work (void *p)
{
  count++; /* dg-warning "data race on .count." dg-message "updated here by thread .work." */
  return p;
}
static void launch (void)
{
  pthread_create (&thread, NULL, work, NULL);
}
static void start (void)
{
  running = 1;
  launch ();
}
static void restart (void)
{
  pthread_join (thread, NULL);
  launch ();
  running = 0;
}
static void stop (void)
{
  if (running)
    pthread_join (thread, NULL);
  running = 0;
}
int main (void)
{
  start ();
  restart ();
  stop ();
  return count; /* dg-message "read here by thread .main." */
}
