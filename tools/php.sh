#!/bin/bash
# Another PHP than this machine's, made once and kept outside the checkout. Prints its prefix, PREFIX/bin/phpize, or a chroot's path.
# Usage: tools/php.sh NAME [COMMAND...]     NAME:
#   8.1 8.2 8.3 8.4 8.5 8.6   a chroot with Debian's PHP: bookworm's, trixie's and experimental's; 8.1 and 8.3 are Ubuntu's, of
#                             XHPROF_UBUNTU_MIRROR. Needs root; a minute. COMMAND runs in it; the checkout is there, read-only, at
#                             /src, where COMMAND starts, and /tmp is empty
#   zts asan tsan             a debug PHP with threads, built from Debian's source: 2 minutes on 2 cores. asan has ASan and UBSan
#                             as well, 7 minutes; tsan has ThreadSanitizer, and is no debug build, as users have it
#   musl musl-zts             for the C library musl, with zlib and SQLite: 3 minutes. PREFIX/cc/cc is its compiler
# What is built has the version of the running Debian; zts-8.4 or musl-8.4 has another. Remove the folder to renew it.
set -eu
# shellcheck source=tools/debian.sh
. "$(dirname "$0")/debian.sh"

usage() { sed -n '3,11s/^# //p' "$0" >&2; exit 2; }

# Runs in the new system, where apt is still set up.
install_php() {
	export DEBIAN_FRONTEND=noninteractive LC_ALL=C
	base="php$1-cli php$1-dev php$1-sqlite3"
	# shellcheck disable=SC2086 # lists of names
	if ! apt-get -qq install -y $base >/dev/null; then
		# Experimental may want what is not there (yet). Install what can be and unpack the rest: the
		# command line needs little.
		for name in $(apt-cache depends --important $base "php$1-common" "php$1-opcache" "php$1-readline" 2>/dev/null |
				sed -n 's/.*Depends: \([a-z].*\)/\1/p' | sort -u) $base; do
			apt-get -qq install -y "$name" >/dev/null 2>&1 || (
				cd /tmp && apt-get -qq -o APT::Sandbox::User=root download "$name" && dpkg -x "$name"_*.deb /
			) || :
		done
		ldconfig
		for name in php phpize php-config; do
			[ -e "/usr/bin/$name" ] || ln -s "$name$1" "/usr/bin/$name"
		done
	fi
	"php$1" -n -v >/dev/null || exit 1
	# Ubuntu's phpize asks for /usr/bin/sed, which is in /bin where the two are not merged.
	[ -e /usr/bin/sed ] || ln -s /bin/sed /usr/bin/sed
	# What tests only use where it is there.
	for name in ccache curl php$1-cgi php$1-curl php$1-xml php$1-mbstring php$1-xdebug php$1-tideways; do
		apt-get -qq install -y "$name" >/dev/null 2>&1 || echo "no $name" >&2
	done
	# Other profilers are loaded by the tests that want them.
	phpdismod xdebug tideways 2>/dev/null || :
}

make_chroot() {
	need_packages mmdebstrap debian-archive-keyring util-linux
	binary_sources "$suite" >"$root.list"
	[ -s "$root.list" ] || die "apt is not set up for $suite here"
	[ "$suite" != sid ] || sed -i 'p; s/ sid / experimental /' "$root.list"
	rm -rf --one-file-system "$root.new"
	# shellcheck disable=SC2016 # for the shell that the hook runs in
	# A mirror may be a frozen copy, whose files have run out.
	mmdebstrap --quiet --mode=root --variant=apt --include=gcc,libc6-dev,make,zlib1g-dev \
		--aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
		--customize-hook='chroot "$1" bash -eu -c "$INSTALL"' \
		"$suite" "$root.new" - <"$root.list" >&2
	mkdir -p "$root.new/src"
	echo "127.0.0.1 localhost" >"$root.new/etc/hosts"
	rm -f "$root.list"
	mv "$root.new" "$root"
}

# make_chroot_once VERSION: in $root.
make_chroot_once() {
	[ "$(id -u)" = 0 ] || die "only root can make or enter a chroot"
	root=$cache/chroot-$1
	if [ ! -d "$root" ]; then
		lock "chroot-$1"
		INSTALL="$(declare -f install_php); install_php $1"
		export INSTALL
		[ -d "$root" ] || make_chroot
	fi
}

# In a name space of its own: no mount and no process is left behind.
run_in_chroot() {
	export root top LC_ALL=C.UTF-8
	# shellcheck disable=SC2016 # for the inner shell
	exec unshare --mount --pid --fork --kill-child sh -euc '
		mount -t proc proc "$root/proc"
		mount --rbind /dev "$root/dev"
		mount --bind /sys "$root/sys" || : # says whether a counter of the CPU can be trusted
		mount -t tmpfs tmpfs "$root/tmp"
		mount --bind "$top" "$root/src"
		mount -o remount,ro,bind "$root/src"
		exec chroot "$root" sh -c "cd /src && exec \"\$@\"" sh "$@"
	' sh "$@"
}

# As PHP's own makers packed it, with its configure: Debian's patches are for Debian's layout.
build_with_threads() {
	local flags=() fixed=()
	fetch_php_source "$version" "$suite"
	tar -xf php*.orig.tar.xz --strip-components=1
	[ "$kind" != asan-o1 ] || flags=(--enable-address-sanitizer --enable-undefined-sanitizer)
	flags+=(--disable-all --enable-cli --disable-cgi --disable-phpdbg --without-pear --enable-opcache)
	if [ "$kind" = tsan ]; then
		# It sees what is compiled ahead alone. All of the engine's instructions in one function, as with
		# registers of its own, take gcc many minutes. What no thread shares goes without.
		flags+=(--disable-opcache-jit --without-pcre-jit --disable-gcc-global-regs --disable-zend-signals)
		# It must see what modules call of the system as well.
		sed -i 's/ | RTLD_DEEPBIND//' Zend/zend_portability.h
		# The linker asks which of several functions to take before the sanitizer is there.
		export ax_cv_have_func_attribute_ifunc=no
		CFLAGS='-O1 -g1' ./configure --prefix="$prefix" --enable-zts "${flags[@]}"
		printf '%s\n' 'EXTRA_CFLAGS = -fsanitize=thread' \
			'ext/date/lib/%.lo ext/pcre/pcre2lib/%.lo: EXTRA_CFLAGS = -O0 -g0' >>Makefile
	else
		flags+=(--enable-debug --enable-pcntl --enable-posix --enable-session --enable-tokenizer
			--enable-ctype --enable-filter --enable-pdo --with-pdo-sqlite --with-sqlite3 --with-zlib)
		./configure --prefix="$prefix" --enable-zts "${flags[@]}"
		# A debug build is not optimized, unless what comes last says so: tests take a fifth less time.
		[ "$kind" != asan-o1 ] || echo 'EXTRA_CFLAGS = -O1' >>Makefile
	fi
	make -s -j"$(nproc)"
	make -s install
	# A sanitizer's memory must lie where it wants it, which not every machine lets us say.
	! setarch -R true 2>/dev/null || fixed=(setarch -R)
	"${fixed[@]}" "$prefix/bin/php" -n -v >/dev/null
}

# musl's own wrapper of gcc knows its headers and library alone. What is not of any C library comes last:
# the kernel's headers, and what is made here.
make_compiler() {
	local name
	mkdir -p "$prefix/include" "$prefix/lib" "$prefix/cc"
	for name in linux asm-generic "$(gcc -print-multiarch)/asm"; do
		ln -s "/usr/include/$name" "$prefix/include/${name##*/}"
	done
	printf '#!/bin/sh\nexec musl-gcc -idirafter %s "$@" -L%s\n' "$prefix/include" "$prefix/lib" >"$prefix/cc/cc"
	chmod +x "$prefix/cc/cc"
	# PHP's configure asks it whose library this is.
	ln -s "$(command -v musl-ldd)" "$prefix/cc/ldd"
	PATH=$prefix/cc:$PATH
}

make_zlib() {
	mkdir zlib
	tar -xf zlib_*.orig.tar.* -C zlib --strip-components=1
	(cd zlib && CC=cc CFLAGS='-O2 -fPIC' ./configure --static --prefix="$prefix" && make -s libz.a &&
		cp zlib.h zconf.h "$prefix/include/" && cp libz.a "$prefix/lib/")
}

make_sqlite() {
	mkdir sqlite
	tar -xf sqlite3_*.orig.tar.xz -C sqlite --strip-components=1
	(cd sqlite && CC=cc BUILD_CC=cc ./configure && make -s sqlite3.c &&
		cc -O1 -fPIC -c sqlite3.c && ar rc "$prefix/lib/libsqlite3.a" sqlite3.o && cp sqlite3.h "$prefix/include/")
}

build_for_musl() {
	fetch_php_source "$version" "$suite"
	fetch_source zlib
	fetch_source sqlite3
	make_compiler
	make_zlib
	make_sqlite
	mkdir php
	tar -xf php*.orig.tar.xz -C php --strip-components=1
	cd php
	export ZLIB_CFLAGS=' ' ZLIB_LIBS=-lz SQLITE_CFLAGS=' ' SQLITE_LIBS='-lsqlite3 -lm'
	# shellcheck disable=SC2086 # an option, or none
	./configure CC=cc --prefix="$prefix" $threads --disable-all --enable-cli --disable-cgi --disable-phpdbg \
		--without-pear --without-valgrind --enable-opcache --enable-pcntl --enable-posix --enable-session --enable-tokenizer \
		--enable-ctype --enable-filter --with-zlib --enable-pdo --with-pdo-sqlite --with-sqlite3
	make -s -j"$(nproc)"
	make -s install
}

[ $# -ge 1 ] || usage
name=$1 kind=$1 version='' suite='' threads='' top=$(cd "$(dirname "$0")/.." && pwd -P)
shift
[[ $name != *8.* ]] || { version=${name##*-} kind=${name%-*}; suite=$(suite_of_php "$version") || usage; }
case $kind in
	8.*)
		make_chroot_once "$version"
		[ $# = 0 ] || run_in_chroot "$@"
		echo "$root"
		exit
		;;
	zts | tsan) ;;
	asan) kind=asan-o1 ;;
	musl) ;;
	musl-zts) threads=--enable-zts ;;
	*) usage ;;
esac
prefix=$cache/php-$kind${version:+-$version}
build() { if [[ $kind = musl* ]]; then build_for_musl; else build_with_threads; fi; }
if [ ! -f "$prefix/.complete" ]; then
	need_packages gcc libc6-dev make pkg-config dpkg-dev xz-utils
	if [[ $kind = musl* ]]; then need_packages musl-tools linux-libc-dev tcl bzip2; else need_packages libsqlite3-dev zlib1g-dev; fi
	make_once "$prefix"
fi
echo "$prefix"
