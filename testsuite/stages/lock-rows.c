/* Locks that are held on some ways only. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static int x, flag;

static int try (void) /* a row per way of returning */
{
  return pthread_mutex_trylock (&lock);
}

static int tried (void) /* likewise, the other way around */
{
  return pthread_mutex_trylock (&lock) == 0;
}

static void trying (void)
{
  if (!try ()) {
    x = 1; /* {lock} */
    pthread_mutex_unlock (&lock);
  } else {
    x = 2; /* {} */
  }
  if (tried ()) {
    x = 3; /* {lock} */
    pthread_mutex_unlock (&lock);
  }
}

static void conditional (int c)
{
  if (c)
    pthread_mutex_lock (&lock);
  x = 4; /* {} */
  if (c) {
    x = 5; /* {lock} */
    pthread_mutex_unlock (&lock);
  }
  x = 6; /* {} */
}

static void chosen (int c)
{
  pthread_mutex_t *m;
  if (c) {
    m = &lock;
    pthread_mutex_lock (m);
  } else {
    m = &other;
    pthread_mutex_lock (m);
  }
  x = 7; /* one of the two */
  pthread_mutex_unlock (m);
  x = 8; /* {} */
}

static void checked (void)
{
  if (pthread_spin_lock (&spin)) {
    x = 9; /* {}: that has failed */
    return;
  }
  x = 10; /* {spin} */
  pthread_spin_unlock (&spin);
}

static void *work (void *arg)
{
  trying ();
  conditional (flag);
  chosen (flag);
  checked ();
  return arg;
}

int main (void)
{
  pthread_t t;
  flag = 1;
  pthread_create (&t, 0, work, 0);
  work (0);
  pthread_join (t, 0);
  return 0;
}
