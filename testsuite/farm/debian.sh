# A Debian package with its flags from dpkg-buildflags; its debug information has the facts.
. "$TESTSUITE/farm/lib.sh"
need dpkg-buildpackage
mkdir debian
cat > debian/control << 'END'
Source: project
Maintainer: nobody <nobody@example.org>
Standards-Version: 4.6.2

Package: project
Architecture: any
Description: a test
 of packages
END
cat > debian/changelog << 'END'
project (1) unstable; urgency=low

  * First.

 -- nobody <nobody@example.org>  Thu, 01 Jan 2026 00:00:00 +0000
END
cat > debian/rules << 'END'
#!/usr/bin/make -f
include /usr/share/dpkg/buildflags.mk
build:
	$(MAKE) CFLAGS='$(CFLAGS) $(CPPFLAGS) -pthread' LDFLAGS='$(LDFLAGS)'
binary:
	mkdir -p debian/tmp/usr/bin debian/tmp/usr/lib/debug debian/tmp/DEBIAN
	cp program debian/tmp/usr/bin
	objcopy --only-keep-debug program debian/tmp/usr/lib/debug/program.debug
	strip --strip-debug debian/tmp/usr/bin/program
	objcopy --add-gnu-debuglink=debian/tmp/usr/lib/debug/program.debug debian/tmp/usr/bin/program
	dpkg-gencontrol -Pdebian/tmp
	dpkg-deb --root-owner-group --build debian/tmp ..
clean:
	rm -rf debian/tmp debian/files
	$(MAKE) clean
END
chmod +x debian/rules
recipe debian && built && races ../log count part
dpkg-deb -x ../project_1_*.deb unpacked
! readelf -SW unpacked/usr/bin/program | grep -q racecheck || fail "the program has facts"
racecheck unpacked/usr/lib/debug/program.debug > findings.txt
races findings.txt count part
