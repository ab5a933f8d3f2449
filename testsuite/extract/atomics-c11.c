/* C11 atomics: plain operators, and what <stdatomic.h> makes of its generic functions. */

_Atomic int counter;
_Atomic (struct pair { int a, b; }) pair;
_Atomic _Bool flag;
_Atomic long *_Atomic pointer;

int operators (void)
{
  counter++;
  counter = 3;
  counter += 2;
  counter *= 2;
  return counter;
}

struct pair whole (void)
{
  struct pair p = pair;
  pair = p;
  return p;
}

int generic (int expected)
{
  __atomic_store_n (&flag, 1, __ATOMIC_RELEASE);
  __atomic_fetch_add (&counter, 1, __ATOMIC_RELAXED);
  __atomic_compare_exchange_n (&counter, &expected, 2, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  return __atomic_load_n (&flag, __ATOMIC_ACQUIRE) + *pointer;
}
