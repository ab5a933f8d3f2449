/* Arrays and structs of variable size, alloca. */

extern void use (void *);

int sum (int n, int m)
{
  int a[n], b[n][m];
  a[0] = n;
  a[n - 1] = m;
  b[n - 1][m - 1] = 3;
  use (a);
  use (b);
  return a[2] + b[1][2];
}

int parameter (int n, int a[n][n], int i)
{
  return a[i][i] + sizeof (a[0]);
}

int variable_struct (int n)
{
  struct { int head[n]; long tail; } s;
  s.tail = 5;
  s.head[1] = 6;
  use (&s);
  return s.tail;
}

char *grow (unsigned long n)
{
  char *p = __builtin_alloca (n);
  p[0] = 1;
  use (p);
  return __builtin_alloca_with_align (16, 256);
}

int assign (int n)
{
  struct s { int v[n]; } a, b;
  int inner (struct s x) { return x.v[1]; }
  use (&b);
  a = b;
  return inner (a);
}
