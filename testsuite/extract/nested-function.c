/* Nested functions reach the variables of their parent through the static chain. */

extern void apply (void (*) (int));

int sum_up (int bound)
{
  int sum = 0;
  void add (int i)
  {
    if (i < bound)
      sum += i;
  }
  add (1);
  apply (add);
  return sum;
}

int leave (int n)
{
  __label__ out;
  void inner (int i)
  {
    if (i == n)
      goto out;
  }
  apply (inner);
  return 0;
out:
  return 1;
}
