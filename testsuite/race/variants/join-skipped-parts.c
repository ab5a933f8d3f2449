/* Loops that skip joins by flags that are written as parts, by what was looked at before the creation, or by a handle
   that the function that creates the thread writes.
   WITHOUT schedule: the program is small
   RACY 1 'bytes': only the upper byte is set, and the lower one is looked at
   RACY 2 'bits': the other bit is set
   RACY 3 'bits': a byte of them is written
   RACY 4 'signs': the flag is negative, and looked at without its sign
   RACY 5 'signs': a condition without signs, and one with them
   RACY 6 'wrapped': the function that creates threads resets some handles
   RACY 7 'wrapped': ... of others
   RACY 8 'first': the number is cleared before the creation, which is the last one
   RACY 9 'first': by another function
   RACY 10 'lone': a thread that was created by itself has no flag
   RACY 11 'steps': down from an element that is not the last one of them
   RACY 12 'wrapped': a byte of the handle is looked at
   RACY 13 'pairs': two elements have one flag, which is cleared before the creation for each
   RACY 14 'pairs': ... behind its own join
   RACY 15 'failed': the flag is set if no thread was created */
#include "common.h"
#define N 12
struct worker {
  pthread_t t;
  union { short both; char low; } u;
  unsigned bit : 1, other : 1;
  int sign;
};
union handle { pthread_t t; char low; };
static int bytes, bits, signs, wrapped, first, lone, steps, pairs, failed;
static struct worker by_byte[N], by_bit[N], by_sign[N], firsts[N], lones[N];
static int wanted[N], flags[2 * N];
static void *see_bytes (void *p) { return bytes ? p : NULL; }
static void *see_bits (void *p) { return bits ? p : NULL; }
static void *see_signs (void *p) { return signs ? p : NULL; }
static void *see_wrapped (void *p) { return wrapped ? p : NULL; }
static void *see_first (void *p) { return first ? p : NULL; }
static void *see_lone (void *p) { return lone ? p : NULL; }
static void *see_steps (void *p) { return steps ? p : NULL; }
static void *see_pairs (void *p) { return pairs ? p : NULL; }
static void *see_failed (void *p) { return failed ? p : NULL; }
static void run_bytes (int n)
{
  for (int i = 0; i < N; i++)
    if (i < n && !pthread_create (&by_byte[i].t, NULL, see_bytes, NULL))
#if R == 1
      by_byte[i].u.both = 0x100;
#else
      by_byte[i].u.low = 1;
#endif
  for (int i = 0; i < N; i++)
    if (by_byte[i].u.low)
      pthread_join (by_byte[i].t, NULL);
  bytes = 1;
}
#if R == 2 || R == 3
static void run_bits (int n)
{
  for (int i = 0; i < N; i++)
    if (i < n && !pthread_create (&by_bit[i].t, NULL, see_bits, NULL)) {
#if R == 2
      by_bit[i].other = 1;
#else
      by_bit[i].bit = 1;
#endif
    }
#if R == 3
  ((unsigned char *) &by_bit[3].u)[2] = 2;
  ((unsigned char *) &by_bit[3].u)[4] = 2;
#endif
  for (int i = 0; i < N; i++)
    if (by_bit[i].bit)
      pthread_join (by_bit[i].t, NULL);
  bits = 1;
}
#endif
static void run_signs (int n)
{
#if R == 5
  for (int i = 0; i < N; i++)
    by_sign[i].sign = i - n;
  for (int i = 0; i < N; i++)
    if (*(unsigned *) &by_sign[i].sign > 5 && pthread_create (&by_sign[i].t, NULL, see_signs, NULL))
      abort ();
  for (int i = 0; i < N; i++)
    if (by_sign[i].sign > 5)
      pthread_join (by_sign[i].t, NULL);
#else
  for (int i = 0; i < N; i++)
    if (i < n && !pthread_create (&by_sign[i].t, NULL, see_signs, NULL))
#if R == 4
      by_sign[i].sign = -1;
#else
      by_sign[i].sign = 9;
#endif
  for (int i = 0; i < N; i++)
#if R == 4
    if ((unsigned) by_sign[i].sign <= 5)
#else
    if (by_sign[i].sign > 5)
#endif
      pthread_join (by_sign[i].t, NULL);
#endif
  signs = 1;
}
static __attribute__ ((noinline)) int create (pthread_t *t, pthread_t *all)
{
  int failed = pthread_create (t, NULL, see_wrapped, NULL);
#if R == 6
  static int n;
  if (n++ == 3)
    *t = 0;
#elif R == 7
  all[0] = 0;
#endif
  return failed;
}
static void run_wrapped (int n)
{
  union handle h[N];
  for (int i = 0; i < N; i++)
    h[i].t = 0;
  for (int i = 0; i < N; i++)
    if (i < n && create (&h[i].t, &h[0].t))
      abort ();
  for (int i = 0; i < N; i++)
#if R == 12
    if (h[i].low)
#else
    if (h[i].t)
#endif
      pthread_join (h[i].t, NULL);
  wrapped = 1;
}
static __attribute__ ((noinline)) void clear (int i)
{
  wanted[i] = 0;
}
static void run_first (int n)
{
  for (int i = 0; i < N; i++)
    wanted[i] = i % (n + 1);
  for (int i = 0; i < N; i++) {
    int now = wanted[i];
#if R == 8
    wanted[i] = 0;
#elif R == 9
    clear (i);
#endif
    if (now) {
      if (pthread_create (&firsts[i].t, NULL, see_first, NULL))
        abort ();
      break;
    }
  }
  for (int i = 0; i < N; i++)
    if (wanted[i])
      pthread_join (firsts[i].t, NULL);
  first = 1;
}
static void run_lone (int n)
{
#if R == 10
  pthread_create (&lones[2].t, NULL, see_lone, NULL);
#endif
  for (int i = 4; i < N; i++)
    if (i < n && !pthread_create (&lones[i].t, NULL, see_lone, NULL))
      lones[i].sign = 1;
#if R == 10
  for (int i = 0; i < N; i++)
#else
  for (int i = 4; i < N; i++)
#endif
    if (lones[i].sign)
      pthread_join (lones[i].t, NULL);
  lone = 1;
}
static void run_steps (void)
{
  pthread_t t[N];
  for (int i = 0; i < 9; i += 3)
    if (pthread_create (&t[i], NULL, see_steps, NULL))
      abort ();
#if R == 11
  for (int i = 8; i >= 0; i -= 3)
#else
  for (int i = 6; i >= 0; i -= 3)
#endif
    pthread_join (t[i], NULL);
  steps = 1;
}
#if R == 13 || R == 14
#define AT(i) ((i) / 2)
#else
#define AT(i) (i)
#endif
static void run_pairs (int n)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) {
#if R != 14
    flags[AT (i)] = 0;
#endif
    if (i < n && !pthread_create (&t[i], NULL, see_pairs, NULL))
      flags[AT (i)] = 1;
  }
  for (int i = 0; i < N; i++)
    if (flags[AT (i)]) {
      pthread_join (t[i], NULL);
#if R == 14
      flags[AT (i)] = 0;
#endif
    }
  pairs = 1;
}
static __attribute__ ((noinline)) int try (pthread_t *t)
{
  return pthread_create (t, NULL, see_failed, NULL) == 0;
}
static void run_failed (int n)
{
  struct worker w[N];
  for (int i = 0; i < N; i++)
    w[i].sign = 0;
  for (int i = 0; i < N; i++)
    if (i < n) {
#if R == 15
      if (try (&w[i].t))
#else
      if (!try (&w[i].t))
#endif
        continue;
      w[i].sign = 1;
    }
  for (int i = 0; i < N; i++)
    if (w[i].sign)
      pthread_join (w[i].t, NULL);
  failed = 1;
}
int main (int argc, char **argv)
{
  run_bytes (argc);
#if R == 2 || R == 3
  run_bits (argc);
#endif
  run_signs (argc);
  run_wrapped (argc);
  if (argc > 100)
    clear (3);
  run_first (argc);
  run_lone (argc);
  run_steps ();
  run_pairs (argc);
  run_failed (argc);
  return 0;
}
