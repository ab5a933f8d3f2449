/* Static variables inside functions: one name, several objects. */

int *counter (void)
{
  static int n;
  n++;
  return &n;
}

int other (void)
{
  static int n = 5;
  {
    static int n;
    n = 1;
  }
  return n;
}

static inline int shared (void)
{
  static const int table[2] = { 1, 2 };
  return table[0];
}

int use (void) { return shared (); }
