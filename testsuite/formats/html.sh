# The HTML report in a browser: what it shows of the bundled example, its search, and that it needs nothing
# from elsewhere.
. "$TESTSUITE/lib.sh"
has chromium || skip "chromium is not installed"

for f in "$TESTSUITE"/demo/*.c; do
  $CC $with -pthread -c "$f" -o "$(basename "$f" .c).o"
done
"$RACECHECK" --output=html:page.html --root="$TESTSUITE/.." ./*.o
! grep -Eq '(src|href)="?[a-z]+:|@import|url\(' page.html || fail "the page loads something"

# What the page is once its script has run, after the script given.
look() { # SCRIPT
  sed "s#</body>#<script>$1</script></body>#" page.html > look.html
  HOME=$PWD timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
    --user-data-dir="$PWD/profile" --virtual-time-budget=2000 --dump-dom "file://$PWD/look.html" \
    2> browser.log | sed '/<script type="application.json"/,/^<.script>/d' > dom
  grep -q '</html>' dom || { cat browser.log && fail "the browser shows nothing"; }
}
has_text() { grep -qF "$1" dom || { cat dom && fail "the page does not show: $1"; }; }

look 'byId("by").value = "location"; list ();'
has_text '2 data races'
has_text '1 possible one'
has_text '3 findings in 3 groups'
has_text "data race on 'closed'"
has_text '<b>thread main</b> writes holding <b class="race">no lock</b>'
has_text '<b>thread worker</b> reads holding <b class="good">lock</b>'
has_text '<mark>closed = 1</mark>;'
has_text '<code>main</code> calls <code>queue_close</code> at <span class="place">testsuite/demo/main.c:37</span>'
has_text '<td>testsuite/demo/queue.c:22</td>'
sed -i 's/"not_decided": *0/"not_decided": 5/' page.html
look ''
has_text '4 read-only, 2 ordered, 1 atomic, 5 not decided, 3 racy'

look 'byId("search").value = "MISSES worker"; list (); location.hash = order[0].fingerprint;'
has_text '1 finding in 1 group'
has_text "data race on 'misses'"
has_text '<b>another thread worker</b> updates'

# Many findings: groups are filled when they are opened, by their heading, a link or a key.
{
  echo '#include <pthread.h>'
  for i in $(seq 300); do echo "static int v$i; static void f$i (void) { v$i++; }"; done
  echo 'static void *work (void *p) {'
  for i in $(seq 300); do echo "f$i ();"; done
  echo 'return p; } int main (void) { pthread_t a, b; pthread_create (&a, 0, work, 0); pthread_create (&b, 0, work, 0);'
  echo 'pthread_join (a, 0); pthread_join (b, 0); }'
} > many.c
$CC $with -pthread -c many.c -o many.o
"$RACECHECK" --output=html:page.html many.o
items() { [ "$(grep -o '<a class="item' dom | wc -l)" -eq "$1" ] || fail "shows $(grep -o '<a class="item' dom | wc -l) items instead of $1"; }
look 'byId("by").value = "location"; list ();'
has_text '300 findings in 300 groups'
items 1
look 'byId("by").value = "location"; list (); location.hash = order[200].fingerprint; start ();'
items 2
has_text '<h2 class="race">data race on '
look 'byId("by").value = "location"; list (); step (1); start ();'
items 2
look 'byId("search").value = "v17"; list ();'
has_text '11 findings in'

# By cause: the cause is a heading, and a finding that has it says so.
cat > forgets.c << 'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static void forgets (void) { a++, b++; }
static void *work (void *arg)
{
  pthread_mutex_lock (&lock);
  a++, b++;
  pthread_mutex_unlock (&lock);
  forgets ();
  return arg;
}
int main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], 0, work, 0);
  pthread_create (&t[1], 0, work, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
}
END
$CC $with -pthread -c forgets.c -o forgets.o
"$RACECHECK" --output=html:page.html forgets.o
look ''
has_text "<summary>'forgets' does not hold 'lock', which is held at other accesses <small>(2)</small></summary>"
has_text "Probable cause, of 2 findings: 'forgets' does not hold 'lock'"

# What is no race is told as what it is.
cat > misuse.c << 'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *arg)
{
  pthread_mutex_lock (&lock);
  pthread_mutex_lock (&lock);
  return arg;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
}
END
$CC $with -pthread -c misuse.c -o misuse.o
"$RACECHECK" --output=html:page.html --output=json:misuse.json misuse.o
if grep -q '"rule":"race-double-lock"' misuse.json; then
  look ''
  has_text '<b>thread work</b> locks holding'
  has_text '<b>thread work</b> has locked'
  has_text '0 data races'
  has_text '1 misuse of locks'
fi

# Without --root the directory that all accesses are below is shown once.
mkdir -p deep/src deep/lib
printf 'extern int n;\nvoid *far (void *p) { n++; return p; }\n' > deep/lib/far.c
printf '#include <pthread.h>\nint n;\nvoid *far (void *);\n%s\n' \
  'int main (void) { pthread_t t; pthread_create (&t, 0, far, 0); return n; }' > deep/src/near.c
$CC $with -pthread -c "$PWD/deep/src/near.c" -o near.o
$CC $with -pthread -c "$PWD/deep/lib/far.c" -o far.o
(folder=$PWD && cd /usr && "$RACECHECK" --output=html:"$folder/page.html" "$folder/near.o" "$folder/far.o")
look ''
has_text " · in $PWD/deep<"
has_text '<td>src/near.c:4</td>'
has_text '<td>lib/far.c:2</td>'
