# What the tests of this folder share: a program of several files with two races, across its libraries
# too, and its race-free twin.
. "$TESTSUITE/lib.sh"
specs=${PLUGIN%/*}/racecheck.specs
linkers=
for linker in bfd gold lld mold; do
  ! has ld.$linker || linkers="$linkers $linker"
done

cat > main.c << 'END'
#include <pthread.h>
int count;
void touch (void);
#ifdef LOCKED
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK pthread_mutex_lock (&lock)
#define UNLOCK pthread_mutex_unlock (&lock)
#else
#define LOCK
#define UNLOCK
#endif
static void *worker (void *p)
{
  LOCK;
  count++;
  touch ();
  UNLOCK;
  return p;
}
int main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, worker, 0);
  pthread_create (&b, 0, worker, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return count != 2;
}
END
echo 'int touched; void touch (void) { touched++; }' > touch.c
echo 'int unused; void not_called (void) { unused++; }' > other.c

# Links with the specs file; what it prints is in the file output, its exit status in $status.
link() { # ARGUMENT...
  rm -f program
  try output ${compiler:-$CC} -pthread -specs="$specs" "$@" -o program
}

# The last link said so: each of the words is the name of a location that has a race.
races() { # NAME...
  local found
  found=$(sed -n "s/.* \(warning\|error\): data race on '\([^']*\)'.*/\2/p" output | sort | tr '\n' ' ')
  [ "$found" = "${*:+$* }" ] || fail "races on '$found' instead of '$*'" "$(cat output)"
}

# Nothing else is printed, such as a complaint of the linker.
only_races() { # NAME...
  races "$@"
  ! grep -v ' | \|: note: \|: warning: data race on \|^racecheck: [0-9]* \(locations\? shared\|findings\)' output > rest ||
    fail "says more: $(cat rest)"
}

ok() { [ $status -eq 0 ] || fail "$1: exit status $status" "$(cat output)"; } # WHAT
silent() { ! [ -s output ] || fail "is not silent: $(cat output)"; }
linked() { [ $status -eq 0 ] && ./program || fail "no program: $status $(cat output)"; }
