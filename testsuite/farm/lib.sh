# Runs the commands of recipes.md on a small project, with a compiler that has racecheck installed: one from
# PATH that looks in another root first.
. "$TESTSUITE/lib.sh"
build=${PLUGIN%/*}
[ -x "$build/racecheck" ] || skip "only a sanitized build is there"
unset MAKEFLAGS MAKELEVEL CFLAGS LDFLAGS
make -s -C "$TESTSUITE/.." -o all CC="$CC" BUILD="$build" PREFIX=/usr DESTDIR="$PWD/root" install > output 2>&1 ||
  fail "$(cat output)"
gcc_dir=$PWD/root$(dirname "$($CC -print-file-name=plugin)")
mkdir bin
machine=$($CC -dumpmachine)
for tool in "gcc $CC" "cc $CC" "$machine-gcc $CC" "g++ $CXX" "c++ $CXX"; do
  printf '#!/bin/sh\nexec %s -B %s "$@"\n' "$(command -v "${tool#* }")" "$gcc_dir" > "bin/${tool%% *}"
done
chmod +x bin/*
PATH=$PWD/bin:$PWD/root/usr/bin:$PATH
export PKG_CONFIG_PATH=$PWD/root/usr/share/pkgconfig
unset CC CXX

need() { # COMMAND...
  for tool; do
    has "$tool" || skip "no $tool"
  done
}

# A project with a library: 'count' and 'part' have races, 'kept' does not.
mkdir project && cd project
cat > main.c << 'END'
#include <pthread.h>
#include "part.h"
static int count;
static void *worker (void *p)
{
  count++;
  part_step ();
  return p;
}
int main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, worker, 0);
  pthread_create (&b, 0, worker, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
END
cat > part.c << 'END'
#include <pthread.h>
#include "part.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int part, kept;
void part_step (void)
{
  part++;
  pthread_mutex_lock (&lock);
  kept++;
  pthread_mutex_unlock (&lock);
}
END
echo 'void part_step (void);' > part.h
cat > Makefile << 'END'
program: main.o part.o
	$(CC) $(CFLAGS) $(LDFLAGS) main.o part.o -o program
main.o part.o: part.h
clean:
	rm -f *.o program
END

# The commands under <!-- NAME --> in recipes.md.
recipe() { # NAME
  awk -v name="<!-- $1 -->" '$0 == name { here = 1; next }
    here && /^```/ { if (inside) exit; inside = 1; next }
    inside' "$TESTSUITE/farm/recipes.md" > ../recipe
  [ -s ../recipe ] || fail "recipes.md has no recipe '$1'"
  try ../log sh -ex ../recipe
}

# The file says that there are these races and no others; once or several times.
races() { # FILE NAME...
  local file=$1 found
  shift
  found=$(sed -n "s/.*\(warning\|error\): data race on '\([^']*\)'.*/\2/p" "$file" | sort -u | tr '\n' ' ')
  [ "$found" = "${*:+$* }" ] || fail "races on '$found' instead of '$*'" "$(cat "$file")"
}
built() { [ $status -eq 0 ] || fail "exit status $status" "$(tail -n 50 ../log)"; }
