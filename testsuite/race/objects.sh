# Races on objects of which nothing says how two threads get to one: a few are shown, many are counted as not decided, and shown
# if asked for.  What begins at a variable or at what a thread was created with is shown always, and so is who does without the
# lock that most others hold.
. "$TESTSUITE/lib.sh"

# Both threads get a node from code that nobody sees; N fields are accessed.
{
  echo '#include <pthread.h>'
  printf '#include <stdlib.h>\n#include <unistd.h>\n'
  echo 'struct node {'
  for ((i = 0; i < 12; i++)); do echo "int f$i;"; done
  cat <<'C'
};
#define FOR_EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) MORE(DO)
#define WRITE(n) p->f##n = n;
#define READ(n) sum += p->f##n;
static struct node *shared, *table[16];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct node *(*choose) (struct node *, struct node *);
static struct node *first (struct node *a, struct node *b) { (void) b; return a; }
static struct node *second (struct node *a, struct node *b) { (void) a; return b; }
static struct node *some (void)
{
  struct node *p = calloc (1, sizeof *p), *q = shared;
  return choose (p, q);
}
static void *work (void *argument)
{
  struct node *p = GET;
  (void) argument;
  FOR_EACH (WRITE)
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t;
  int sum = 0;
  struct node *p = calloc (1, sizeof *p);
  (void) argv;
  choose = argc > 1 ? first : second;
  SHARE
  pthread_create (&t, 0, work, p);
  p = MINE;
  FOR_EACH (READ)
  pthread_join (t, 0);
  return sum;
}
C
} > objects.c

analyse() { # NAME GET MINE SHARE MORE [OPTION...]
  local name=$1
  $CC -O0 -c $with "-DGET=$2" "-DMINE=$3" "-DSHARE=$4" "-DMORE(DO)=$5" objects.c -o "$name.o"
  shift 5
  "$RACECHECK" --no-caret --full "$@" "$name.o" > "$name.txt"
}
more='DO(8) DO(9) DO(10) DO(11)'

# Nobody knows: eight are shown, twelve are not.
analyse few 'some ()' 'some ()' 'shared = p;' ''
[ "$(grep -c 'warning: possible data race' few.txt)" = 8 ] || fail "$(cat few.txt)"
analyse many 'some ()' 'some ()' 'shared = p;' "$more"
! grep -q 'warning:' many.txt || fail "$(head -5 many.txt)"
grep -q '^racecheck: note: 12 possible data races are not shown, because it is not known how two threads could get to the same object; -Wrace-objects shows them$' many.txt
grep -q ' 12 not decided, 0 racy' many.txt || fail "$(tail -1 many.txt)"
analyse shown 'some ()' 'some ()' 'shared = p;' "$more" -Wrace-objects --output=text --output=sarif:shown.sarif --output=json:shown.json
[ "$(grep -c 'warning: possible data race on .* \[-Wrace-objects\]' shown.txt)" = 12 ]
! grep -q 'not shown' shown.txt
analyse formats 'some ()' 'some ()' 'shared = p;' "$more" --output=sarif:many.sarif --output=json:many.json
grep -q 'Wrace-objects would show 12 more' many.sarif
grep -q '"unexplained":12,' many.json

# Nor are a few in a large program.
{
  echo 'int filled; void fill (void) {'
  for ((i = 0; i < 4000; i++)); do echo "filled += $i;"; done
  echo '}'
} > fill.c
$CC -O0 -c $with fill.c -o fill.o
"$RACECHECK" few.o fill.o > large.txt
! grep -q 'warning:' large.txt || fail "$(head -5 large.txt)"
grep -q '^racecheck: note: 8 possible data races are not shown' large.txt || fail "$(cat large.txt)"

# A variable, but one of many.
analyse table 'table[(unsigned)getpid () % 16]' 'table[(unsigned)getppid () % 16]' 'for (int i = 0; i < 16; i++) table[i] = calloc (1, sizeof *p);' "$more"
! grep -q 'warning:' table.txt || fail "$(head -5 table.txt)"

# Both begin at a variable; one thread was created with it.
analyse variable shared shared 'shared = p;' "$more"
[ "$(grep -c 'warning:' variable.txt)" = 12 ] || fail "$(cat variable.txt)"
analyse argument argument p '' "$more"
[ "$(grep -c 'warning:' argument.txt)" = 12 ] || fail "$(cat argument.txt)"

# A variable of the function that creates the threads, which many may call at a time, behind what each is created with.
frame() { # WHO
  cat > frame.c <<C
#include <pthread.h>
struct team { int index; }; struct worker { struct team *team; };
static void *work (void *p) { struct worker *w = p; w->team->index++; return p; }
static void run (void)
{
  struct team team = {0}; struct worker w[2] = {{&team}, {&team}};
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create (&t[i], 0, work, &w[i]);
  $1
  for (int i = 0; i < 2; i++) pthread_join (t[i], 0);
}
static void *caller (void *p) { run (); return p; }
int main (void) { pthread_t t; pthread_create (&t, 0, caller, 0); run (); pthread_join (t, 0); return 0; }
C
  $CC -O0 -c $with frame.c -o frame.o
  "$RACECHECK" --no-caret frame.o fill.o > frame.txt
  grep -q "warning: .*data race on 'team.index'" frame.txt || fail "$(cat frame.txt)"
}
frame ''
frame 'team.index++;'

# Most of those that access it hold a lock.
analyse locked '(pthread_mutex_lock (&m), some ())' 'some ()' 'shared = p;' "$more"
[ "$(grep -c 'warning:' locked.txt)" = 12 ] || fail "$(cat locked.txt)"

# A few, but each may be to any of many objects, of TYPES types.
stray() { # PLACES TYPES
  {
    printf '#include <pthread.h>\n#include <stdlib.h>\n#include <unistd.h>\n'
    echo 'struct node { int a; }; static void *all[64];'
    for ((i = 0; i < $2; i++)); do echo "struct t$i { int a; long b; };"; done
    echo 'static struct node *one (void) { void *p = 0; switch (getpid ()) {'
    for ((i = 0; i < $1; i++)); do
      echo "case $i: { struct t$((i % $2)) *q = calloc (1, sizeof *q); all[rand () % 64] = p = q; break; }"
    done
    echo 'default: p = all[rand () % 64]; } return p; }'
    echo 'static void *work (void *x) { one ()->a++; return x; }'
    echo 'int main (void) { pthread_t t; pthread_create (&t, 0, work, 0); one ()->a++; pthread_join (t, 0); return 0; }'
  } > stray.c
  $CC -O0 -c $with stray.c -o stray.o
  "$RACECHECK" --no-caret stray.o > stray.txt
}
stray 4 4
grep -q "warning: .*data race on '.*->a'" stray.txt || fail "$(cat stray.txt)"
stray 40 1
grep -q "warning: .*data race on '.*->a'" stray.txt || fail "$(cat stray.txt)"
stray 40 40
! grep -q "warning: .*data race on '.*->a'" stray.txt || fail "$(head -5 stray.txt)"
grep -q 'possible data races\? .* not shown' stray.txt || fail "$(cat stray.txt)"

# What goes through a list or table of many is meant for each of them.
many() { # DECLARATIONS WORK
  printf '#include <pthread.h>\n%s\nstatic void *work (void *x) { %s return x; }\n' "$1" "$2" > many.c
  echo 'int main (void) { pthread_t t; pthread_create (&t, 0, work, 0); work (0); pthread_join (t, 0); return 0; }' >> many.c
  $CC -O0 -c $with many.c -o many.o
  "$RACECHECK" --no-caret many.o | grep -q "warning: .*data race on '$3" || fail "$(cat many.c)"
}
kinds= begin=
for ((i = 0; i < 40; i++)); do
  kinds+="struct t$i { struct c c; char x[$i + 1]; }; static struct t$i t$i;" begin+="add (&t$i.c);"
done
many "struct c { struct c *next; int calls; }; static struct c *all; static void add (struct c *c) { c->next = all; all = c; }
$kinds static void __attribute__ ((constructor)) begin (void) { $begin }" \
  'for (struct c *p = all; p; p = p->next) p->calls++;' t
list='struct c { struct c *next; int calls; };' table= last=0
for ((i = 0; i < 40; i++)); do
  list+="static struct c c$i = {$last, 0};" table+="static int k$i;" last="&c$i"
done
many "$list static struct c *all = $last;" 'for (struct c *p = all; p; p = p->next) p->calls++;' c
many "$table static int *all[] = {$(for ((i = 0; i < 40; i++)); do printf '&k%d, ' $i; done)};" \
  'for (int i = 0; i < 40; i++) ++*all[i];' k
