/* Branches that are dead by bounds, remainders and few values of integers, in loops and through
   functions.
   WITHOUT schedule: the program is small
   RACY 1 'x': the loop comes to that number
   RACY 2 'x': a remainder that is possible
   RACY 3 'x': the other one of two values
   RACY 4 'x': a sum that wraps
   RACY 5 'x': the limit itself
   RACY 6 'x': a caller gives more
   RACY 7 'x': the number is converted to one that is smaller
   RACY 8 'x': not below the other number, but perhaps equal
   RACY 9 'x': the last number that a loop leaves
   RACY 10 'x': the condition was about the number as it was before
   RACY 11 'x': a function returns more, if it is called by another one
   RACY 12 'x': the product is known only as far as it does not wrap */
#include "common.h"
static int x, size;
static int clamp (int n, int low, int high)
{
  return n < low ? low : n > high ? high : n;
}
static int down (int n)
{
  return n > 0 ? down (n - 1) : n;
}
static int look (int (*f) (int), int n)
{
  return f (n);
}
static int twice (int n)
{
  return n == 7 ? 5 : n % 2;
}
static void loops (int n)
{
  int i, last = 0, sum = 0;
  for (i = 0; i < 10; i += 3)
    if (i == (R == 1 ? 9 : 10))
      x++;
  if (i != 12)
    x++;
  for (i = 0; i < n; i += 2)
    if (i % 4 == (R == 2 ? 2 : 1))
      x++;
  for (i = 0; i < 5000; i++)
    last = i;
  if (last > 4999 || i != 5000)
    x++;
  for (i = 0; i < 10; i++)
    for (int k = 0; k < i; k++)
      if (k >= (R == 9 ? 8 : 9))
        x++;
  while (atoi ("1"))
    sum = (sum + 1) % 10;
  if (sum > 9)
    x++;
}
static void numbers (int n, unsigned u)
{
  int state = n ? 3 : 7;
  if (state == (R == 3 ? 7 : 5))
    x++;
  if (u < 10 && u * 3 > (R == 4 ? 26 : 27))
    x++;
#if R == 4
  if (u + 10 < 5)
    x++;
#endif
  if ((n & 0xf0) % 16)
    x++;
  if (clamp (n, 0, 10) > (R == 5 ? 9 : 10))
    x++;
  if (down (n) > 0)
    x++;
  if (n > 0 && n < 300) {
    unsigned char c = n;
    if (R == 7 ? n != c : n == 300)
      x++;
  }
  if (n <= size && n > 5) {
    if (n > 3 && n < 5)
      x++;
  }
#if R == 10
  if (n < 10) {
    n++;
    if (n == 10)
      x++;
  }
#endif
#if R == 12
  n = n * 6;
  if (n % 3)
    x++;
#endif
}
static void pairs (int a, int b)
{
  if (a < b || (R == 8 && a <= b))
    if (a == b)
      x++;
  if (a > b && b > 3)
    if (a < 5)
      x++;
  if (a % 10 > 9 || a % 10 < -9)
    x++;
}
static void few (int n)
{
  if (n % 5 == 4)
    x++;
}
static void *w (void *arg)
{
  int n = atoi (arg);
  loops (n);
  numbers (n, n);
  pairs (n, atoi (arg));
  if (look (twice, R == 11 ? 7 : 6) > 4)
    x++;
  few (3);
  few (R == 6 ? 9 : 8);
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t[4];
  size = argc;
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], 0, w, argv[i]);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], 0);
  printf ("%d\n", x);
  return 0;
}
