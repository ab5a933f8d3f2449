# What one unit of a finished program calls hidden is what another one defines, hidden or not.
. "$TESTSUITE/lib.sh"
cat > main.c <<'C'
#include <pthread.h>
void *work (void *) __attribute__ ((visibility ("hidden")));
extern int count __attribute__ ((visibility ("hidden")));
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  count++;
  return pthread_join (t, NULL);
}
C
echo 'int count; void *work (void *arg) { count++; return arg; }' > work.c
$CC $with -c main.c work.c
$CC -pthread main.o work.o -o program
for files in program "main.o work.o"; do
  "$RACECHECK" $files > output 2>&1
  grep -q "work.c:1:.*warning: data race on 'count'\|main.c:8:.*warning: data race on 'count'" output ||
    fail "$files: $(cat output)"
  "$RACECHECK" --dump=program $files | grep undefined | grep -v pthread > output && fail "$files: $(cat output)"
done

# The default version of a symbol is what others mean by its name, be it told by an attribute or in asm.
cat > versions.c <<'C'
#include <pthread.h>
static int count;
static void *work (void *arg) { count++; return arg; }
#ifdef BY_ASM
__asm__ (".symver start_v2,start@@V2");
#else
__attribute__ ((symver ("start@@V2")))
#endif
int start_v2 (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  count++;
  return pthread_join (t, NULL);
}
C
echo 'int start (void); int main (void) { return start (); }' > user.c
echo 'V2 { global: start; local: *; };' > map
for how in -DBY_ATTRIBUTE -DBY_ASM; do
  $CC $with $how -fPIC -pthread -shared versions.c -Wl,--version-script=map -o libversions.so
  $CC $with user.c ./libversions.so -o user
  "$RACECHECK" user libversions.so > output 2>&1
  grep -q "data race on 'count'" output || fail "$how: $(cat output)"
done
true
