# Two compiles give the same bytes; ccache and path maps work; no path of the build is in the object.
. "$TESTSUITE/lib.sh"

for program in "$extract"/*.c "$TESTSUITE"/invariance/programs/*.c; do
  base=${program##*/}
  base=${base%.c}
  options=$(sed -n 's/.*dg-options "\([^"]*\)".*/\1/p' "$program")
  $CC -w $with $options -g -c "$program" -o first.o
  mkdir -p elsewhere
  (cd elsewhere && env -i PATH="$PATH" LC_ALL=C SOME=thing $CC -w $with $options -g \
    -fdebug-prefix-map="$PWD"="${PWD%/*}" -c "$program" -o ../second.o)
  cmp first.o second.o || fail "$base: two compiles differ"
done

# In another folder with a map the object is the same, and has neither folder in it.
compile_in() { # FOLDER
  mkdir -p "$1/src/include"
  cp "$TESTSUITE/invariance/programs/cache.c" "$1/src"
  echo 'static inline void bump (int *p) { ++*p; }' > "$1/src/include/bump.h"
  sed -i '1i #include "bump.h"' "$1/src/cache.c"
  (cd "$1" && $CC $with -g -ffile-prefix-map="$PWD"=/usr/src -I"$PWD/src/include" \
    -c "$PWD/src/cache.c" -o cache.o)
}
compile_in one
compile_in a/second/place
cmp one/cache.o a/second/place/cache.o || fail "the folder is in the object"
section one/cache.o > bytes
if grep -aq "$PWD" bytes; then fail "the build path is in the facts"; fi
facts one/cache.o > dump
grep -q '^unit key="/usr/src/src/cache.c".* directory="/usr/src"' dump || fail "unit: $(head -1 dump)"
grep -q 'file path="/usr/src/src/cache.c"' dump || fail "files: $(grep '^  file' dump)"

# -fdebug-prefix-map is enough too.
(cd one && $CC $with -fdebug-prefix-map="$PWD"=/usr/src -c "$PWD/src/cache.c" -I"$PWD/src/include" -o d.o)
section one/d.o > bytes
if grep -aq "$PWD" bytes; then fail "the build path is in the facts with -fdebug-prefix-map"; fi

if has ccache; then
  export CCACHE_DIR=$PWD/ccache CCACHE_NOHASHDIR=1
  unset CCACHE_DISABLE
  echo 'int x; int f (void) { return x++; }' > cached.c
  ccache $CC $with -c cached.c -o 1.o
  ccache $CC $with -c cached.c -o 2.o
  cmp 1.o 2.o
  [ -n "$(facts 2.o)" ] || fail "ccache: no facts"
  ccache --print-stats > stats
  awk '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { exit n != 1 }' stats || fail "ccache: $(cat stats)"
  # Another plugin is another result.
  cp "$PLUGIN" racecheck.so
  printf ' ' >> racecheck.so
  ccache $CC -fplugin=./racecheck.so -c cached.c -o 3.o
  ccache --print-stats > stats
  awk '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { exit n != 1 }' stats || fail "ccache, other plugin: $(cat stats)"
else
  echo "no ccache"
fi
