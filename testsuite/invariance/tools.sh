# The facts survive what builds do with objects, and are removed by strip.
. "$TESTSUITE/lib.sh"

cat > a.c <<'X'
int shared;
extern int b (void);
int main (void) { return shared++ + b (); }
X
cat > b.c <<'X'
extern int shared;
int b (void) { return ++shared; }
X
$CC $with -c a.c
$CC $with -c b.c
section a.o > a.section
section b.o > b.section
facts a.o b.o > expected
[ "$(grep -c '^unit ' expected)" -eq 2 ] || fail "two units: $(cat expected)"

expect() { # WHAT FILE...
  local what=$1
  shift
  facts "$@" > got 2> messages || fail "$what: $(cat messages)"
  same expected got "$what"
  [ ! -s messages ] || fail "$what: $(cat messages)"
}
# The program's start files have no facts, and that is told.
expect_program() { # WHAT FILE
  facts "$2" > got 2> messages || fail "$1: $(cat messages)"
  same expected got "$1"
}

ar rcs archive.a a.o b.o && expect ar archive.a
ar rcsT thin.a a.o b.o && expect "thin ar" thin.a
(mkdir sub && cp a.o b.o sub && ar rcsT sub/thin.a sub/a.o sub/b.o) && expect "thin ar elsewhere" sub/thin.a
ld -r a.o b.o -o both.o && expect "ld -r" both.o
ld -r a.o -o r1.o && ld -r r1.o b.o -o r2.o && expect "ld -r twice" r2.o
$CC -r a.o b.o -o gcc-r.o && expect "gcc -r" gcc-r.o

link() { # WHAT FLAGS...
  local what=$1
  shift
  $CC "$@" a.o b.o -o program 2> messages || fail "$what: $(cat messages)"
  expect_program "$what" program
}
tried=
for linker in bfd gold lld mold; do
  has ld.$linker || has $linker || continue
  tried="$tried $linker"
  link $linker -fuse-ld=$linker
  link "$linker --gc-sections" -fuse-ld=$linker -Wl,--gc-sections
  link "$linker -static" -fuse-ld=$linker -static
  link "$linker --compress-debug-sections" -fuse-ld=$linker -Wl,--compress-debug-sections=zlib
  $CC $with -fPIC -c a.c -o pa.o && $CC $with -fPIC -c b.c -o pb.o
  $CC -shared -fuse-ld=$linker pa.o pb.o -o library.so
  expect_program "$linker -shared" library.so
done
[ "$tried" = " bfd gold lld mold" ] || echo "only$tried"

for form in "" =zlib =zlib-gnu =none; do
  $CC $with -g -gz$form -c a.c -o a$form.o && $CC $with -g -gz$form -c b.c -o b$form.o
  expect "-gz$form" a$form.o b$form.o
  $CC -gz$form a$form.o b$form.o -o program 2> messages || fail "-gz$form: $(cat messages)"
  expect_program "-gz$form linked" program
done
for form in zlib zlib-gnu zstd; do
  cp both.o compressed.o
  objcopy --compress-debug-sections=$form compressed.o 2> /dev/null && expect "objcopy $form" compressed.o
done
if ld.lld --help 2> /dev/null | grep -q 'compress-debug-sections=.*zstd'; then
  link "lld zstd" -fuse-ld=lld -Wl,--compress-debug-sections=zstd
fi
objcopy --decompress-debug-sections both.o plain.o && expect decompressed plain.o

$CC -g a.o b.o -o program
objcopy --only-keep-debug program program.debug && expect_program "only-keep-debug" program.debug
for options in "" -g --strip-debug --strip-unneeded; do
  cp program stripped
  strip $options stripped
  if readelf -SW stripped | grep -q racecheck; then fail "strip $options left the facts"; fi
done
cp archive.a stripped.a && strip -g stripped.a
facts stripped.a > got 2> messages || :
[ ! -s got ] && grep -q 'facts missing for 2 of 2 objects' messages || fail "stripped archive: $(cat got messages)"

# An object without facts is named, the others are read.
$CC -c b.c -o without.o
facts a.o without.o > got 2> messages || fail "without facts: $(cat messages)"
grep -q 'facts missing for 1 of 2 objects: without.o' messages || fail "$(cat messages)"
facts a.o > expected
same expected got "a.o beside without.o"
