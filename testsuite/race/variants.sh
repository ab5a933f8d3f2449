# Programs of variants/, each race-free as it is, and racy in the variants that its first comment lists:
# `RACY 2 'b->len': why' means that with -DR=2 there is a finding that names this memory.
. "$TESTSUITE/lib.sh"

for file in "$TESTSUITE"/race/variants/*.c; do
  name=${file##*/}
  sed -n "s/^.*RACY \([0-9]*\) '\(.*\)':.*/\1 \2/p" "$file" > racy
  [ -s racy ] || fail "$name has no racy variant"
  for level in -O0 -O2; do
    $CC $with -pthread $level -w -DR=0 -c "$file" -o "$name.o"
    found=$("$RACECHECK" --no-caret "$name.o" | grep ': warning: ') || :
    [ -z "$found" ] || fail "$name at $level: $found"
    while read -r variant memory; do
      $CC $with -pthread $level -w -DR="$variant" -c "$file" -o "$name.o"
      "$RACECHECK" --no-caret "$name.o" > found
      grep -F ' race on ' found | grep -qF "'$memory'" ||
        fail "$name, variant $variant at $level: nothing about '$memory' in: $(cat found)"
    done < racy
  done
done
