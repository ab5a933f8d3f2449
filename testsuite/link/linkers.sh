# One flag, four linkers, with and without -flto, two compilers: the link warns, and -Werror=race leaves
# no program.  A program without races is linked in silence.
. "$TESTSUITE/link/lib.sh"
for compiler in "$CC" ${OTHER_CC:+"$OTHER_CC"}; do
  [ "$compiler" = "$CC" ] || specs=${OTHER_PLUGIN%/*}/racecheck.specs
  for linker in $linkers; do
    for lto in "" "-flto -ffat-lto-objects"; do
      link -fuse-ld=$linker $lto main.c touch.c
      linked && races count touched
      link -fuse-ld=$linker $lto -DLOCKED main.c touch.c
      linked && silent
    done
    link -fuse-ld=$linker -Werror=race main.c touch.c
    [ $status -ne 0 ] && [ ! -e program ] || fail "$linker: -Werror=race: $status"
    races count touched
  done
done

compiler=$CC specs=${PLUGIN%/*}/racecheck.specs

# Options of the linker that name files, which are none of the program.
echo '{ global: main; local: *; };' > versions
mkdir -p libraries && $CC -specs="$specs" -c touch.c && ar rc libraries/libtouch.a touch.o
echo 'int touched; void touch (void) { }' > empty.c && $CC -specs="$specs" -fPIC -shared empty.c -o libraries/libtouch.so
for linker in $linkers; do
  link -fuse-ld=$linker -Wl,-z,now -Wl,-z,relro -Wl,-rpath,"$PWD" -Wl,-Map,map -Wl,--version-script,versions -DLOCKED main.c touch.c
  linked && silent
  link -fuse-ld=$linker -Wl,-Llibraries -Wl,-Bstatic -ltouch -Wl,-Bdynamic main.c -Wl,-Bstatic -ltouch -Wl,-Bdynamic
  linked && races count touched
  link -fuse-ld=$linker -static main.c -Llibraries -ltouch
  linked && races count touched
done

# From objects, as build systems do it.  lld knows nothing of slim LTO objects.
$CC -specs="$specs" -flto -c main.c touch.c
for linker in $linkers; do
  [ $linker != lld ] || continue
  link -fuse-ld=$linker -flto main.o touch.o
  linked && races count touched
done

# Beside other specs files.
if [ -e /usr/share/dpkg/no-pie-link.specs ]; then
  link -specs=/usr/share/dpkg/no-pie-compile.specs -specs=/usr/share/dpkg/no-pie-link.specs main.c touch.c
  linked && races count touched
fi

# Other flags that change what the linker is given.
for flags in -static "-static-pie" "-s" "-Wl,--gc-sections -ffunction-sections" "-g -gz" "-O2" "-no-pie"; do
  link $flags main.c touch.c
  linked && races count touched
done
