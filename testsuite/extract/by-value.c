/* Structs as arguments and results. */

struct small { int a, b; };
struct large { long v[8]; };

extern struct large make (struct small);
extern void take (struct large, struct small);
struct large global;
struct small *list;

struct small swap (struct small s)
{
  struct small r = { s.b, s.a };
  return r;
}

struct large forward (struct large l, int i)
{
  l.v[i] = 1;
  take (l, list[i]);
  global = make (swap (*list));
  return global;
}

long member (void)
{
  return make (*list).v[3] + swap (list[1]).a;
}
