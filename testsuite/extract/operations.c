/* Every operation on integers and pointers. */

int integers (int a, int b, unsigned u, _Bool c)
{
  int r = a + b;
  r -= a * b;
  r /= b;
  r %= b;
  r ^= a & b;
  r |= a << 3;
  r += u >> 2;
  r = -r;
  r = ~r;
  u = u << 5 | u >> 27;
  r += u;
  u = u >> 5 | u << 27;
  r += u;
  r = r < 0 ? -r : r;
  r = r < a ? r : a;
  r = r > b ? r : b;
  r += (a == b) + (a != b) + (a < b) + (a <= b) + (a > b) + (a >= b) + !c;
  return r;
}

long pointers (char *p, int *q, int *end, long i)
{
  p += i;
  q = q + i + 1;
  q--;
  void *v = p;
  long n = end - q;
  n += (long)v + (int)i + (signed char)i;
  return q < end ? n : (long)(int *)(v + 4);
}

int conversions (double d, long l)
{
  float f = l;
  return (int)d + (short)l + (int)f;
}
