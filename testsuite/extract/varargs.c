/* Variable arguments: taken apart, copied, and passed on. */

typedef __builtin_va_list va_list;
struct big { long v[4]; };
extern int vreport (const char *, va_list);

long sum (int n, ...)
{
  va_list list, copy;
  long total = 0;
  __builtin_va_start (list, n);
  __builtin_va_copy (copy, list);
  while (n--)
    total += __builtin_va_arg (list, long);
  total += *__builtin_va_arg (copy, int *);
  __builtin_va_end (copy);
  __builtin_va_end (list);
  return total;
}

int report (const char *format, ...)
{
  va_list list;
  __builtin_va_start (list, format);
  int n = vreport (format, list);
  __builtin_va_end (list);
  return n;
}

long aggregate (va_list *list)
{
  struct big b = __builtin_va_arg (*list, struct big);
  double d = __builtin_va_arg (*list, double);
  return b.v[2] + (long)d;
}
