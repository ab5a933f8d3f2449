# Nothing that a compile prints or returns changes with the plugin, whatever is compiled.
. "$TESTSUITE/lib.sh"

# In folders of the same name, because debug information has it.
run_in() { # RESULT COMMAND...
  local result=$1
  shift
  mkdir work
  cp ./*.c ./*.cc ./*.h ./*.gch work/ 2> /dev/null || :
  (cd work && status=0 && { "$@" > out 2>&1 || status=$?; } && echo $status > status)
  mv work "$result"
}

compare() { # WHAT COMPILER ARGUMENTS...
  local what=$1 compiler=$2
  shift 2
  rm -rf left right
  run_in left $compiler "$@"
  run_in right $compiler $with "$@"
  same left/status right/status "$what: exit status"
  same left/out right/out "$what: output"
  # Code and data too.
  for object in left/*.o; do
    [ -e "$object" ] || continue
    objcopy -R .debug.racecheck right/"${object#left/}" plain.o
    objcopy "$object" left.o
    same left.o plain.o "$what: object"
  done
}

cat > good.c <<'X'
#include <stdio.h>
int x;
int main (void) { printf ("%d\n", x++); return 0; }
X
cat > bad.c <<'X'
int f (void) { return undeclared; }
int g (void) { return 1 }
struct s { int a; struct unknown u; };
X
cat > warns.c <<'X'
int f (int n) { int unused; if (n) return 1; }
static int g (void) { return 0; }
X
: > empty.c
echo '/* comment */' > comment.c
echo 'extern int x;' > declaration.c
cat > conftest.c <<'X'
/* confdefs.h */
#define PACKAGE "x"
#ifdef __cplusplus
extern "C"
#endif
char pthread_create ();
int
main (void)
{
return pthread_create ();
  ;
  return 0;
}
X
for f in good bad warns empty comment declaration conftest; do
  for options in "-c" "-S -o -" "-fsyntax-only" "-E" "-Wall -Wextra -c" "-Werror -Wall -c" "-O2 -c" "-M" "-MMD -c" \
    "-fdiagnostics-format=json -c" "-fanalyzer -c" "-Q -c -ftime-report-none"; do
    case $options in
    *time-report*) continue ;;
    "-S -o -") [ $f = bad ] || continue ;;
    esac
    compare "$f $options" "$CC" $options $f.c
  done
done
compare "standard input" "$CC" -x c -c -o stdin.o /dev/null
compare "two files" "$CC" -c good.c warns.c
compare "linking" "$CC" good.c -o program
compare "-v of nothing" "$CC" -dumpversion
compare "as c++" "$CXX" -x c++ -c good.c
compare "as c++, bad" "$CXX" -x c++ -c bad.c
compare "assembler" "$CC" -x assembler -c /dev/null -o asm.o

# The facts do not get in the way of a function-local static, of -g, of sanitizers.
cat > rich.c <<'X'
static inline int h (void) { static int n; return ++n; }
int f (void) { static int n; return ++n + h (); }
int g (void) { static int n = 3; static const char *const names[] = { "a", "b" }; return n + names[n][0] + h (); }
X
# (-g notes all options of the command line)
for options in -O0 -O1 -O2 -O3 -Os -Og "-g -gno-record-gcc-switches -O2" "-O2 -fPIC" "-fsanitize=address" "-fsanitize=thread" \
  "-fsanitize=undefined" "-O2 -fno-toplevel-reorder" "-pg" "-fopenmp -O2"; do
  compare "rich $options" "$CC" $options -c rich.c
done
for program in "$extract"/*.c; do
  cp "$program" . && cp "$extract"/*.h .
  base=${program##*/}
  options=$(sed -n 's/.*dg-options "\([^"]*\)".*/\1/p' "$program")
  case $options$base in
  *plugin-arg* | *annotations.c) ;; # the attributes need the plugin
  *)
    compare "$base" "$CC" -O2 $options -c $base
    compare "$base -O0 -g" "$CC" -g -gno-record-gcc-switches $options -c $base
    ;;
  esac
  rm -f $base
done

# Precompiled headers: made with and without, used with and without.
echo 'struct s { int a; }; static inline int get (struct s *p) { return p->a; }' > all.h
echo '#include "all.h"
int f (struct s *p) { return get (p) + p->a; }' > pch.c
$CC $with -x c-header all.h -o all.h.gch > out 2>&1 || fail "making a PCH: $(cat out)"
[ ! -s out ] || fail "making a PCH: $(cat out)"
$CC $with -Winvalid-pch -c pch.c -o pch.o > out 2>&1 || fail "using a PCH: $(cat out)"
facts pch.o | grep -q "addr='p->a'" || fail "no facts with a PCH: $(facts pch.o)"
rm all.h.gch
$CC $with -c pch.c -o nopch.o
facts pch.o | grep ' addr=' > 1
facts nopch.o | grep ' addr=' > 2
same 1 2 "accesses with a PCH"
