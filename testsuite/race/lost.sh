# Pointers and calls that may lead to too many places: races that rest on nothing else are counted as not decided, and shown if
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

# Code without facts that has got hold of many functions or objects: which of them it calls or returns is not known.
# Few are looked at one by one, and so are those that somebody else calls or names.
given() { # COUNT
  echo '#include <pthread.h>'
  echo 'struct thing { int n; };'
  echo 'extern void keep_function (void (*) (void)), keep_object (struct thing *), run_some (void);'
  echo 'extern struct thing *some_object (void);'
  for ((i = 0; i < $1; i++)); do
    echo "static int n$i; static struct thing o$i; static void f$i (void) { n$i++; }"
  done
  cat <<'C'
static void *work (void *p)
{
  THREAD
  return p;
}
int main (void)
{
  pthread_t t;
C
  for ((i = 0; i < $1; i++)); do echo "KEEP (f$i, o$i)"; done
  cat <<'C'
  pthread_create (&t, 0, work, 0);
  MAIN
  pthread_join (t, 0);
  return 0;
}
C
}
give() { # NAME COUNT KEEP THREAD MAIN [OPTION...]
  local name=$1 count=$2 keep=$3 thread=$4 in_main=$5
  shift 5
  given "$count" > "$name.c"
  $CC -O0 -c $with "-DKEEP(f,o)=$keep" "-DTHREAD=$thread" "-DMAIN=$in_main" "$name.c" -o "$name.o"
  "$RACECHECK" --no-caret "$@" "$name.o" > "$name.txt"
}
give few-calls 20 'keep_function(f);' 'run_some();' 'run_some();'
grep -q "warning: possible data race on 'n7' \[-Wrace\]" few-calls.txt
give many-calls 40 'keep_function(f);' 'run_some();' 'run_some();'
! grep -q warning many-calls.txt || fail "$(head -5 many-calls.txt)"
grep -q ' not decided, 0 racy' many-calls.txt
give shown-calls 40 'keep_function(f);' 'run_some();' 'run_some();' -Wrace-lost
grep -q "warning: possible data race on 'n7' \[-Wrace-lost\]" shown-calls.txt
give one-called 40 'keep_function(f);' 'run_some();f7();' 'f7();'
[ "$(grep -c 'warning:' one-called.txt)" = 1 ]
grep -q "warning: data race on 'n7' \[-Wrace\]" one-called.txt

give few-objects 20 'keep_object(&o);' 'some_object()->n=1;' 'o7.n++;'
grep -q "warning: possible data race on 'o7.n' \[-Wrace\]" few-objects.txt
give many-objects 40 'keep_object(&o);' 'some_object()->n=1;' 'o7.n++;'
! grep -q warning many-objects.txt || fail "$(head -5 many-objects.txt)"
give shown-objects 40 'keep_object(&o);' 'some_object()->n=1;' 'o7.n++;' -Wrace-lost
grep -q "warning: possible data race on 'o7.n' \[-Wrace-lost\]" shown-objects.txt
give one-named 40 'keep_object(&o);' 'some_object()->n=1;o7.n++;' 'o7.n++;'
[ "$(grep -c 'warning:' one-named.txt)" = 1 ]
grep -q "warning: data race on 'o7.n' \[-Wrace\]" one-named.txt

"$RACECHECK" --output=json:lost.json table.o
grep -q '"lost":1' lost.json
"$RACECHECK" --output=sarif:lost.sarif table.o
grep -q 'Wrace-lost would show 1 more' lost.sarif
