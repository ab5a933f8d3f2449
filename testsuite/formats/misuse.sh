# Findings about locks are findings like the others: in all formats, with baselines, suppressions, comments,
# --stats, -Werror, and the options of rules.
. "$TESTSUITE/lib.sh"
cat > twice.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void add (void)
{
  pthread_mutex_lock (&m);
  n++;
  pthread_mutex_unlock (&m);
}
static void *work (void *arg)
{
  pthread_mutex_lock (&m);
  add ();
  pthread_mutex_lock (&a);
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&m);
  return arg;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&m);
  n++;
  pthread_mutex_unlock (&m);
  pthread_mutex_unlock (&a);
  pthread_join (t, 0);
  return n;
}
END
build() {
  $CC $with -pthread -c twice.c
}
count() { # WHAT EXPECTED OPTION...
  local what=$1 expected=$2 n
  shift 2
  n=$("$RACECHECK" "$@" twice.o | grep -c ': warning: ' || true)
  [ "$n" = "$expected" ] || fail "$what: $n findings, not $expected"
}
build
count "by default" 2
count "without the order" 1 -Wno-race-lock-order
count "without any" 0 -Wno-race-all
count "only double locks" 1 -Wno-race-all -Wrace-double-lock
"$RACECHECK" -Wrace-nonsense twice.o 2> errors && fail "-Wrace-nonsense is taken"
grep -q "unknown rule 'race-nonsense'" errors || fail "an unknown rule is not told"

status=0
"$RACECHECK" -Werror=race twice.o > errors || status=$?
[ $status = 1 ] || fail "exit status $status with -Werror=race"
grep -q 'error: double lock of .m. \[-Werror=race-double-lock\]' errors || fail "no error"
"$RACECHECK" --stats twice.o | grep -q 'misuses' || fail "--stats does not count them"

"$RACECHECK" --write-baseline=known twice.o > out
[ "$(grep -c '^[0-9a-f]' known)" = 2 ] || fail "not two lines in the baseline"
count "with a baseline" 0 --baseline=known
sed -i '1i /* moved */' twice.c
build
count "with a baseline, after lines have moved" 0 --baseline=known

printf 'race-double-lock\n  location: m\n  reason: test\n' > supp
count "with a suppression" 1 --suppressions=supp
printf 'race-lock-order\n  location: m\n  reason: test\n' > supp
count "with a suppression of one of two locks" 2 --suppressions=supp
printf '*\n  path: twice.c\n  reason: test\n' > supp
count "with a suppression of the file" 0 --suppressions=supp
count "elsewhere" 0 --exclude=twice.c

"$RACECHECK" --output=json:j --output=sarif:s --output=csdiff:c --output=html:h twice.o
grep -q '"rule": *"race-lock-order"' j || fail "json has no rule"
grep -q '"mode": *"earlier lock"' j || fail "json has no mode"
grep -q '"ruleId": *"race-double-lock"' s || fail "sarif has no rule"
grep -q '"cwe": *833' c || fail "csdiff has no CWE"
grep -q 'double lock of' h || fail "html has no finding"

sed -i 's,^  pthread_mutex_lock (&m);$,& /* racecheck: ignore test */,' twice.c
build
count "ignored in the source" 0
