/* The same with a lock, and one thread at a time. */
#include <mutex>
#include <thread>

static std::mutex lock;
static int count, flag;

static void add ()
{
  lock.lock ();
  count++;
  lock.unlock ();
}

int main ()
{
  std::thread a ([] { add (); }), b ([] { add (); });
  a.join ();
  b.join ();
  flag = count;
  return flag;
}
