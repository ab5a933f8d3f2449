# Looks that decide whether main joins: which say that the thread does not run, and which do not.
. "$TESTSUITE/lib.sh"

cat > running.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
enum { NONE, RUNS, DONE };
struct s { pthread_t h; int state; int x; };
static void *work (void *p) { struct s *s = p; s->x++; return NULL; }
static void make (struct s *s) { memset (s, 0, sizeof *s); s->h = pthread_self (); }
static int start (struct s *s) { START }
static void stop (struct s *s) { STOP }
static void between (struct s *s) { (void) s; BETWEEN }
int main (int argc, char **argv)
{
  struct s *s = malloc (sizeof *s), *t = argc > 7 ? NULL : s;
  if (!s)
    return 1;
  (void) argv, (void) t;
  make (s);
  if (argc > 1)
    start (s);
  between (s);
  stop (WHAT);
  s->x++;
  return s->x;
}
C
create='pthread_create (&s->h, NULL, work, s)'
join='pthread_join (s->h, NULL);'
before="s->state = RUNS; return $create;"
program() { # RACY(0 or 1) START STOP BETWEEN WHAT
  local found level
  for level in -O0 -O2; do
    $CC $with -pthread $level -DSTART="$2" -DSTOP="$3" -DBETWEEN="$4" -DWHAT="$5" -c running.c -o running.o
    found=$("$RACECHECK" --no-caret running.o | grep -c ': warning: ') || :
    [ $((found > 0)) = "$1" ] || fail "$found findings at $level in: $2 | $3 | $4 | $5"
  done
}
# what is looked for, on which side, in how many looks
program 0 "$before" "if (s->state == RUNS) $join" '' s
program 0 "$before" "if (s->state != RUNS) return; $join" '' s
program 0 "$before" "if (s->state == NONE) return; $join" '' s
program 0 "$before" "if (!s || s->state != RUNS) return; $join s->state = DONE;" '' s
program 0 "$before" "if (s->state == RUNS && !pthread_equal (s->h, pthread_self ())) $join" '' s
program 0 "$before" "if (!pthread_equal (s->h, pthread_self ())) $join" '' s
program 0 "$before" "if (s->state == RUNS) { $join s->h = pthread_self (); s->state = NONE; }" '' s
program 0 "if ($create) return 1; s->state = RUNS; return 0;" "if (s->state == RUNS) $join" '' s
program 0 "$before" "if (s->state == RUNS) $join" 'if (s->state == RUNS) { pthread_join (s->h, NULL); s->state = DONE; }' s
# another value, no value, a value that means two things
program 1 "$before" "if (s->state == DONE) $join" '' s
program 1 "return $create;" "if (s->state == RUNS) $join" '' s
program 1 "$before" "if (s->state == RUNS) $join" 's->state = DONE;' s
program 1 "$before" "if (s->state == NONE) return; $join" 's->state = NONE;' s
program 1 "$before" "if (s->state == RUNS && s->x != 7) $join" '' s
# the handle
program 1 "$before" "if (!pthread_equal (s->h, pthread_self ())) $join" 's->h = pthread_self ();' s
program 1 "$before" "if (s->state == RUNS) $join" 's->h = pthread_self ();' s
program 1 "$before" "if (pthread_equal (s->h, pthread_self ())) $join" '' s
# nobody to join
program 1 "$before" "if (!s) return; if (s->state == RUNS) $join" '' t
