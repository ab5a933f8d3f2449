# C and C++ in one program, with a static and a shared library, by all linkers, with and without -flto, from
# two compilers: a race on each side of each boundary, and on both sides of one.
. "$TESTSUITE/link/lib.sh"
cat > main.c << 'END'
#include <pthread.h>
#include "parts.h"
int count;
#ifdef LOCKED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK pthread_mutex_lock (&lock)
#define UNLOCK pthread_mutex_unlock (&lock)
#else
#define LOCK
#define UNLOCK
#endif
static void *worker (void *p)
{
  LOCK;
  count++;
  in_cxx ();
  in_static ();
  in_shared ();
  across = 1; /* it is the library's */
  UNLOCK;
  return p;
}
static void *reader (void *p)
{
  LOCK;
  read_across ();
  UNLOCK;
  return p;
}
int main (void)
{
  pthread_t t[3];
  pthread_create (&t[0], 0, worker, 0);
  pthread_create (&t[1], 0, worker, 0);
  pthread_create (&t[2], 0, reader, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
END
cat > parts.h << 'END'
#ifdef __cplusplus
extern "C" {
#endif
void in_cxx (void), in_static (void), in_shared (void);
int read_across (void);
extern int across;
#ifdef __cplusplus
}
#endif
END
cat > cxx.cc << 'END'
#include "parts.h"
namespace { struct counter { int n; void bump () { n++; } } cxx; }
void in_cxx () { cxx.bump (); }
END
printf '#include "parts.h"\nstatic int archived;\nvoid in_static (void) { archived++; }\n' > static.c
printf '#include "parts.h"\nint across;\nstatic int shared;\nvoid in_shared (void) { shared++; }\nint read_across (void) { return across; }\n' > shared.c

for compiler in "$CC" ${OTHER_CC:+"$OTHER_CC"}; do
  [ "$compiler" = "$CC" ] || specs=${OTHER_PLUGIN%/*}/racecheck.specs
  cxx=${compiler/gcc/g++}
  has "$cxx" || continue
  for linker in $linkers; do
    # What is linked from LTO objects has lost their facts; so the library is none of them.
    $compiler -specs="$specs" -fPIC -fuse-ld=$linker -shared shared.c -o libshared.so
    for lto in "" "-flto -ffat-lto-objects"; do
      rm -f *.o libstatic.a
      $compiler -specs="$specs" $lto -c static.c
      $cxx -specs="$specs" $lto -c cxx.cc
      ${AR:-ar} rc libstatic.a static.o
      for locked in "" -DLOCKED; do
        $compiler -specs="$specs" $lto $locked -c main.c
        compiler=$cxx link -fuse-ld=$linker $lto main.o cxx.o -L. -lstatic -lshared -Wl,-rpath,"$PWD"
        linked
        if [ "$locked" ]; then
          silent
        else
          races across archived count cxx.n shared
        fi
      done
    done
  done
done
