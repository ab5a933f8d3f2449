# Whatever goes wrong in the analysis, the link goes on and says so in one line.
. "$TESTSUITE/link/lib.sh"
$CC -specs="$specs" -c main.c touch.c
one_line() { # PATTERN
  linked
  [ "$(wc -l < output)" -eq 1 ] && grep -q "$1" output || fail "$1:" "$(cat output)"
}

objcopy --dump-section .debug.racecheck=facts touch.o
printf 'damaged' | dd of=facts bs=1 seek=40 conv=notrunc 2> /dev/null
objcopy --update-section .debug.racecheck=facts touch.o damaged.o
for linker in $linkers; do
  link -fuse-ld=$linker main.o damaged.o
  linked && races count
  grep -q '^racecheck: warning: damaged.o: facts: ' output || fail "$(cat output)"
done

export RACECHECK_OPTIONS=--no-such-option
for linker in $linkers; do
  link -fuse-ld=$linker main.o touch.o
  linked && races
  grep -q "unknown option '--no-such-option'" output && grep -q 'the link goes on$' output || fail "$(cat output)"
done

# Options of the command, for all linkers.
for linker in $linkers; do
  RACECHECK_OPTIONS='--max=1 --no-caret' link -fuse-ld=$linker main.o touch.o
  linked && races count
  ! grep -q '\^' output || fail "caret: $(cat output)"
done
unset RACECHECK_OPTIONS

# Limits: the link is intact, and what is not decided is said to be so.
mkfifo models
for linker in $linkers; do
  timeout 100 sh -c 'exec 3> models; sleep 1.6; echo >&3' & # opens when there is a reader
  RACECHECK_OPTIONS="--timeout=1 --models=$PWD/models" link -fuse-ld=$linker main.o touch.o
  wait
  linked && races
  grep -q "stopped after 1 s, in the stage 'models'" output && grep -q '^racecheck: nothing is decided$' output ||
    fail "$linker: $(cat output)"
  case $RACECHECK in
  */sanitize/*) continue ;; # sanitizers need all the memory there is
  esac
  for limit in 1 3 8; do
    RACECHECK_OPTIONS="--memory-limit=$limit" link -fuse-ld=$linker main.o touch.o
    linked
    if grep -q "stopped at $limit MB" output; then
      races
      grep -q '^racecheck: nothing is decided$\|^racecheck: \([0-9]*\) locations shared: \1 not decided, 0 racy$' output ||
        fail "$linker, $limit MB: $(cat output)"
    else
      races count touched
    fi
  done
done

# The analysis crashes, while it waits for the file of models: one line.
reader() { # of the file of models: its process
  local fd
  for fd in /proc/[0-9]*/fd/*; do
    [ "$(readlink "$fd")" = "$PWD/models" ] || continue
    fd=${fd%/fd/*}
    [ "$(cat "$fd/comm")" = bash ] || echo "${fd#/proc/}" # not this one
  done 2> /dev/null | sort -u
}
for linker in $linkers; do
  rm -f program
  RACECHECK_OPTIONS="--models=$PWD/models" $CC -pthread -specs="$specs" -fuse-ld=$linker main.o touch.o -o program > output 2>&1 &
  exec 3> models
  kill -SEGV $(reader)
  status=0
  wait $! || status=$?
  exec 3>&-
  linked
  grep -q '^racecheck: error: the analysis .*; the link goes on$' output || fail "$linker: $(cat output)"
  [ "$(grep -c racecheck: output)" -eq 1 ] || fail "$linker: $(cat output)"
done

# No command where it should be.
mkdir moved && sed 's,^racecheck=.*,racecheck=racecheck,' "${PLUGIN%/*}/racecheck-link" > moved/racecheck-link
chmod +x moved/racecheck-link
sed "s,[^ :]*/racecheck-link,$PWD/moved/racecheck-link," "$specs" > moved/racecheck.specs
specs=moved/racecheck.specs link -fuse-ld=mold main.o touch.o
one_line 'is not there; the link goes on$'

# A link that fails by itself still does.
link main.o
[ $status -ne 0 ] && [ ! -e program ] || fail "linked without touch.o"
grep -q 'undefined reference' output
