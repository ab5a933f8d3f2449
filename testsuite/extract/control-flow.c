/* Branches, loops, phis, and the order of evaluation. */

int a, b, c;

int branches (int x)
{
  int r;
  if (x > a && b)
    r = c;
  else
    r = x ? a : 0;
  return r;
}

int loops (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == a)
      continue;
    do
      sum += b;
    while (sum & 1);
    if (sum > c)
      goto out;
  }
  while (1)
    if (a)
      break;
out:
  return sum;
}

int uninitialised (int n)
{
  int x;
  if (n)
    x = a;
  return x;
}

void no_return (void)
{
  for (;;)
    a++;
}
