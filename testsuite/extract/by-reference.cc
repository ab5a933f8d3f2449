// C++: references, objects passed and returned by hidden reference, exceptions, virtual calls.

struct guard {
  int *word;
  guard (int *w);
  guard (const guard &);
  ~guard ();
};

struct base {
  virtual int step (int) = 0;
  int count;
};

int shared;

guard hold (guard g, int &r)
{
  r++;
  shared = *g.word;
  return g;
}

int scoped (base *b)
{
  guard g (&shared);
  return b->step (b->count);
}

inline int comdat () { static int n; return ++n; }
template <typename T> T twice (T x) { return x + x; }
int use () { return comdat () + twice (1); }
