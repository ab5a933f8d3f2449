/* Structs and arrays as a whole: copied, cleared, initialised piece by piece; ends of lifetimes. */

struct inner { long v[3]; };
struct outer { int n; struct inner in[2]; };

struct outer one, two;
extern void use (void *);

void copies (struct outer *p, int i)
{
  one = two;
  *p = one;
  p->in[i] = two.in[1];
  p[1].in[0] = p->in[i];
}

void clears (struct outer *p)
{
  *p = (struct outer) { 0 };
  one = (struct outer) { .n = 3 };
  struct outer local = { 0 };
  struct inner filled = { { 1, 2, 3 } };
  use (&local);
  use (&filled);
}

void scopes (int n)
{
  for (int i = 0; i < n; i++) {
    struct inner temporary;
    use (&temporary);
  }
  {
    int x = n;
    use (&x);
  }
}
