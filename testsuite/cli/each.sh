# --each: every file is a program; the output does not depend on how many run at a time.
. "$TESTSUITE/lib.sh"
for n in one two three; do
  echo "#include <pthread.h>
int $n;
static void *worker (void *p) { $n++; return p; }
int main (void) { pthread_t t; pthread_create (&t, 0, worker, 0); $n++; return pthread_join (t, 0); }" > $n.c
  $CC $with -pthread $n.c -o $n
done
for jobs in 1 2 8; do
  try output.$jobs "$RACECHECK" --each --jobs=$jobs one two missing three
  [ $status -eq 2 ] || fail "$status"
  same output.$jobs output.1
done
grep "^racecheck: [a-z]*:\$\|warning: data race\|No such file" output.1 | sed "s/ \[.*//; s/:[0-9:]* warning:.* on/ on/" > order
cat > expected << 'END'
racecheck: one:
one.c on 'one'
racecheck: two:
two.c on 'two'
racecheck: missing:
racecheck: warning: missing: No such file or directory
racecheck: three:
three.c on 'three'
END
same order expected
try output "$RACECHECK" --each one two
[ $status -eq 0 ]
try output "$RACECHECK" --each --Werror=race one two
[ $status -eq 1 ]
try output "$RACECHECK" --each --jobs=x one
[ $status -eq 2 ]
