# Symbols have the names that the linker sees, and are defined where the facts say so.
. "$TESTSUITE/lib.sh"
for program in "$extract"/*.c "$TESTSUITE"/invariance/programs/*.c; do
  options=$(sed -n 's/.*dg-options "\([^"]*\)".*/\1/p' "$program")
  # Without optimisation, because what is not needed may go away otherwise.
  $CC -w $with $options -O0 -fkeep-static-functions -fkeep-static-consts -fkeep-inline-functions -c "$program" -o object.o
  nm object.o | awk '{ print $NF, $(NF - 1) }' | sort > real
  facts object.o | sed -n 's/^  symbol name="\([^"]*\)" flags=\([^ ]*\).*/\1 \2/p' > told
  awk -v program="${program##*/}" '
    FILENAME == "real" { type[$1] = $2; next }
    {
      if (program == "inline.c" && $1 == "bump") next # always_inline: never there
      flags = "," $2 ","
      t = type[$1]
      defined = flags ~ /,defined,/
      if (defined && t == "") problem = "is told as defined, but not there"
      else if (defined && t ~ /^[Uvw]$/) problem = "is told as defined, but is not: " t
      else if (!defined && t != "" && t !~ /^[Uvw]$/) problem = "is told as undefined, but is: " t
      else if (t == "C" && flags !~ /,common,/) problem = "is common"
      else if (flags ~ /,common,/ && t != "C") problem = "is told as common, but is: " t
      else if (flags ~ /,public,/ && t ~ /^[a-z]$/ && t !~ /^[uvwi]$/) problem = "is told as public, but is: " t
      else if (flags !~ /,public,|,weakref,/ && t ~ /^[A-TX-Z]$/) problem = "is told as local, but is: " t
      else next
      print program ": " $1 " (" $2 ") " problem
      bad = 1
    }
    END { exit bad }' real told || bad=1
done
[ ! "${bad:-}" ]
