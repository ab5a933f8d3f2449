# ccache and distcc: facts come out of a cache, and from another machine (this one, over the network).
. "$TESTSUITE/farm/lib.sh"
need ccache
export CCACHE_DIR=$PWD/../cache
recipe ccache && built && races ../log count part
make -s clean
ccache -z > /dev/null
recipe ccache && built && races ../log count part
ccache --print-stats | grep -q '^\(direct\|preprocessed\)_cache_hit.[^0]' || fail "no hits: $(ccache -s)"

# Another plugin: the specs file differs, and nothing is taken from the cache.
sed -i 's/checksum [0-9 ]*/checksum 1 1/' "$gcc_dir/racecheck.specs"
make -s clean
ccache -z > /dev/null
recipe ccache && built && races ../log count part
! ccache --print-stats | grep -q '^\(direct\|preprocessed\)_cache_hit.[^0]' || fail "hits: $(ccache -s)"

need distcc distccd
make -s clean
# A server that root starts becomes somebody else, who must get at the compiler.
user=
if [ "$(id -u)" -eq 0 ]; then
  user="--user nobody"
  chmod o+rx "$SCRATCH" ..
fi
port=$((20000 + $$ % 20000))
mkdir ../distcc
export DISTCC_DIR=$PWD/../distcc DISTCC_HOSTS=127.0.0.1:$port DISTCC_FALLBACK=0 DISTCC_VERBOSE=0
distccd --no-detach --daemon --port $port --allow 127.0.0.1 --jobs 2 --log-stderr \
  --enable-tcp-insecure $user 2> ../distccd.log &
server=$!
trap 'kill $server || :' EXIT
for i in $(seq 50); do
  ! grep -q 'listening on' ../distccd.log 2> /dev/null || break
  sleep 0.1
done
recipe distcc
[ $status -eq 0 ] || cat ../distccd.log
built && races ../log count part
[ "$(grep -c 'COMPILE_OK' ../distccd.log)" -eq 2 ] || fail "$(cat ../distccd.log)"
