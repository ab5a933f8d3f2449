# The order of the objects says nothing: the same report with the same fingerprints, though several pairs
# race on each location, and functions of headers come from several units.
. "$TESTSUITE/link/lib.sh"
cat > shared.h << 'END'
extern int total, parts[4];
struct node { int value; struct node *next; };
extern struct node *list;
static inline void bump (int *p) { ++*p; }
void one (void), two (void), three (void);
END
for unit in one two three; do
  cat > $unit.c << END
#include "shared.h"
static int own;
void $unit (void)
{
  bump (&total);
  bump (&own);
  total = 1;
  parts[1]++;
  list->value++;
}
END
done
cat > start.c << 'END'
#include <pthread.h>
#include <stdlib.h>
#include "shared.h"
int total, parts[4];
struct node *list;
static void *first (void *p) { one (); two (); return p; }
static void *second (void *p) { two (); three (); return p; }
static void *third (void *p) { three (); one (); return p; }
int main (void)
{
  pthread_t t[3];
  list = calloc (1, sizeof *list);
  pthread_create (&t[0], 0, first, 0);
  pthread_create (&t[1], 0, second, 0);
  pthread_create (&t[2], 0, third, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
END
$CC $with -pthread -c one.c two.c three.c start.c

reports() { # NAME OBJECT...
  local to=$1
  shift
  "$RACECHECK" --full --write-baseline=$to.baseline --output=json:$to.json --output=text:$to.text "$@"
}
same_reports() { # WHAT
  for report in text json baseline; do
    same first.$report other.$report "$1: $report"
  done
}
reports first start.o one.o two.o three.o
[ "$(grep -c 'warning: .*data race' first.text)" -ge 4 ] || fail "$(cat first.text)"
for order in "one two three start" "three two one start" "two start three one" "three start one two" \
  "start three two one" "one three start two"; do
  reports other $(printf '%s.o ' $order)
  same_reports "$order"
done
ar rc libone.a one.o
ar rc libothers.a three.o two.o
reports other libothers.a start.o libone.a
same_reports archives

# Linked, in two orders.
for order in "start.o one.o two.o three.o" "three.o two.o start.o one.o"; do
  $CC -pthread $order -o linked
  reports other linked
  same_reports "linked $order"
done

# At the link.
for linker in $linkers; do
  for order in "start.o one.o two.o three.o" "three.o two.o start.o one.o"; do
    link -fuse-ld=$linker $order
    linked
    [ -e first.link ] || cp output first.link
    same first.link output "$linker $order"
  done
done

# C++: copies of one inline function.
cat > shared.hh << 'END'
extern int total;
struct counter { int n; void bump () { n++; total += n; } };
extern counter counted;
inline void both () { counted.bump (); }
END
for unit in one two; do
  printf '#include "shared.hh"\nvoid %s () { both (); total = 2; }\n' $unit > $unit.cc
done
cat > start.cc << 'END'
#include <pthread.h>
#include "shared.hh"
int total;
counter counted;
void one ();
void two ();
static void *first (void *p) { one (); both (); return p; }
static void *second (void *p) { two (); both (); return p; }
int main ()
{
  pthread_t t[2];
  pthread_create (&t[0], 0, first, 0);
  pthread_create (&t[1], 0, second, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
}
END
$CXX $with -pthread -c one.cc two.cc start.cc
reports first start.o one.o two.o
[ "$(grep -c 'warning: .*data race' first.text)" -ge 2 ] || fail "$(cat first.text)"
for order in "one two start" "two start one" "two one start"; do
  reports other $(printf '%s.o ' $order)
  same_reports "C++ $order"
done
