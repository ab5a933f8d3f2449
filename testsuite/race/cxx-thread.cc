/* Threads of the C++ library, by a lambda and by a function. */
#include <thread>

static int count, flag;

static void set (int value)
{
  flag = value; /* { dg-warning "data race on 'flag'" } */
}

int main ()
{
  std::thread a ([] { count++; }), b ([] { count++; }); /* { dg-warning "data race on 'count'" } */
  std::thread c (set, 1), d (set, 2);
  a.join ();
  b.join ();
  c.join ();
  d.join ();
}
