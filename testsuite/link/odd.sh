# Builds that are not as usual: they must do what they do without racecheck, and where there is a link, it
# tells of the races.
. "$TESTSUITE/link/lib.sh"
ok() { # WHAT
  [ $status -eq 0 ] || fail "$1: exit status $status" "$(cat output)"
}
only_races() { # NAME... : nothing else is printed, such as a complaint of the linker
  races "$@"
  ! grep -v ' | \|: note: \|: warning: data race on \|^racecheck: [0-9]* \(locations\? shared\|findings\)' output > rest ||
    fail "says more: $(cat rest)"
}

# The specs file named twice, as by CFLAGS and LDFLAGS.
for linker in $linkers; do
  link -specs="$specs" -fuse-ld=$linker main.c touch.c
  linked && only_races count touched
  link -specs="$specs" -fuse-ld=$linker -DLOCKED main.c touch.c
  linked && silent
done

# A linker that is called ld, whatever it is.
for linker in $linkers; do
  mkdir -p as-$linker && ln -sf "$(command -v ld.$linker)" as-$linker/ld
  link -B"$PWD/as-$linker" main.c touch.c
  linked && only_races count touched
  link -B"$PWD/as-$linker" -DLOCKED main.c touch.c
  linked && silent
  link -B"$PWD/as-$linker" -Werror=race main.c touch.c
  [ $status -ne 0 ] && [ ! -e program ] || fail "ld is $linker: -Werror=race: $status $(cat output)"
  races count touched
done

# What is no plain file stays.
mkfifo pipe
for linker in $linkers; do
  [ $linker = lld ] || [ $linker = mold ] || continue
  try output $CC -pthread -specs="$specs" -fuse-ld=$linker -Werror=race main.c touch.c -o /dev/null
  [ -c /dev/null ] || fail "/dev/null is gone"
  "${PLUGIN%/*}/racecheck-link" -fuse-ld=$linker --Werror=race -o pipe -- main.o > /dev/null 2>&1 || :
  [ -p pipe ] || fail "the pipe is gone"
done

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

# Names and places.
deep=$(printf 'deep%.0s' $(seq 50))
mkdir -p "with space ä/$deep/$deep/$deep" && cd "with space ä/$deep/$deep/$deep"
cp "$OLDPWD"/main.c "$OLDPWD"/touch.c .
$CC -specs="$specs" -c touch.c -o 'to uch ü.o'
mkdir 'lib rary' && ar rc 'lib rary/libtouch.a' 'to uch ü.o'
for linker in $linkers; do
  for inputs in 'to uch ü.o' 'lib rary/libtouch.a' '-Llib rary|-ltouch' '-Llib rary|-l:libtouch.a' '-L|lib rary|-ltouch'; do
    IFS='|' read -r a b c <<< "$inputs"
    try output $CC -pthread -specs="$specs" -fuse-ld=$linker main.c "$a" ${b:+"$b"} ${c:+"$c"} -o 'the program'
    ok "$linker $inputs" && only_races count touched
    ./'the program'
  done
  try output $CC -pthread -specs="$specs" -fuse-ld=$linker -Werror=race main.c 'to uch ü.o' -o 'the program'
  [ $status -ne 0 ] && [ ! -e 'the program' ] || fail "$linker: $(cat output)"
done
cd - > /dev/null

# Archives: members of one name, thin ones, and a name that two members define.
mkdir -p one two
echo 'int touched; void more (void); void touch (void) { touched++; more (); }' > one/part.c
echo 'int other; void more (void) { other++; }' > two/part.c
(cd one && $CC -specs="$specs" -c part.c) && (cd two && $CC -specs="$specs" -c part.c)
ar qc libdouble.a one/part.o two/part.o
ar qcT libthin.a one/part.o two/part.o
echo 'INPUT ( libdouble.a )' > libscript.a
for linker in $linkers; do
  for library in libdouble.a libthin.a; do
    link -fuse-ld=$linker main.o $library
    linked && only_races count other touched
  done
  link -fuse-ld=$linker main.o libscript.a
  linked
  case $linker in
  bfd | gold) only_races count other touched ;;
  *) grep -q 'libscript.a: is a linker script; name the libraries' output || fail "$linker: $(cat output)" ;;
  esac
done

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
