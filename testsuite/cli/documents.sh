# Manual pages, README and completion know every option, rule, proof, assumption and key.
. "$TESTSUITE/lib.sh"
top=$TESTSUITE/..
sed -n 's/^OPTION ("\([^"]*\)".*/\1/p' "$top/analysis/options.def" > options
sed -n 's/^OPTION ("\([^"]*\)".*/\1/p' "$top/plugin/options.def" > keys
sed -n 's/^RULE ([^,]*, "\([^"]*\)".*/\1/p' "$top/analysis/report/rules.def" > rules
[ -s options ] && [ -s keys ] && [ -s rules ]
sed 's/\\-/-/g' "$top/analysis/racecheck.1" > manual
sed 's/\\-/-/g' "$top/plugin/racecheck-plugin.7" > manual.7
awk -f "$top/scripts/completion.awk" "$top/analysis/options.def" > completion
while read -r rule; do
  grep -q "^\.B $rule\$" manual || fail "racecheck(1) has no rule $rule"
  grep -q "^| .$rule. |" "$top/README.md" || fail "README.md has no rule $rule"
done < rules
while read -r option; do
  grep -q -- "--$option\>" manual || fail "racecheck(1) has no --$option"
  grep -q -- "--$option\>" "$top/README.md" || fail "README.md has no --$option"
done < options
while read -r key; do
  grep -q "^\.B $key\$" manual.7 || fail "racecheck-plugin(7) has no $key"
  grep -q "^| .$key. |" "$top/README.md" || fail "README.md has no $key"
done < keys

sed -n 's/^PROOF ([^,]*, "\([^"]*\)".*/\1/p' "$top/analysis/verdicts/proofs.def" > without
sed -n 's/^ASSUMPTION ([^,]*, "\([^"]*\)".*/\1/p' "$top/analysis/assume.def" > no-assume
for option in without no-assume; do
  [ -s $option ]
  "$RACECHECK" --help | sed -n "s/^ *--$option=.*: //p" | tr -d , | tr ' ' '\n' > told
  diff $option told || fail "--help has other values of --$option"
  while read -r name; do
    sed "1,/^\.BI --$option=/d; /^\.TP/,\$d" manual | grep -q "^\.BR\? $name\>" || fail "racecheck(1) has no --$option=$name"
    grep -q "^\(| \|- \).$name.\( |\|:\)" "$top/README.md" || fail "README.md does not explain $name"
  done < $option
done

# It names tests and files that there are.
(cd "$top/testsuite/race" && ls -- * variants/*) | sed 's/\.[a-z]*$//; s/^/ /; s/$/ /' > tests
awk -F '|' '/^## / { on = /^## Idioms/ } on && NF > 4 && !/^\|( idiom|---)/ { print $(NF - 1) }' "$top/README.md" | tr -s ' ' '\n' | sed '/^$/d' > named
[ "$(wc -l < named)" -gt 99 ]
while read -r name; do
  grep -q -- " ${name//\*/.*} " tests || fail "README.md names tests that there are not: $name"
done < named
awk -F '|' '/^## / { on = /^## How/ } on && NF == 5 && $3 ~ /\/|\./ { print $3 }' "$top/README.md" | tr -s ', ' '\n' | grep . > named
while read -r name; do
  [ -e "$top/analysis/$name" ] || [ -e "$top/$name" ] || fail "README.md names a file that there is not: $name"
done < named
for folder in "$top"/analysis/*/; do
  name=${folder%/}
  grep -q "^${name##*/}/" named || [ "${name##*/}" = base ] || fail "README.md does not name analysis/${name##*/}"
done

. ./completion
offers() { # WORDS... EXPECTED
  local expected=${*: -1}
  COMP_WORDS=("${@:1:$#-1}") COMP_CWORD=$(($# - 2))
  COMPREPLY=()
  compopt() { :; }
  _racecheck racecheck "${COMP_WORDS[COMP_CWORD]}"
  [ "${COMPREPLY[*]}" = "$expected" ] || fail "${*:1:$#-1}: offers '${COMPREPLY[*]}' instead of '$expected'"
}
offers racecheck --mem --memory-limit=
offers racecheck --dump = ver verdicts
offers racecheck --color = "auto always never"
touch models.txt
offers racecheck --models = mod models.txt
offers racecheck mod models.txt
offers racecheck -- "$(while read -r o; do grep -o -m 1 -e "--$o=\?" completion | head -n 1; done < options | tr '\n' ' ' | sed 's/ $//')"

awk -v version=1 -f "$top/scripts/models-man.awk" "$top/analysis/models/README.models" > racecheck-models.5
for section in ROWS PLACES SIZES OUTCOMES LOCKS THREADS MEMORY; do
  grep -q "^\.SH $section\$" racecheck-models.5 || fail "racecheck-models(5) has no section $section"
done
# The report in README.md is what the example gives.
$CC $with -O1 -pthread -c "$top"/testsuite/demo/*.c -ffile-prefix-map="$(realpath "$top")"=. 2> /dev/null
"$RACECHECK" ./*.o > report
awk '/^```/ { inside = !inside; next } inside && /testsuite\/demo.*(warning|note): / { sub(/^testsuite\/demo\//, ""); print }' \
  "$top/README.md" | sed 's,testsuite/demo/,,g' > promised
[ "$(wc -l < promised)" -gt 8 ] || fail "README.md has no report"
sed 's,[^ ]*testsuite/demo/,,g' report > plain
while IFS= read -r line; do
  grep -qFx -- "$line" plain || fail "README.md promises: $line" "$(cat plain)"
done < promised
summary=$(grep '^racecheck: [0-9]* locations shared' report)
grep -qFx -- "$summary" "$top/README.md" || fail "README.md has another last line than: $summary"

if has groff; then
  for page in "$top/analysis/racecheck.1" "$top/plugin/racecheck-plugin.7" "$top/analysis/racecheck.supp.5" racecheck-models.5; do
    groff -man -Tascii -ww "$page" 2> messages > /dev/null
    [ ! -s messages ] || fail "$page: $(head -n 5 messages)"
  done
fi
