# Autotools with libtool: a shared and a static library, and a program.  What configure asks the compiler
# is answered as without racecheck.
. "$TESTSUITE/farm/lib.sh"
need autoreconf automake libtoolize
cat > configure.ac << 'END'
AC_INIT([project], [1])
AM_INIT_AUTOMAKE([foreign])
AC_CONFIG_MACRO_DIRS([m4])
AM_PROG_AR
LT_INIT
AC_PROG_CC
AC_SEARCH_LIBS([pthread_create], [pthread])
AC_CHECK_FUNCS([pthread_setname_np no_such_function])
AC_CHECK_HEADERS([pthread.h no/such.h])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
cat > Makefile.am << 'END'
ACLOCAL_AMFLAGS = -I m4
lib_LTLIBRARIES = libpart.la
libpart_la_SOURCES = part.c part.h
bin_PROGRAMS = program
program_SOURCES = main.c
program_LDADD = libpart.la
END
rm Makefile && mkdir m4
autoreconf -i > ../log 2>&1 || fail "$(cat ../log)"
recipe autotools && built && races ../log count part
grep -q 'whether the C compiler works... yes' ../log
grep '^ac_cv' config.log > ../answers
make -s distclean
./configure CFLAGS=-O2 > ../log 2>&1
grep '^ac_cv' config.log | grep -v 'CFLAGS\|LDFLAGS' > ../answers-without
grep -v 'CFLAGS\|LDFLAGS' ../answers > ../answers-with
same ../answers-with ../answers-without
