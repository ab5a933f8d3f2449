# A weak definition, or a weak alias, holds unless another one takes its place, also one without facts: then
# what is called is not known.
. "$TESTSUITE/lib.sh"

cat > head.c <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
void enter (void), leave (void);
static void *run (void *a)
{
  enter ();
  count++;
  leave ();
  return a;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, run, NULL);
  run (NULL);
  return pthread_join (t, NULL);
}
END
{ cat head.c && cat << 'END'; } > weak.c
__attribute__ ((weak)) void enter (void) { pthread_mutex_lock (&lock); }
__attribute__ ((weak)) void leave (void) { pthread_mutex_unlock (&lock); }
END
{ cat head.c && cat << 'END'; } > alias.c
void enter_ (void) { pthread_mutex_lock (&lock); }
void leave_ (void) { pthread_mutex_unlock (&lock); }
void enter (void) __attribute__ ((weak, alias ("enter_")));
void leave (void) __attribute__ ((weak, alias ("leave_")));
END
echo 'void enter (void) {} void leave (void) {}' > strong.c

$CC $with -pthread -c weak.c alias.c
$CC $with -c strong.c -o known.o
$CC -c strong.c -o unknown.o
for form in weak alias; do
  $CC -pthread $form.o -o alone
  $CC -pthread $form.o unknown.o -o linked
  for quiet in $form.o alone; do
    "$RACECHECK" $quiet > found 2>&1
    grep -q 'warning:' found && fail "$quiet ($form): $(cat found)"
  done
  for racy in "$form.o known.o" "$form.o unknown.o" linked; do
    # shellcheck disable=SC2086
    "$RACECHECK" $racy > found 2>&1
    grep -q "race on 'count'" found || fail "$racy ($form): $(cat found)"
  done
done
