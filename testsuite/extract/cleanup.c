/* The cleanup attribute: an explicit call on every way out. */

struct mutex { int word; };
extern void mutex_lock (struct mutex *);
extern void mutex_unlock (struct mutex *);

static inline void unlock_it (struct mutex **m) { mutex_unlock (*m); }

#define SCOPED_LOCK(m) \
  struct mutex *guard __attribute__ ((cleanup (unlock_it))) = (m); \
  mutex_lock (guard)

struct mutex big;
int value;

int with_return (int n)
{
  SCOPED_LOCK (&big);
  if (n)
    return value;
  value = 1;
  return 0;
}

void in_loop (int n)
{
  while (n--) {
    SCOPED_LOCK (&big);
    if (value == n)
      break;
    value++;
  }
}
