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
