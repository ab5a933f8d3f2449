# Barriers in functions that are called in several places: each call has a phase behind it, unless threads may
# be behind different calls at the same time.
. "$TESTSUITE/lib.sh"

judge() { # EXPECTED BODY: what each thread does
  local level
  cat > barriers.c <<C
#include <omp.h>
static int x, y, a[100];
static void bar (void)
{
#pragma omp barrier
}

static void twice (void) { bar (); bar (); }
static void some (int n) { for (int i = 0; i < n; i++) bar (); }
static void loop (void)
{
#pragma omp for
  for (int i = 0; i < 100; i++) a[i]++;
}
static int get (void) { return x; }
int main (int c, char **v)
{
#pragma omp parallel
  {
    int t = omp_get_thread_num ();
    int s = 0;
    $2
    if (s < 0) a[t] = s;
  }
  return 0;
}
C
  for level in -O0 -O2; do
    $CC $with -w -fopenmp $level -c barriers.c -o barriers.o
    "$RACECHECK" barriers.o > barriers.txt
    if grep -q "race on 'x'" barriers.txt; then
      [ "$1" = race ] || fail "$level $2: a false alarm"
    else
      [ "$1" = ok ] || fail "$level $2: missed"
    fi
  done
}
judge ok   'if (!t) x = 1; bar (); s += x; bar (); if (!t) x = 2;'
judge race 'if (!t) x = 1; bar (); s += x; if (!t) x = 2; bar ();'
judge race 'if (!t) x = 1; s += x; bar ();'
judge ok   'for (int i = 0; i < 10; i++) { if (!t) x = i; bar (); s += x; bar (); }'
judge race 'for (int i = 0; i < 10; i++) { if (!t) x = i; bar (); s += x; }'
judge race 'if (t) { bar (); s += x; } else { bar (); x = 1; }'
judge race 'if (!t) bar (); bar (); if (!t) x = 1; if (t) { s += get (); bar (); }'
judge race 'if (!t) bar (); bar (); if (!t) x = 1; if (t) { bar (); s += x; }'
judge ok   'if (!t) x = 1; twice (); s += x; twice (); if (!t) x = 2;'
judge race 'some (t + 1); if (!t) { x = 1; } some (10 - t); s += x;'
judge ok   'if (!t) x = 1; loop (); s += x; loop (); if (!t) x = 2;'
judge race 'if (!t) x = 1; loop (); s += x; if (!t) x = 2;'
judge race 'if (t) twice (); else { bar (); bar (); x = 1; } s += x;'
exit 0
