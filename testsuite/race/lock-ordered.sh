# Two locks that are taken in the order of their numbers or addresses, so that nobody waits for ever.
. "$TESTSUITE/lib.sh"

judge() { # EXPECTED BODY: of a transfer from account a to account b
  local level form
  for form in 'int' 'struct account *'; do
    cat > ordered.c <<C
#include <pthread.h>
#include <stdlib.h>
static struct account { pthread_mutex_t lock; int money; } accounts[10];
typedef $form which;
#ifdef POINTER
#define AT(i) (*(i))
#define WHICH(i) (&accounts[i])
#else
#define AT(i) accounts[i]
#define WHICH(i) (i)
#endif
#define L(i) pthread_mutex_lock (&AT (i).lock)
#define U(i) pthread_mutex_unlock (&AT (i).lock)
static void transfer (which a, which b, which c, int n)
{
  if (a == b)
    return;
  $2
}
static void *work (void *argument)
{
  unsigned seed = (unsigned) (long) argument;
  for (int i = 0; i < 100; i++)
    transfer (WHICH (rand_r (&seed) % 10), WHICH (rand_r (&seed) % 10), WHICH (rand_r (&seed) % 10), 1);
  return NULL;
}
int main (void)
{
  pthread_t h[4];
  for (int i = 0; i < 10; i++)
    pthread_mutex_init (&accounts[i].lock, NULL);
  for (long i = 0; i < 4; i++)
    pthread_create (&h[i], NULL, work, (void *) i);
  for (int i = 0; i < 4; i++)
    pthread_join (h[i], NULL);
  return 0;
}
C
    for level in -O0 -O2; do
      case $form in *\*) define=-DPOINTER ;; *) define= ;; esac
      $CC $with -w $level $define -c ordered.c -o ordered.o
      "$RACECHECK" ordered.o > ordered.txt
      if grep -q "race on 'accounts\[\].money'" ordered.txt; then
        [ "$1" = race ] || fail "$level $form: $2: a false alarm"
      else
        [ "$1" = ok ] || fail "$level $form: $2: missed"
      fi
    done
  done
}
use='AT (a).money -= n; AT (b).money += n;'
choose='which lo = a < b ? a : b, hi = a < b ? b : a;'
judge ok   "$choose L (lo); L (hi); $use U (hi); U (lo);"
judge ok   "$choose L (hi); L (lo); $use U (hi); U (lo);"
judge race "$choose L (hi); $use U (hi);"
judge race "$choose L (lo); L (hi); AT (a).money -= n; U (lo); AT (b).money += n; U (hi);"
judge race "which lo = a < b ? a : b, hi = a < c ? c : a; L (lo); L (hi); $use U (lo); U (hi);"
judge race "$choose L (lo); L (hi); AT (c).money -= n; U (lo); U (hi);"
exit 0
