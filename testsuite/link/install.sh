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

# The other doors.
printf '#!/bin/sh\nexec %s -B %s "$@"\n' "$CC" "$gcc_dir" > cc && chmod +x cc
CC=$PWD/cc racecheck --self-check > output || fail "$(cat output)"
$CC -pthread -B "$gcc_dir" -fplugin=racecheck -fplugin-arg-racecheck-whole-program -c main.c touch.c 2> output
races count
echo "[{\"directory\": \"$PWD\", \"file\": \"main.c\", \"command\": \"$CC -B $gcc_dir -c main.c\"},
 {\"directory\": \"$PWD\", \"file\": \"touch.c\", \"command\": \"$CC -B $gcc_dir -c touch.c\"}]" > compile_commands.json
racecheck-replay compile_commands.json > output
races count touched
cd root
find . -type f | sort > ../files
for page in man1/racecheck.1 man5/racecheck.supp.5 man5/racecheck-models.5 man7/racecheck-plugin.7; do
  grep -q "^./usr/share/man/$page\$" ../files || fail "$page is not installed"
done
for file in usr/bin/racecheck usr/bin/racecheck-replay usr/bin/racecheck-gcc usr/share/pkgconfig/racecheck.pc \
  usr/share/bash-completion/completions/racecheck; do
  [ -s "$file" ] || fail "$file is not installed"
done
for file in racecheck.specs plugin/racecheck.so plugin/racecheck-ld.so plugin/racecheck-link; do
  grep -q "/$file\$" ../files || fail "$file is not installed"
done
! grep -rIl -e "$build" . || fail "names of the build folder are installed"
