# Programs that the generator makes from fixed seeds: every form of every idiom, once with each neighbour.
# `make fuzz' tries more of them.
. "$TESTSUITE/lib.sh"
$CC -std=c11 -D_GNU_SOURCE -O1 "$TESTSUITE"/fuzz/generator/*.c -o generate
export GENERATE=$PWD/generate
forms=$(./generate --list "$TESTSUITE"/fuzz/idioms/*.idioms | awk '$2 != "ok" { n += 2 } END { print n }')
"$TESTSUITE/fuzz/seeds" --table 1 $(((forms + 23) / 24)) work --cells=24 || fail "generated programs"
