# Behind its limits the analysis may tell less apart, but loses nothing.
. "$TESTSUITE/lib.sh"
pointers() { $CC -w $with -c t.c && "$RACECHECK" --dump=pointers t.o > pointers; }
holds() { # NODE TARGET: the pool will do, if the target is in it
  grep -qE "^\*$1 -> (.*, )?$2(,|$)" pointers || {
    grep -qE "^\*$1 -> (.*, )?pool(,|$)" pointers && grep -qx "pool has $2" pointers
  } || fail "$1 does not lead to $2: $(grep "^\*$1 " pointers)"
}

# A set of 600 variables: what is stored through it is in each of them, what is in them comes out of it.
{
  echo 'int a, b; extern int **undefined (void); int **p, *r_out, *r_in, *r_result, *r_self;'
  for i in $(seq 600); do echo "int *v$i;"; done
  echo 'int main (void) {'
  for i in $(seq 600); do echo "p = &v$i;"; done
  echo 'p = undefined (); *p = &a; v300 = &b; r_out = *p; r_in = v599; r_self = v300; return 0; }'
} > t.c
pointers
holds p v1
holds r_out a
holds r_out b
holds r_out outside # the memory that `undefined' returns is among it
holds r_in a
holds r_self b
grep -q '^\*a -> .*outside' pointers || fail "a has not escaped: $(grep '^\*a ' pointers)"

# 600 functions in a pointer are called, and get their argument.
{
  echo 'int a; int *r;'
  for i in $(seq 600); do echo "static int *f$i (int *x) { return r = x; }"; done
  echo 'int *(*p) (int *); int *r_call; int main (void) {'
  for i in $(seq 600); do echo "p = f$i;"; done
  echo 'r_call = p (&a); return 0; }'
} > t.c
pointers
holds r a
holds r_call a
"$RACECHECK" --dump=calls t.o > calls
grep -qE '^(main|pool) -> f600( |$)' calls || fail "f600 is not called"

# A struct of 300 fields, and 100 places in memory without a type.
{
  echo '#include <stdlib.h>'
  echo 'int a, b; struct s {'
  for i in $(seq 300); do echo "int *p$i;"; done
  echo '} s, t; int *r_first, *r_last, *r_copy, *r_untyped; void *u; int main (void) { s.p1 = &b;'
  for i in $(seq 300); do echo "s.p$i = &a;"; done
  echo 'r_first = s.p1; r_last = s.p300; t = s; r_copy = t.p299; u = malloc (4000);'
  for i in $(seq 100); do echo "*(int **)((char *)u + $i * 8) = &a;"; done
  echo 'r_untyped = *(int **)((char *)u + 800); return 0; }'
} > t.c
pointers
holds r_first b
holds r_last a
holds r_copy a
holds r_untyped a

# Copies from and to more places than are told apart.
{
  echo '#include <string.h>'
  echo 'int a; struct s { int *x, *y, *z; } *p, target; int *r_target, *r_one;'
  for i in $(seq 100); do echo "struct s v$i;"; done
  echo 'int main (void) { v7.z = &a;'
  for i in $(seq 100); do echo "p = &v$i;"; done
  echo 'target = *p; r_target = target.z; *p = target; r_one = v100.z; return 0; }'
} > t.c
pointers
holds r_target a
holds r_one a

# Branches on a variable in memory that is stored everywhere: each test must not look at each store.
{
  echo '#include <pthread.h>'
  echo 'int g; static void *work (void *a) { int v = 0, *p = &v;'
  for i in $(seq 3000); do echo "  v ^= $i + *p; if (v & $i) g++;"; done
  echo '  return a; }'
  echo 'int main (void) { pthread_t t; pthread_create (&t, 0, work, 0); work (0); return pthread_join (t, 0); }'
} > stores.c
$CC $with -pthread -c stores.c
timeout 50 "$RACECHECK" stores.o | grep -q "data race on 'g'" || fail "branches on a variable that is stored everywhere"
