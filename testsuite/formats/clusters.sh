# Findings with one probable cause in the text: the cause first, then one of them as a whole.
. "$TESTSUITE/lib.sh"
cat > many.c <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b, c, d, e;
static void forgets (void)
{
  a++, b++;
  c++, d++;
}
static void knows (void)
{
  pthread_mutex_lock (&lock);
  a++, b++;
  c++, d++;
  pthread_mutex_unlock (&lock);
}
static void *work (void *arg)
{
  knows ();
  forgets ();
  return arg;
}
static void *other (void *arg)
{
  knows ();
  e = 1;
  return arg;
}
int main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], 0, work, 0);
  pthread_create (&t[1], 0, other, 0);
  int seen = e;
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return seen;
}
END
$CC $with -pthread -c many.c -o many.o
"$RACECHECK" --no-caret many.o > report
sed -n -e 's/^racecheck: \([0-9]* findings.*\)/\1/p' -e "s/.*warning: \(.*\) .-Wrace.*/\1/p" report > lines
{
  echo "4 findings with one probable cause: 'forgets' does not hold 'lock', which is held at other accesses"
  for name in a b c d e; do
    echo "data race on '$name'"
  done
} > want
same want lines
[ "$(grep -c 'is declared here' report)" = 2 ] || { cat report && fail "one of four is not told as a whole, and the other one"; }
"$RACECHECK" --no-caret --full many.o > full
[ "$(grep -c 'is declared here' full)" = 5 ] || { cat full && fail "--full leaves something out"; }
[ "$(grep -c ' here by ' full)" -ge 10 ] && [ "$(grep -c '\(written\|read\|updated\) here by ' report)" = 10 ] ||
  fail "accesses are left out"
