# A program has a function of its own for one of its library, which wraps an atomic operation.
. "$TESTSUITE/lib.sh"

cat > library.c <<'C'
int count;
int add (int *p) { return __atomic_fetch_add (p, 1, __ATOMIC_SEQ_CST); }
void step (void) { add (&count); }
C
cat > program.c <<'C'
#include <pthread.h>
void step (void);
#ifdef OWN
int add (int *p) { return (*p)++; }
#endif
static void *work (void *a) { step (); return a; }
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
C
for level in -O0 -O2; do
  $CC $with -w $level -fPIC -shared library.c -o liblibrary.so
  for own in -DOWN -DNONE; do
    $CC $with -w $level $own program.c -o program ./liblibrary.so -pthread
    "$RACECHECK" program liblibrary.so > found.txt
    if grep -q "race on 'count'" found.txt; then
      [ $own = -DOWN ] || fail "$level: a false alarm"
    else
      [ $own = -DNONE ] || fail "$level: a race is missed"
    fi
  done
done
