# Programs that are large in one direction are analysed to the end: a stack that is as deep as the input, or
# time by the square of it, would not do.  The sizes are those that gcc can compile in a few seconds.
. "$TESTSUITE/lib.sh"
finds() { # FILE LOCATION: the race on it is found
  $CC -w $with -c "$1.c" || fail "$1 is not compiled"
  timeout 100 "$RACECHECK" "$1.o" > "$1.out" 2> "$1.err" || fail "$1: $(cat "$1.err")"
  grep -q "data race on '$2'" "$1.out" || fail "$1: $(head -n 3 "$1.out" "$1.err")"
}
threads='#include <pthread.h>
int x; pthread_t t;'

# A chain of 20,000 calls, to the end of which an argument travels.
{
  echo "$threads"
  awk -v n=20000 'BEGIN {
    for (i = n; i > 0; i--)
      printf "static int *f%d (int *p) { %s }\n", i, i == n ? "++*p; return p;" : "return f" i + 1 " (p);"
  }'
  echo 'void *start (void *p) { return f1 (&x); }'
  echo 'int main (void) { pthread_create (&t, 0, start, 0); return *f1 (&x); }'
} > chain.c
finds chain x

# As many functions that call each other.
{
  echo "$threads"
  awk -v n=5000 'BEGIN {
    for (i = 0; i < n; i++) printf "static int *f%d (int *);\n", i
    for (i = 0; i < n; i++)
      printf "static int *f%d (int *p) { ++*p; return *p ? f%d (p) : f%d (p); }\n", i, (i + 1) % n, (i * 7 + 3) % n
  }'
  echo 'void *start (void *p) { return f0 (&x); }'
  echo 'int main (void) { pthread_create (&t, 0, start, 0); return *f0 (&x); }'
} > component.c
finds component x
# More of them, in a program without threads: nothing is read behind the table of functions.
{
  awk -v n=20000 'BEGIN {
    print "int a;"
    for (i = 0; i < n; i++) printf "static int *f%d (int *);\n", i
    for (i = 0; i < n; i++)
      printf "static int *f%d (int *p) { return *p ? f%d (p) : f%d (p); }\n", i, (i + 1) % n, (i * 7 + 3) % n
  }'
  echo 'int main (void) { return *f0 (&a); }'
} > entered.c
$CC -w $with -c entered.c
timeout 100 "$RACECHECK" --entry=main entered.o > entered.out || fail "entered: $(head -n 3 entered.out)"

# A function of 50,000 blocks.
{
  echo "$threads"
  echo 'int g; void *start (void *p) { int c = *(int *)p;'
  awk -v n=25000 'BEGIN { for (i = 0; i < n; i++) printf "if (c == %d) g = %d;\n", i, i }'
  echo 'x++; return p; }'
  echo 'int main (int c, char **v) { pthread_create (&t, 0, start, &c); x++; return 0; }'
} > blocks.c
finds blocks x

# 5,000 creations in one function: none of them runs before the first, the last runs beside main.
{
  echo "$threads"
  echo 'int set; void *start (void *p) { return set ? p : 0; } void *last (void *p) { x++; return p; }'
  echo 'int main (void) { set = 1;'
  awk -v n=5000 'BEGIN { for (i = 0; i < n; i++) printf "pthread_create (&t, 0, start, (void *)%d);\n", i }'
  echo 'pthread_create (&t, 0, last, 0); x++; return 0; }'
} > created.c
finds created x
! grep -q "data race on 'set'" created.out || fail "created: $(cat created.out)"

# As many that are told apart: each has a variable of its own, which main touches when it has joined it; of one it
# has not.
{
  echo "$threads"
  awk -v n=5000 'BEGIN {
    for (i = 0; i < n; i++)
      printf "int v%d; pthread_t t%d; static void *s%d (void *p) { v%d++; return p; }\n", i, i, i, i
    print "int main (void) {"
    for (i = 0; i < n; i++) printf "pthread_create (&t%d, 0, s%d, 0);\n", i, i
    for (i = 0; i < n; i++) printf "%s v%d++;\n", i == 4444 ? "" : "pthread_join (t" i ", 0);", i
  }'
  echo 'return 0; }'
} > joined.c
finds joined v4444
grep -q '5000 locations shared: 4999 ordered, 1 racy' joined.out || fail "joined: $(tail -n 1 joined.out)"

# A table of 10 MB.
{
  echo "$threads"
  echo 'static int a[16]; static int *table[] = {'
  awk -v n=1310720 'BEGIN { for (i = 0; i < n; i++) printf "&a[%d],", i % 16 }'
  echo '&x}; void *start (void *p) { ++*table[*(int *)p]; return p; }'
  echo 'int main (int c, char **v) { pthread_create (&t, 0, start, &c); ++*table[c + 1]; return 0; }'
} > table.c
finds table 'a\[\]'

# Without threads there is nothing to look for.
echo 'int x; int main (void) { return ++x; }' > none.c
$CC $with -c none.c && "$RACECHECK" none.o | grep -q 'no thread' || fail "a program without threads: $("$RACECHECK" none.o)"
