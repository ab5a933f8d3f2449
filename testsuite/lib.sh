# For test scripts: they are run by `bash -e' in an empty folder that is removed afterwards, and fail
# by any command that fails.  77 as exit status means skipped.
#
# $CC $CXX $PLUGIN $RACECHECK are what is tested, $TESTSUITE is the folder of this file.

extract=$TESTSUITE/extract
with="-fplugin=$PLUGIN"

fail() {
  echo "$*"
  exit 1
}

skip() {
  echo "$*"
  exit 77
}

has() { command -v "$1" > /dev/null; }

# The bytes of the facts in an object or program.
section() { # FILE
  objcopy -O binary --set-section-flags .debug.racecheck=alloc --only-section=.debug.racecheck \
    "$1" "$1.section" && cat "$1.section"
}

facts() { "$RACECHECK" --dump=facts "$@"; }
accesses() { "$RACECHECK" --dump=accesses "$@"; }

# Without the columns, which macros have only when cc1 expands them itself.
no_columns() { sed 's/\(  @[^:]*:[0-9]*\).*/\1/'; }

same() { # FILE FILE [WHAT]
  cmp -s "$1" "$2" || { echo "differs: ${3:-$1 $2}" && { diff -u "$1" "$2" | head -40 || :; } && exit 1; }
}

# Runs a command; its exit status is in $status, its output in the file given.
try() { # OUTPUT COMMAND...
  local out=$1
  shift
  status=0
  "$@" > "$out" 2>&1 || status=$?
}
