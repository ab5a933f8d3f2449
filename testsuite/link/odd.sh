# Compilers that are not used as usual: they must do what they do without racecheck, and where there is a link, it
# tells of the races.
. "$TESTSUITE/link/lib.sh"
# Ways to compile.
$CC -specs="$specs" -c main.c touch.c
for flags in -pipe -save-temps "-flto=auto" "-flto=auto -ffat-lto-objects" -fno-common -fcommon -fprofile-generate --coverage \
  "-gsplit-dwarf -g" "-fsanitize=address,undefined" -fsanitize=thread "-O2 -fprofile-use -Wno-missing-profile" -MMD \
  "-finstrument-functions -ffunction-sections -Wl,--gc-sections" -static-pie "-Wl,--emit-relocs" "-g -Wl,--compress-debug-sections=zlib" \
  "-fdump-tree-all" "-wrapper env" "-include touch.h"; do
  case $flags in
  *sanitize*) echo 'int main (void) { return 0; }' | $CC $flags -xc - -o probe 2> /dev/null || continue ;;
  esac
  mkdir work && cp main.c touch.c work && echo 'extern int touched;' > work/touch.h && cd work
  link $flags main.c touch.c
  [ $status -eq 0 ] && races count touched || fail "$flags: $(cat output)"
  cd .. && rm -rf work
done
for flags in -E -M -S -fsyntax-only "-dM -E" "-c -x c++" "-x c-header"; do
  try output $CC -specs="$specs" $flags touch.c -o result
  ok "$flags"
  ! grep -q racecheck: output || fail "$flags: $(cat output)"
done
try output $CC -specs="$specs" -x c - -xnone touch.o -pthread -o program < main.c
ok stdin && races count touched
mkdir pch && echo 'extern int touched;' > pch/all.h
$CC -specs="$specs" -x c-header pch/all.h -o pch/all.h.gch
link -Ipch -include all.h -Winvalid-pch main.c touch.c
linked && only_races count touched
$CC -specs="$specs" -S main.c -o main.s
$CC -specs="$specs" -E main.c -o main.i
printf '.globl nothing\nnothing: ret\n.section .note.GNU-stack,"",@progbits\n' > nothing.s
cp nothing.s nothing2.S && sed -i 's/nothing/nothing2/' nothing2.S
for source in main.s main.i "main.c nothing.s nothing2.S"; do
  link $source touch.c
  linked && only_races count touched
done
# A unity build.
printf '#include "main.c"\n#include "touch.c"\n' > unity.c
link unity.c
linked && only_races count touched

# Other languages.
if has gfortran; then
  printf 'subroutine other() bind(c)\n  integer, save :: n = 0\n  n = n + 1\nend subroutine\n' > other.f90
  gfortran -c other.f90
  link main.o touch.o other.o
  linked && races count touched
  case $($CC -dumpversion) in "$(gfortran -dumpversion)")
    gfortran -specs="$specs" -c other.f90 && link main.o touch.o other.o && linked && races count touched ;;
  esac
fi

# Nowhere to write.
for linker in $linkers; do
  RACECHECK_OPTIONS=--output=json:/dev/full link -fuse-ld=$linker main.o touch.o
  linked && grep -q 'cannot write /dev/full: No space left' output || fail "$linker: $(cat output)"
  RACECHECK_OPTIONS=--output=json:no/such/folder.json link -fuse-ld=$linker main.o touch.o
  linked && grep -q 'cannot write no/such/folder.json' output || fail "$linker: $(cat output)"
  (link -fuse-ld=$linker main.o touch.o 2> /dev/full) && linked
  (exec 0<&- 2>&-; $CC -pthread -specs="$specs" -fuse-ld=$linker main.o touch.o -o program) && linked
done
