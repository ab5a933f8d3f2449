# Living with findings: --only, --exclude, files of suppressions, baselines, comments in the source.
. "$TESTSUITE/lib.sh"
mkdir -p src/lib
cat > src/main.c <<'END'
#include <pthread.h>
#include "lib/lib.h"
int flag;
struct stats { int hits, misses; } stats;
static void *work (void *arg)
{
  flag = 1;
  stats.hits++;
  stats.misses++;
  lib_count (); // in main.c
  return arg;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return flag;
}
END
echo 'void lib_count (void); extern int both; static inline void in_header (int *p) { ++*p; }' > src/lib/lib.h
cat > src/lib/lib.c <<'END'
#include "lib.h"
static int lib_counter;
int both;
void lib_count (void) { lib_counter++; in_header (&both); }
END
build() {
  (cd src && $CC $with -pthread -c main.c lib/lib.c) && mv src/*.o .
}
build
check() { # WHAT NAME... : the locations of the findings, in any order
  local what=$1
  shift
  printf '%s\n' "$@" | sed '/^$/d' | sort > want
  sed -n "s/.*: warning: .*data race on '\([^']*\)'.*/\1/p" report | sort | diff want - > diff ||
    { cat report diff messages && fail "$what"; }
}
run() {
  status=0
  "$RACECHECK" --no-caret --root=src "$@" ./*.o > report 2> messages || status=$?
}
run
check all flag stats.hits stats.misses lib_counter both

# Paths
run --only=lib
check --only=lib lib_counter both
grep -q 'findings not shown: 3 in other files$' report || fail "does not say how many are not shown"
run --only=main.c --only=lib/lib.h
check "two --only" flag stats.hits stats.misses both
run --exclude=lib/ --Werror=race
grep -c ': error: ' report | grep -qx 3 || fail "--exclude"
run --exclude='*.h' --exclude=./main.c
check "--exclude by last name" lib_counter
run --exclude='*' --Werror=race
[ $status = 0 ] && check "everything excluded" || fail "exit status $status without findings"

# Suppressions
cat > race.supp <<'END'
# Known.
race
  location: struct stats.*
  reason:   off by one does no harm

*
  path:     lib/*.c
  reason:   not ours
race
  location: flag
  path: lib
  reason: not there
END
run --suppressions=race.supp
check --suppressions flag both
grep -q '3 suppressed' report || fail "does not count what is suppressed"
echo 'race.supp:9: warning: this suppression fits no finding' > want
same want messages
bad() { # MESSAGE, of the file on standard input
  cat > bad.supp
  run --suppressions=bad.supp
  [ $status = 2 ] || fail "exit status $status: $1"
  grep -qF "$1" messages || { cat messages && fail "$1"; }
  [ ! -s report ] || fail "analyses with a wrong file of suppressions"
}
printf 'race\n location: a\n' | bad 'bad.supp:1: error: a suppression needs a reason'
printf 'race\n reason: x\n' | bad 'bad.supp:1: error: a suppression needs a location or a path'
printf ' location: a\n' | bad 'bad.supp:1: error: a suppression starts with the name of its rule'
printf 'races\n path: a\n reason: b\n' | bad "bad.supp:1: error: unknown rule 'races'"
printf 'race\n function: f\n' | bad "bad.supp:2: error: unknown key; there are location, path and reason: 'function'"
printf 'race\n path: a\n path: b\n' | bad "bad.supp:3: error: twice in one suppression: 'path'"
printf 'race\n path:\n' | bad "bad.supp:2: error: nothing behind 'path'"
run --suppressions=missing.supp
[ $status = 2 ] || fail "a file of suppressions that is not there"

# Baselines: lines move, names stay.
run --write-baseline=old
check "with --write-baseline" flag stats.hits stats.misses lib_counter both
[ "$(grep -c '^[0-9a-f]\{16\} data race on ' old)" = 5 ] || fail "the baseline has not 5 lines"
LC_ALL=C sort -c old || fail "the baseline is not sorted"
sed -i -e '1i #include <stdio.h>' -e 's/stats.misses++;/stats.misses++; puts ("");\n\n  fresh++; stats.hits++;/' \
  -e 's/^int flag;/int fresh; int flag;/' src/main.c
sed -i 's/in_header (&both);//' src/lib/lib.c
build
run --baseline=old --write-baseline=new
check --baseline fresh
grep -q '4 in the baseline' report || fail "does not count what is in the baseline"
run --baseline=new --Werror=race
[ $status = 0 ] && check "nothing is new" || fail "exit status $status when nothing is new"
try output "$RACECHECK" --diff old new
[ $status = 0 ] || fail "exit status $status of --diff"
sed 's/ \[[0-9a-f]*\]$//' output > lines
printf '%s\n' "gone: data race on 'both' in in_header" "new: data race on 'fresh' in work" \
  'racecheck: 1 new, 1 gone, 4 unchanged' > want
same want lines
try output "$RACECHECK" --Werror=race --diff old new
[ $status = 1 ] || fail "exit status $status of --diff with -Werror"
try output "$RACECHECK" --diff old
[ $status = 2 ] || fail "--diff of one file"
echo nonsense > broken
run --baseline=broken
[ $status = 2 ] && grep -q '^broken:1: error: no line of a baseline' messages || fail "a broken baseline"

# The other formats say so too.
run --baseline=old --output=sarif:report.sarif --output=json:report.json
grep -q '"findings not shown: 4 in the baseline"' report.sarif || fail "SARIF does not say what is not shown"
grep -q '"in_baseline":4' report.json || fail "JSON does not say what is not shown"

# A compiler that was told to be quiet has not been told about races.
(cd src && $CC $with -w -pthread -c main.c lib/lib.c) && mv src/*.o .
run
check "compiled with -w" flag fresh stats.hits stats.misses lib_counter

# A comment without a reason does nothing, and is told.
sed -i 's|^  flag = 1;|  flag = 1; /* racecheck: ignore */|' src/main.c
build
run
check "a comment without a reason" flag fresh stats.hits stats.misses lib_counter
grep -q "^main.c:8: warning: 'racecheck: ignore' needs a reason behind it" messages || fail "no word about the reason"
sed -i 's|racecheck: ignore|& set to one value only|' src/main.c
build
run
check "a comment" fresh stats.hits stats.misses lib_counter
