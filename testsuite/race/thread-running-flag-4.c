/* Another thread looks at the flag when it is cleared, but the join has not been done.  */
#include <pthread.h>
#include <stdatomic.h>

static int count;
static pthread_t thread;

static void *work (void *p)
{
  count++; /* dg-warning "data race on 'count'" dg-message "updated here by thread 'work'" */
  return p;
}

static atomic_int running;

static void stop (void)
{
  if (running) {
    running = 0;
    pthread_join (thread, NULL);
  }
  count++; /* dg-message "updated here by" */
}

static void *other (void *p)
{
  stop ();
  return p;
}

int main (void)
{
  pthread_t second;
  pthread_create (&thread, NULL, work, NULL);
  running = 1;
  pthread_create (&second, NULL, other, NULL);
  stop ();
  pthread_join (second, NULL);
  return 0;
}
