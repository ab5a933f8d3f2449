/* The old __sync builtins. */

static int lock;
long total;

int operations (int *p)
{
  __sync_fetch_and_add (&total, 5);
  __sync_sub_and_fetch (p, 1);
  __sync_synchronize ();
  while (__sync_lock_test_and_set (&lock, 1))
    ;
  __sync_lock_release (&lock);
  return __sync_bool_compare_and_swap (p, 1, 2) + __sync_val_compare_and_swap (&p[1], 3, 4);
}
