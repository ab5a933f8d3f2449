# Whatever goes wrong in the analysis, the link goes on and says so in one line.
. "$TESTSUITE/link/lib.sh"
$CC -specs="$specs" -c main.c touch.c
one_line() { # PATTERN
  linked
  [ "$(wc -l < output)" -eq 1 ] && grep -q "$1" output || fail "$1:" "$(cat output)"
}

objcopy --dump-section .debug.racecheck=facts touch.o
printf 'damaged' | dd of=facts bs=1 seek=40 conv=notrunc 2> /dev/null
objcopy --update-section .debug.racecheck=facts touch.o damaged.o
for linker in $linkers; do
  link -fuse-ld=$linker main.o damaged.o
  linked && races count
  grep -q '^racecheck: warning: damaged.o: facts: ' output || fail "$(cat output)"
done

export RACECHECK_OPTIONS=--no-such-option
for linker in $linkers; do
  link -fuse-ld=$linker main.o touch.o
  linked && races
  grep -q "unknown option '--no-such-option'" output && grep -q 'the link goes on$' output || fail "$(cat output)"
done

# Options of the command, for all linkers.
for linker in $linkers; do
  RACECHECK_OPTIONS='--max=1 --no-caret' link -fuse-ld=$linker main.o touch.o
  linked && races count
  ! grep -q '\^' output || fail "caret: $(cat output)"
done
unset RACECHECK_OPTIONS

# No command where it should be.
mkdir moved && sed 's,^racecheck=.*,racecheck=racecheck,' "${PLUGIN%/*}/racecheck-link" > moved/racecheck-link
chmod +x moved/racecheck-link
sed "s,[^ :]*/racecheck-link,$PWD/moved/racecheck-link," "$specs" > moved/racecheck.specs
specs=moved/racecheck.specs link -fuse-ld=mold main.o touch.o
one_line 'is not there; the link goes on$'

# A link that fails by itself still does.
link main.o
[ $status -ne 0 ] && [ ! -e program ] || fail "linked without touch.o"
grep -q 'undefined reference' output
