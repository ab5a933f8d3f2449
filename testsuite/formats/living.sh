# Living with findings: --only, --exclude, files of suppressions, baselines, comments in the source.
. "$TESTSUITE/lib.sh"
validate=
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

# What is suppressed is in SARIF and JSON if that is asked for, with the reason, and last.
run --suppressions=race.supp --show-suppressed --output=sarif:decided.sarif --output=json:decided.json
cat > decided.js <<'END'
const fs = require ("fs"), assert = require ("assert");
const read = f => JSON.parse (fs.readFileSync (f, "utf8"));
const results = read ("decided.sarif").runs[0].results;
const open = results.filter (r => !r.suppressions), hidden = results.filter (r => r.suppressions);
assert.deepEqual (open.map (r => r.message.text), ["data race on 'flag'", "data race on 'fresh'"]);
assert.deepEqual (results.slice (open.length), hidden);
assert.deepEqual (hidden.map (r => r.message.text + ": " + r.suppressions[0].justification),
  ["data race on 'lib_counter': not ours", "data race on 'stats.hits': off by one does no harm",
   "data race on 'stats.misses': off by one does no harm"]);
for (const r of hidden) {
  assert.equal (r.suppressions[0].kind, "external");
  assert.equal (r.suppressions[0].location.physicalLocation.artifactLocation.uri, "race.supp");
}
const all = read ("decided.json");
assert.equal (all.findings.length, 2);
assert.deepEqual (all.suppressed.map (s => s.by + " " + s.line), ["file 6", "file 2", "file 2"]);
assert.equal (new Set (all.suppressed.map (s => s.fingerprint)).size, 3);
END
if has node; then
  node decided.js
  validate="$validate decided.sarif"
fi
run --suppressions=race.supp --output=sarif:decided-not.sarif
! grep -q '"suppressions"' decided-not.sarif || fail "suppressed findings without being asked"

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
run --show-suppressed --output=sarif:ignored.sarif
grep -q '"kind":"inSource","justification":"set to one value only"' ignored.sarif || fail "$(cat ignored.sarif)"

# What the source says about no race is told, but not at a link; what is said twice is told by neither.
cat > quiet.c <<'END'
#include <pthread.h>
#define IGNORE(why) __attribute__ ((racecheck ("ignore", why)))
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int guarded, raced, twice IGNORE ("often") /* racecheck: ignore twice said */;
int alone IGNORE ("only main");
static void IGNORE ("does not race") holds (void)
{
  guarded++;
}
static void *work (void *arg)
{
  pthread_mutex_lock (&lock);
  holds ();
  guarded++; /* racecheck: ignore it is guarded */
  pthread_mutex_unlock (&lock);
  raced = 1; /* racecheck: ignore one value */
  raced = 1; /* racecheck: ignore one value, and a third access */
  if (raced) /* racecheck: ignore one value, read */
    twice++; /* racecheck: ignore said again */
  return arg;
}
int main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], 0, work, 0);
  pthread_create (&t[1], 0, work, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  alone++; // racecheck: ignore nobody else
  return 0;
}
END
printf '/* racecheck: ignore all of it */\nint nothing_shared (int i) { return i + 1; }\n' > else.c
$CC $with -pthread quiet.c else.c -o quiet
"$RACECHECK" quiet > report 2> messages
check "all ignored"
sed 's/: warning: .racecheck: ignore. is about no race$//; s/^racecheck: warning: the attribute that ignores //' messages |
  sort > told
printf '%s\n' "'alone' is about no race" "'holds' is about no race" else.c:1 quiet.c:14 quiet.c:29 | sort > want
same want told
$CC -specs="${PLUGIN%/*}/racecheck.specs" -pthread quiet.c else.c -o quiet 2> messages
[ ! -s messages ] || fail "$(cat messages)"
RACECHECK_OPTIONS=--timeout=1 "$RACECHECK" --memory-limit=1 quiet > report 2> messages || :
! grep -q 'about no race' messages || fail "tells of comments though nothing is decided"

[ -z "$validate" ] || {
  status=0
  "$TESTSUITE/../scripts/sarif-validate" $validate ignored.sarif || status=$?
  [ $status = 0 ] || [ $status = 77 ] || fail "SARIF does not fit its schema"
}
