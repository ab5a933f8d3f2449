/* A mutex of the C++ library, in threads of POSIX. */
#include <mutex>
#include <pthread.h>

static std::mutex lock;
static int count;

static void *work (void *arg)
{
  std::lock_guard<std::mutex> held (lock);
  count++;
  return arg;
}

int main ()
{
  pthread_t t[2];
  pthread_create (&t[0], 0, work, 0);
  pthread_create (&t[1], 0, work, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
}
