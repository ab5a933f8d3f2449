# -fplugin-arg-racecheck-whole-program: races of a program of one file are GCC's own warnings.
. "$TESTSUITE/lib.sh"
cat > one.c << 'END'
#include <pthread.h>
#define BUMP(x) ((x)++)
static int count, other, quiet;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker (void *p)
{
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
  BUMP (other);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtsan"
  quiet++;
#pragma GCC diagnostic pop
  return p;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, worker, 0);
  count = 5;
  BUMP (other);
#pragma GCC diagnostic ignored "-Wtsan"
  quiet++;
  pthread_join (t, 0);
  return count;
}
END
sed 's/BUMP (other);//; s/quiet++;//; s/count = 5;/pthread_mutex_lock (\&lock); count = 5; pthread_mutex_unlock (\&lock);/' one.c > one-ok.c
whole="-pthread -fplugin-arg-racecheck-whole-program"

check() { # COMPILER PLUGIN
  local compile="$1 -fplugin=$2 $whole -fdiagnostics-color=never"
  $compile -c one.c -o one.o 2> output
  cat > expected << 'END'
one.c:21:9: warning: data race on 'count' [-Wrace]
    8 |   count++;
      |   ~~~~~~~
      |        |
      |        updated by worker
......
   21 |   count = 5;
      |   ~~~~~~^~~
      |         |
      |         written by main
END
  grep -A 9 "race on 'count'" output > beginning
  same beginning expected "what $1 prints"
  grep -q "^one.c:8:8: note: updated here by thread 'worker' holding 'lock'\$" output || fail "$(cat output)"
  grep -q "^one.c:2:21: warning: data race on 'other' \[-Wrace\]\$" output || fail "$(cat output)"
  grep -q "^one.c:10:3: note: in expansion of macro 'BUMP'\$" output || fail "$(cat output)"
  ! grep -q "race on 'quiet'" output || fail "$(cat output)"

  # The facts are the same, and so is what racecheck finds in them.
  $1 -fplugin="$2" -pthread -c one.c -o plain.o
  cmp one.o plain.o

  $compile -c one-ok.c 2> output
  [ ! -s output ] || fail "$(cat output)"

  # GCC's options do what they do to its own warnings.
  for flag in -w -Wno-tsan; do
    $compile $flag -c one.c 2> output
    [ ! -s output ] || fail "$flag: $(cat output)"
  done
  for flag in -Werror -Werror=tsan -fplugin-arg-racecheck-Werror; do
    rm -f one.o
    try output $compile $flag -c one.c
    [ $status -eq 1 ] && [ ! -e one.o ] && grep -q 'error: data race .*\[-Werror=race\]' output ||
      fail "$flag: $status $(cat output)"
  done
  $compile -fdiagnostics-format=json -c one.c 2> output
  grep -q '"option": "-Wrace"' output && grep -q '"label": "updated by worker"' output || fail "$(cat output)"
}
check "$CC" "$PLUGIN"
[ -z "$OTHER_CC" ] || check "$OTHER_CC" "$OTHER_PLUGIN"

# Through the specs file, where -Werror=race is an option like others.
specs=${PLUGIN%/*}/racecheck.specs
try output $CC -specs="$specs" $whole -Werror=race -c one.c
[ $status -eq 1 ] && grep -q '\[-Werror=race\]' output || fail "$(cat output)"
$CC -specs="$specs" $whole -Wno-race -c one.c 2> output
[ ! -s output ] || fail "$(cat output)"

# A unit that is no program has nothing to say, unless it is told where it is entered.
echo 'static int n; void enter (void) { n++; }' > part.c
$CC $with $whole -c part.c 2> output
[ ! -s output ] || fail "$(cat output)"
RACECHECK_OPTIONS=--entry=enter $CC $with $whole -c part.c 2> output
grep -q "data race on 'n'" output || fail "$(cat output)"

# Nor has one that does not compile.
echo 'int main (void) { return x; }' > wrong.c
try output $CC $with $whole -c wrong.c
[ $status -eq 1 ] && ! grep -q racecheck output || fail "$(cat output)"

# What a macro of a system header does is shown where the macro is used: GCC would keep silent.
echo '#pragma GCC system_header
#define SET(x) ((x) = 1)' > system.h
sed '1i #include "system.h"
     s/BUMP (other)/SET (other)/' one.c > system.c
$CC $with $whole -c system.c 2> output
grep -q "^system.c:11:3: warning: data race on 'other'" output || fail "$(cat output)"

# C++.
sed 's/static void \*worker/extern "C" void *worker/' one.c > one.cc
$CXX $with $whole -c one.cc 2> output
grep -q "data race on 'count'" output && grep -q "data race on 'other'" output || fail "$(cat output)"

# Other formats go to files, also to a folder; a baseline holds for GCC's warnings as well.
RACECHECK_OPTIONS="--output=sarif:whole.sarif --output=json:reports/ --write-baseline=known" \
  $CC $with $whole -fdiagnostics-color=never -c one.c 2> output
grep -q "data race on 'count'" output && grep -q '"data race on .count."' whole.sarif || fail "$(cat output)"
[ "$(ls reports)" = "$(echo "${PWD#/}/one.c.json" | tr / _)" ] || fail "$(ls reports)"
RACECHECK_OPTIONS=--baseline=known $CC $with $whole -c one.c 2> output
[ ! -s output ] || fail "$(cat output)"
RACECHECK_OPTIONS=--output=json:/dev/full $CC $with $whole -fdiagnostics-color=never -c one.c 2> output
[ "$(grep -c "data race on" output)" -eq 2 ] && grep -q 'cannot write /dev/full' output || fail "$(cat output)"
