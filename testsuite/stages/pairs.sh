# Of the accesses of many threads to one location, few pairs are looked at: those to other elements, or by
# threads of other times, are apart.  Counted, not timed: four times the threads, four times the pairs.
. "$TESTSUITE/lib.sh"
each() { # N TEXT: with the number for @
  for i in $(seq "$1"); do echo "${2//@/$i}"; done
}
pairs() { # SERIES N
  { echo '#include <pthread.h>'; $1 "$2"; } > t.c
  $CC -w $with -c t.c
  "$RACECHECK" --stats t.o > stats 2> races || fail "$1: $(cat races)"
  awk '$1 == "pairs" { n = $2 } END { print n }' stats
}
grows() { # SERIES
  local less more
  less=$(pairs "$1" 150) more=$(pairs "$1" 600)
  [ "$less" -gt 0 ] && [ "$more" -lt $((5 * less)) ] || fail "$1: $less pairs, of four times as many threads $more"
}

elements() {
  echo "int a[1000]; int main (void) {"
  each "$1" 'extern pthread_t t@; extern void *s@ (void *); pthread_create (&t@, 0, s@, 0);'
  each "$1" 'pthread_join (t@, 0);'
  each "$1" 'a[@]++;'
  echo 'return 0; }'
  each "$1" 'pthread_t t@; void *s@ (void *p) { a[@]++; return p; }'
}
members() {
  echo 'pthread_t t; struct o {'
  each "$1" 'pthread_mutex_t m@; int v@;'
  echo '} o;'
  each "$1" 'void *s@ (void *p) { pthread_mutex_lock (&o.m@); o.v@++; pthread_mutex_unlock (&o.m@); return p; }'
  echo 'int main (void) {'
  each "$1" 'pthread_create (&t, 0, s@, 0); pthread_create (&t, 0, s@, 0);'
  echo 'return 0; }'
}
turns() {
  echo 'int g;'
  each "$1" 'pthread_t t@; void *s@ (void *p) { g++; return p; }'
  echo 'int main (void) {'
  each "$1" 'pthread_create (&t@, 0, s@, 0); pthread_join (t@, 0); g++;'
  echo 'return 0; }'
}
grows elements
grows members
grows turns

# One of two that are to the same element, among many others, is found.
{
  echo '#include <pthread.h>'
  elements 150
} | sed 's/a\[77\]++; return/a[76]++; return/' > t.c
$CC -w $with -c t.c
"$RACECHECK" t.o > races 2>&1 || :
grep -q "by thread 's76'" races && grep -q "by thread 's77'" races || fail "no race: $(cat races)"
