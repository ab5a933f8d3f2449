# Damaged facts in objects, archives and programs: a message that names file and member, the rest is
# still read, and status 2 only if nothing could be read.  Damage inside of units is tested by
# unit/test-facts-*.c; here are the ways of a file through the program.  Run by testsuite/run, or by hand
# with RACECHECK, PLUGIN and TESTSUITE set, in an empty folder.
: "${CC:=gcc}" "${RACECHECK:?}" "${PLUGIN:?}" "${TESTSUITE:?}"
failed=0

# check NAME STATUS PATTERN...: the last run ended with STATUS, and each PATTERN is in its output.
check() {
  name=$1 expected=$2
  shift 2
  problem=
  [ "$status" = "$expected" ] || problem="exit status $status instead of $expected"
  for pattern; do
    grep -Eq -e "$pattern" output || problem="$problem; no '$pattern'"
  done
  if [ -z "$problem" ]; then
    echo "PASS $name"
  else
    echo "FAIL $name: $problem"
    sed 's/^/    /' output | head -n 20
    failed=1
  fi
}
run() {
  status=0
  timeout 60 "$RACECHECK" "$@" > output 2>&1 || status=$?
}

# patch FILE OFFSET BYTES, which are escapes of printf
patch() {
  printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2> /dev/null
}
# with_facts OBJECT FACTS NEW: a copy of OBJECT that has other facts.
with_facts() {
  objcopy --remove-section .debug.racecheck "$1" "$3"
  objcopy --add-section .debug.racecheck="$2" "$3"
}

for n in one two three; do
  echo "int $n; int get_$n (int *p) { return *p + $n; }" > $n.c
  "$CC" -fplugin="$PLUGIN" -c $n.c -o $n.o
  objcopy --dump-section .debug.racecheck=$n.facts $n.o copy.o
done
size=$(wc -c < two.facts)

run --dump=facts one.o two.o three.o
check whole 0 'name="get_one"' 'name="get_two"' 'name="get_three"'

# One object of three.
cp two.facts bad && patch bad 60 '\252\252\252\252'
with_facts two.o bad bad.o
run --dump=facts one.o bad.o three.o
check checksum 0 '^racecheck: warning: bad.o: facts: damaged: the checksum is wrong' get_one get_three
run --dump=facts bad.o
check checksum-alone 2 'bad.o: facts: damaged'

cp two.facts bad && patch bad 8 '\377'
with_facts two.o bad bad.o
run --dump=facts bad.o
check version-newer 2 'bad.o: facts: written by a newer racecheck'
run --dump=facts bad.o one.o
check version-newer-and-good 0 'bad.o: facts: written by a newer racecheck' get_one
cp two.facts bad && patch bad 8 '\000'
with_facts two.o bad bad.o
run --dump=facts bad.o
check version-older 2 'bad.o: facts: written by an older racecheck'

head -c "$size" /dev/zero > bad
with_facts two.o bad bad.o
run --dump=facts bad.o
check zeros 2 'bad.o: facts: only zeros'
run --dump=facts bad.o one.o
check zeros-and-good 0 'bad.o: facts: only zeros' get_one

echo 'this is not what it seems to be' > bad
with_facts two.o bad bad.o
run --dump=facts bad.o one.o
check text 0 'bad.o: facts: not facts' get_one

for cut in 1 7 8 23 24 25 $((size / 2)) $((size - 1)); do
  head -c $cut two.facts > bad
  with_facts two.o bad bad.o
  run --dump=facts bad.o
  check "cut-$cut" 2 'bad.o: facts: (cut off|not facts)'
done

# Three units in one section, the middle one damaged.
ld -r one.o two.o three.o -o all.o
run --dump=facts all.o
check several-units 0 get_one get_two get_three
first=$(wc -c < one.facts)
for at in 0 3 8 12 16 17 30 $((size - 1)); do
  objcopy --dump-section .debug.racecheck=bad all.o copy.o
  patch bad $((first + at)) '\245'
  with_facts all.o bad bad.o
  run --dump=facts bad.o
  check "middle-unit-$at" 0 'bad.o: facts: ' get_one get_three
done

# Archives.
head -c 40 two.facts > bad
with_facts two.o bad bad.o
rm -f lib.a && ar rc lib.a one.o bad.o three.o
run --dump=facts lib.a
check member 0 'lib.a\(bad.o\): facts: cut off' get_one get_three
rm -f lib.a && ar rc lib.a one.o three.o
head -c $(($(wc -c < lib.a) - 100)) lib.a > cut.a
run --dump=facts cut.a
check member-cut-off 0 'cut.a\(three.o\): is cut off' get_one
head -c 200 lib.a > cut.a
run --dump=facts cut.a
check archive-cut-off 2 'cut.a'
rm -f thin.a && ar rcT thin.a one.o two.o three.o
mv two.o gone.o
run --dump=facts thin.a
check thin-member-missing 0 'thin.a\(two.o\)' get_one get_three
mv gone.o two.o

# Compressed sections, and their bytes damaged.
"$CC" -w -fplugin="$PLUGIN" -c "$TESTSUITE/fuzz/constructs.c" -o constructs.o
objcopy --compress-debug-sections=zlib constructs.o bad.o
run --dump=facts bad.o
check compressed 0 'name="use_big"'
offset=$(objdump -h bad.o | awk '$2 == ".debug.racecheck" { print $6 }')
patch bad.o $((0x$offset + 200)) '\377\377\377\377\377\377\377\377'
run --dump=facts bad.o
check compressed-damaged 2 'bad.o: has no usable facts: '
run --dump=facts bad.o one.o
check compressed-damaged-and-good 0 'bad.o: has no usable facts: ' get_one

# What has no facts is no error; a file cut off anywhere is never a crash.
"$CC" -c one.c -o plain.o
run --dump=facts plain.o
check no-facts 0 'facts missing for 1 of 1 objects: plain.o'
run --dump=facts plain.o one.o
check no-facts-and-good 0 'facts missing for 1 of 2 objects: plain.o' get_one
total=$(wc -c < two.o) worst=0 at=0
while [ $at -lt "$total" ]; do
  head -c $at two.o > cut.o
  run --dump=accesses cut.o
  if [ $status -gt 2 ]; then worst=$status; fi
  at=$((at + 61))
done
status=$worst
check object-cut-anywhere 0

# A name that would clear the screen.
strange=$(printf 'bad\033[2Jname.c')
echo 'int x; int f (void) { return x; }' > "$strange"
"$CC" -fplugin="$PLUGIN" -c "$strange" -o name.o
for stage in facts accesses; do
  run --dump=$stage name.o
  if grep -q "$(printf '\033')" output; then status=escaped; fi
  check "control-characters-$stage" 0
done

exit $failed
