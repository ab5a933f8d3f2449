# CMake; also what racecheck-replay makes of its compile_commands.json.
. "$TESTSUITE/farm/lib.sh"
need cmake
rm Makefile
cat > CMakeLists.txt << 'END'
cmake_minimum_required (VERSION 3.10)
project (project C)
find_package (Threads REQUIRED)
add_library (part STATIC part.c)
add_executable (program main.c part.c)
add_executable (linked main.c)
target_link_libraries (program Threads::Threads)
target_link_libraries (linked part Threads::Threads)
END
recipe cmake && built && races ../log count part
[ "$(grep -c 'warning: data race' ../log)" -eq 4 ] || fail "$(cat ../log)"
rm -rf build
recipe replay && built && races findings.txt count part
[ ! -e build/program ] && [ -z "$(find build -path '*/program.dir/*.o')" ] || fail "replay has built something"
