# Many threads, and many ways to touch one location: nothing must get lost in the crowd.
. "$TESTSUITE/lib.sh"

# So many locks that each access holds another one besides the common one, and one access without.
{
  echo '#include <pthread.h>'
  echo 'static int x; static pthread_mutex_t G = PTHREAD_MUTEX_INITIALIZER;'
  for i in $(seq 700); do
    echo "static pthread_mutex_t m$i = PTHREAD_MUTEX_INITIALIZER;"
    echo "static void f$i (void) { pthread_mutex_lock (&G); pthread_mutex_lock (&m$i); x++;"
    echo "  pthread_mutex_unlock (&m$i); pthread_mutex_unlock (&G); }"
  done
  echo 'static void *all (void *a) {'
  for i in $(seq 700); do echo "  f$i ();"; done
  echo '#ifdef RACY'
  echo '  x = 0; /* the one */'
  echo '#endif'
  echo '  return a; }'
  echo 'int main (void) { pthread_t t; pthread_create (&t, 0, all, 0); all (0); return pthread_join (t, 0); }'
} > locks.c
$CC $with -pthread -c locks.c -o locks-ok.o
$CC $with -pthread -DRACY -c locks.c -o locks.o
line=$(grep -n 'the one' locks.c | cut -d: -f1)
"$RACECHECK" locks.o | grep -q "^locks.c:$line:.*warning: data race on 'x'" || fail "the unlocked access is lost"
"$RACECHECK" locks-ok.o | grep -q 'warning' && fail "a false alarm among the locks"

# Threads that all take the lock; all of them are joined.
{
  echo '#include <pthread.h>'
  echo 'static int x; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;'
  for i in $(seq 1200); do
    echo "static void *t$i (void *a) { pthread_mutex_lock (&m); x++; pthread_mutex_unlock (&m); return a; }"
  done
  echo 'int main (void) {'
  for i in $(seq 1200); do echo "  pthread_t h$i; pthread_create (&h$i, 0, t$i, 0);"; done
  echo '#ifdef RACY'
  echo '  x++; /* the one */'
  echo '#endif'
  for i in $(seq 1200); do echo "  pthread_join (h$i, 0);"; done
  echo '  return x; }'
} > threads.c
$CC $with -pthread -c threads.c -o threads-ok.o
$CC $with -pthread -DRACY -c threads.c -o threads.o
line=$(grep -n 'the one' threads.c | cut -d: -f1)
"$RACECHECK" threads.o | grep -q "^threads.c:$line:.*warning: data race on 'x'" || fail "the creator's access is lost"
"$RACECHECK" threads-ok.o | grep -q 'warning' && fail "a false alarm among the threads"
exit 0
