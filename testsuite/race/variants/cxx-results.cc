/* Structs that functions return through a pointer, since they have destructors; pointers behind functions that
   return one of their arguments.
   RACY 1 'count': found in such a struct
   RACY 2 'count': the same, made by a function that is called by another
   RACY 3 'first': the same one of two arguments
   RACY 4 'hits': by std::async */
#include <future>
#include <mutex>
#include <pthread.h>
static int count, first, second, hits;
static std::mutex m;
struct Handle {
  int *p;
  Handle (int *q) : p (q) { }
  Handle (const Handle &o) : p (o.p) { }
  ~Handle () { }
};
static Handle make (int *q) { return Handle (q); }
static Handle make_again (int *q) { return make (q); }
static int *which (int *a, int *b) { return a; }
static int work (int n)
{
#if R != 4
  std::lock_guard<std::mutex> g (m);
#endif
  hits += n;
  return n;
}
static void *one (void *)
{
  int mine = 0;
  Handle h = R == 2 ? make_again (&count) : make (R == 1 ? &count : &mine);
  *h.p = 1;
  *which (&first, &second) += mine;
  return nullptr;
}
static void *other (void *)
{
  int mine = 0;
  Handle h = R == 2 ? make_again (&count) : make (R == 1 ? &count : &mine);
  *h.p = 2;
  *which (R == 3 ? &first : &second, &first) += mine;
  return nullptr;
}
int main ()
{
  pthread_t a, b;
  pthread_create (&a, nullptr, one, nullptr);
  pthread_create (&b, nullptr, other, nullptr);
  pthread_join (a, nullptr);
  pthread_join (b, nullptr);
  auto f = std::async (std::launch::async, work, 1), g = std::async (std::launch::async, work, 2);
  return f.get () + g.get () + count + first;
}
