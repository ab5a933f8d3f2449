# Pointers that may lead to too many places: races that rest on nothing else are counted as not decided, and shown if
# asked for; what is known of the same memory without them is reported as always.
. "$TESTSUITE/lib.sh"

many=600
{
  echo '#include <pthread.h>'
  echo "#include <unistd.h>"
  echo "#define COUNT $many"
  for ((i = 0; i < many; i++)); do echo "static int v$i;"; done
  echo 'static void *all[] = {'
  for ((i = 0; i < many; i++)); do echo "&v$i,"; done
  cat <<'C'
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *p)
{
  *(int *)all[(unsigned)getpid () % COUNT] = 1;
  MORE
  return 0;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  MAIN
  pthread_join (t, 0);
  return 0;
}
C
} > lost.c

analyse() { # NAME MORE MAIN [OPTION...]
  local name=$1 more=$2 in_main=$3
  shift 3
  $CC -O0 -c $with "-DMORE=$more" "-DMAIN=$in_main" lost.c -o "$name.o"
  "$RACECHECK" --no-caret "$@" "$name.o" > "$name.txt"
}

# Only through the table.
analyse table '' '*(int *)all[(unsigned)getpid () % COUNT] = 2;'
! grep -q warning table.txt || fail "$(head -5 table.txt)"
grep -q '^racecheck: note: 1 possible data race is not shown, because a pointer may lead to too many places' table.txt
grep -q " not decided, 0 racy" table.txt
analyse shown '' '*(int *)all[(unsigned)getpid () % COUNT] = 2;' -Wrace-lost
grep -q 'lost.c:.*: warning: possible data race on .* \[-Wrace-lost\]' shown.txt
grep -q 'may lead to too many places to tell them apart$' shown.txt
! grep -q 'not shown' shown.txt

# One variable by its name in both threads: its race does not hide behind the others.
analyse named 'v7++;' 'v7 = 3;'
[ "$(grep -c 'warning:' named.txt)" = 1 ]
grep -q "warning: data race on 'v7' \[-Wrace\]" named.txt
grep -q ' 1 racy' named.txt

# By its name under a lock, and through the table without.
analyse guarded 'pthread_mutex_lock(&m);v7++;pthread_mutex_unlock(&m);' 'pthread_mutex_lock(&m);v7++;pthread_mutex_unlock(&m);'
! grep -q 'warning:' guarded.txt
grep -q 'not decided, 0 racy' guarded.txt

"$RACECHECK" --output=json:lost.json table.o
grep -q '"lost":1' lost.json
"$RACECHECK" --output=sarif:lost.sarif table.o
grep -q 'Wrace-lost would show 1 more' lost.sarif
