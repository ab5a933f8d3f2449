# Meson.
. "$TESTSUITE/farm/lib.sh"
need meson ninja
rm Makefile
cat > meson.build << 'END'
project ('project', 'c')
part = static_library ('part', 'part.c')
executable ('program', 'main.c', link_with: part, dependencies: dependency ('threads'))
END
recipe meson && built && races ../log count part
