# Links that are not as usual: by the name of the linker, of files and folders, and of what is in archives.
. "$TESTSUITE/link/lib.sh"
$CC -specs="$specs" -c main.c touch.c

# The specs file named twice, as by CFLAGS and LDFLAGS.
for linker in $linkers; do
  link -specs="$specs" -fuse-ld=$linker main.c touch.c
  linked && only_races count touched
  link -specs="$specs" -fuse-ld=$linker -DLOCKED main.c touch.c
  linked && silent
done

# A linker that is called ld, whatever it is.
for linker in $linkers; do
  mkdir -p as-$linker && ln -sf "$(command -v ld.$linker)" as-$linker/ld
  link -B"$PWD/as-$linker" main.c touch.c
  linked && only_races count touched
  link -B"$PWD/as-$linker" -DLOCKED main.c touch.c
  linked && silent
  link -B"$PWD/as-$linker" -Werror=race main.c touch.c
  [ $status -ne 0 ] && [ ! -e program ] || fail "ld is $linker: -Werror=race: $status $(cat output)"
  races count touched
done

# What is no plain file stays.
mkfifo pipe
for linker in $linkers; do
  [ $linker = lld ] || [ $linker = mold ] || continue
  try output $CC -pthread -specs="$specs" -fuse-ld=$linker -Werror=race main.c touch.c -o /dev/null
  [ -c /dev/null ] || fail "/dev/null is gone"
  "${PLUGIN%/*}/racecheck-link" -fuse-ld=$linker --Werror=race -o pipe -- main.o > /dev/null 2>&1 || :
  [ -p pipe ] || fail "the pipe is gone"
done

# Names and places.
deep=$(printf 'deep%.0s' $(seq 50))
mkdir -p "with space ä/$deep/$deep/$deep" && cd "with space ä/$deep/$deep/$deep"
cp "$OLDPWD"/main.c "$OLDPWD"/touch.c .
$CC -specs="$specs" -c touch.c -o 'to uch ü.o'
mkdir 'lib rary' && ar rc 'lib rary/libtouch.a' 'to uch ü.o'
for linker in $linkers; do
  for inputs in 'to uch ü.o' 'lib rary/libtouch.a' '-Llib rary|-ltouch' '-Llib rary|-l:libtouch.a' '-L|lib rary|-ltouch'; do
    IFS='|' read -r a b c <<< "$inputs"
    try output $CC -pthread -specs="$specs" -fuse-ld=$linker main.c "$a" ${b:+"$b"} ${c:+"$c"} -o 'the program'
    ok "$linker $inputs" && only_races count touched
    ./'the program'
  done
  try output $CC -pthread -specs="$specs" -fuse-ld=$linker -Werror=race main.c 'to uch ü.o' -o 'the program'
  [ $status -ne 0 ] && [ ! -e 'the program' ] || fail "$linker: $(cat output)"
done
cd - > /dev/null

# Archives: members of one name, thin ones, and a name that two members define.
mkdir -p one two
echo 'int touched; void more (void); void touch (void) { touched++; more (); }' > one/part.c
echo 'int other; void more (void) { other++; }' > two/part.c
(cd one && $CC -specs="$specs" -c part.c) && (cd two && $CC -specs="$specs" -c part.c)
ar qc libdouble.a one/part.o two/part.o
ar qcT libthin.a one/part.o two/part.o
echo 'INPUT ( libdouble.a )' > libscript.a
for linker in $linkers; do
  for library in libdouble.a libthin.a; do
    link -fuse-ld=$linker main.o $library
    linked && only_races count other touched
  done
  link -fuse-ld=$linker main.o libscript.a
  linked
  case $linker in
  bfd | gold) only_races count other touched ;;
  *) grep -q 'libscript.a: is a linker script; name the libraries' output || fail "$linker: $(cat output)" ;;
  esac
done
