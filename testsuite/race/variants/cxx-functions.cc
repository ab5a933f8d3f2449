/* What std::thread starts: lambdas, functions with arguments, member functions, objects; locks that the headers
   take and give back.
   RACY 1 'total': the function with a reference takes no lock
   RACY 2 'c.n': a member function reads without the lock
   RACY 3 'count': a lambda takes no lock
   RACY 4 'made': an object that is called takes no lock
   RACY 5 'total': main reads before it joins
   RACY 6 'total': each has a lock of its own
   RACY 7 'd.seen': a member function of a second base, to which the object is moved
   RACY 8 'd.turns': a virtual member function */
#include <functional>
#include <mutex>
#include <thread>
static std::mutex m;
static int count, made;
static void add (int n, int &total, std::mutex &l)
{
  for (int i = 0; i < n; i++) {
#if R != 1
    std::lock_guard<std::mutex> g (l);
#endif
    total += i;
  }
}
class Counter {
  std::mutex m;
  int n = 0;

public:
  void add ()
  {
    std::unique_lock<std::mutex> l (m);
    n++;
  }
  int get ()
  {
#if R != 2
    std::lock_guard<std::mutex> l (m);
#endif
    return n;
  }
};
struct Task {
  int id;
  void operator() () const
  {
#if R != 4
    std::lock_guard<std::mutex> g (m);
#endif
    made += id;
  }
};
struct Front { int unused = 0; virtual void turn () { } virtual ~Front () { } };
struct Back { int seen = 0; void look () { seen++; } };
struct Derived : Front, Back { int turns = 0; void turn () override { turns++; } };
int main ()
{
  int total = 0, early = 0;
  std::mutex l, other;
  Counter c;
  Derived d;
  auto lambda = [] {
#if R != 3
    std::lock_guard<std::mutex> g (m);
#endif
    count++;
  };
  std::thread a (add, 10, std::ref (total), std::ref (l)), b (add, 20, std::ref (total), std::ref (R == 6 ? other : l));
#if R == 5
  early = total;
#endif
  a.join ();
  b.join ();
  std::thread e (&Counter::add, &c), f (lambda), g (lambda), h (Task {3}), i (Task {4});
  early += c.get ();
  e.join ();
  f.join ();
  g.join ();
  h.join ();
  i.join ();
#if R == 7
  std::thread j (&Derived::look, &d), k (&Derived::look, &d);
  j.join ();
  k.join ();
#elif R == 8
  std::thread j (&Front::turn, &d), k (&Front::turn, &d);
  j.join ();
  k.join ();
#endif
  return total + early + count + made + d.seen + d.turns;
}
