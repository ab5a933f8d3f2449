# Make, pkg-config, -Werror=race, the plugin alone, separate debug files, many programs.
. "$TESTSUITE/farm/lib.sh"
recipe self-check && built
recipe make && built && races ../log count part
./program
make -s clean
need pkg-config
recipe pkg-config && built && races ../log count part
make -s clean
recipe werror
[ $status -ne 0 ] && [ ! -e program ] || fail "$(cat ../log)"
races ../log count part
make -s clean
recipe reports && built && races ../log count part
name=$(echo "${PWD#/}/program" | tr / _)
grep -q '"ruleId": *"race"' "reports/$name.sarif" && grep -q '"defects"' "reports/$name.csdiff" || fail "$(ls reports)"
[ "$(ls reports | wc -l)" -eq 2 ]
make -s clean
for linker in bfd gold lld mold; do
  has ld.$linker || continue
  rm -rf reports
  RACECHECK_OPTIONS=--output=json:reports/ make -s CFLAGS='-specs=racecheck.specs' LDFLAGS="-fuse-ld=$linker"
  [ "$(ls reports)" = "$name.json" ] || fail "$linker: $(ls reports)"
  make -s clean
done
recipe later && built && races findings.txt count part
! grep -q 'data race' ../log || fail "$(cat ../log)"
cp program other
recipe many && built && races findings.txt count part
[ "$(grep -c 'warning: data race' findings.txt)" -eq 4 ] || fail "$(cat findings.txt)"
make -s clean
recipe debug && built && races findings.txt count part
! readelf -SW program | grep -q racecheck || fail "program still has facts"
