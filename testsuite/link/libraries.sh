# What is part of the program is analysed, and nothing else: archives, shared libraries, C++.
. "$TESTSUITE/link/lib.sh"
echo 'int member; void in_member (void) { member++; }' > member.c
sed 's/touch ();/touch (); in_member ();/; 1i void in_member (void);' main.c > both.c
$CC -specs="$specs" -fPIC -c main.c both.c touch.c other.c member.c
ar rc libparts.a touch.o other.o member.o
ar rcT libthin.a touch.o other.o member.o
for linker in $linkers; do
  for library in libparts.a libthin.a "-L. -lparts"; do
    link -fuse-ld=$linker main.o $library
    linked && races count touched
    link -fuse-ld=$linker both.o $library
    linked && races count member touched
  done

  # Both sides of a shared library.  Linking the library says nothing: it is no program.
  try output $CC -specs="$specs" -fuse-ld=$linker -shared touch.o -o libtouch.so
  [ $status -eq 0 ] && silent
  RACECHECK_OPTIONS=--entry=touch try output $CC -specs="$specs" -fuse-ld=$linker -shared touch.o -o libtouch.so
  [ $status -eq 0 ] && races touched
  link -fuse-ld=$linker main.o -L. -ltouch -Wl,-rpath,"$PWD"
  linked && races count touched
  link -fuse-ld=$linker main.o ./libtouch.so
  linked && races count touched

  # What is named twice, or defined in an object and in a library, is there once.
  for inputs in "./libtouch.so ./libtouch.so" "touch.o ./libtouch.so" "./libtouch.so touch.o" \
    "-Wl,--start-group libparts.a libparts.a -Wl,--end-group"; do
    link -fuse-ld=$linker main.o $inputs
    linked && races count touched
    ! grep -q 'defined again' output || fail "$linker $inputs: $(cat output)"
  done

  # Nor does an object made of objects.
  try output $CC -specs="$specs" -fuse-ld=$linker -r main.o touch.o -o joined.o
  [ $status -eq 0 ] && silent
  link -fuse-ld=$linker joined.o
  linked && races count touched
done
link main.o -Wl,--whole-archive libparts.a -Wl,--no-whole-archive
linked && races count touched

# C and C++ in one program.
sed 's/void touch/extern "C" &/' touch.c > touch.cc
for linker in $linkers; do
  compiler=$CXX link -fuse-ld=$linker main.o touch.cc
  linked && races count touched
done

# Objects without facts are named; those of the system are not.
$CC -c other.c -o bare.o
link main.o touch.o bare.o
linked && races count touched
grep -q '^racecheck: note: facts missing for 1 of 3 objects: bare.o$' output || fail "$(cat output)"
link -DLOCKED main.c touch.o bare.o
linked && races && grep -q 'facts missing for 1 of 3 objects: bare.o' output
echo 'int main (void) { return 0; }' > alone.c
link alone.c bare.o
linked && silent
