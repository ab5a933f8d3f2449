# Installed into an empty root, everything works from there by its bare name.
. "$TESTSUITE/link/lib.sh"
build=${PLUGIN%/*}
[ -x "$build/racecheck" ] || skip "only a sanitized build is there"
unset MAKEFLAGS MAKELEVEL
make -s -C "$TESTSUITE/.." -o all CC="$CC" BUILD="$build" PREFIX=/usr DESTDIR="$PWD/root" install > output 2>&1 ||
  fail "$(cat output)"
gcc_dir=$PWD/root$(dirname "$($CC -print-file-name=plugin)")
PATH=$PWD/root/usr/bin:$PATH
[ "$(command -v racecheck)" = "$PWD/root/usr/bin/racecheck" ]

# -B makes GCC look in the new root first, as it looks in / once this is installed there.
specs=racecheck.specs
for linker in $linkers; do
  link -B "$gcc_dir" -fuse-ld=$linker main.c touch.c
  linked && races count touched
done
$CC -pthread -B "$gcc_dir" -fplugin=racecheck main.c touch.c -o program
racecheck program > output
races count touched
cd root
find . -type f | sort > ../files
for file in racecheck.specs plugin/racecheck.so plugin/racecheck-ld.so plugin/racecheck-link; do
  grep -q "/$file\$" ../files || fail "$file is not installed"
done
! grep -rIl -e "$build" . || fail "names of the build folder are installed"
