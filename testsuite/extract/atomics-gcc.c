/* The __atomic builtins on plain objects, of several sizes. */

struct job { int state; long done; char busy; };
struct big { long a, b, c; };

static struct big shared;

long operations (struct job *j, int i, struct job *all)
{
  __atomic_store_n (&j->state, 1, __ATOMIC_RELEASE);
  long old = __atomic_exchange_n (&j->done, 0, __ATOMIC_ACQ_REL);
  __atomic_sub_fetch (&all[i].state, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_or (&j->busy, 2, __ATOMIC_RELAXED);
  while (__atomic_test_and_set (&j->busy, __ATOMIC_ACQUIRE))
    ;
  __atomic_clear (&j->busy, __ATOMIC_RELEASE);
  __atomic_signal_fence (__ATOMIC_ACQUIRE);
  return old + __atomic_load_n (&j->state, __ATOMIC_CONSUME);
}

int exchange (int *p, int old, int new, int order)
{
  int value;
  __atomic_load (p, &value, order);
  return __atomic_compare_exchange (p, &old, &new, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) + value;
}

void generic_size (struct big *b)
{
  __atomic_load (&shared, b, __ATOMIC_SEQ_CST);
  __atomic_store (&shared, b, __ATOMIC_SEQ_CST);
}
