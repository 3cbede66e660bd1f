#!/bin/bash
# A PHP for musl, another C library than Debian's, made once from Debian's source packages of PHP, zlib and
# SQLite and kept outside the checkout: about 3 minutes on 2 cores. Prints its prefix: PREFIX/bin/php,
# .../phpize, and PREFIX/cc/cc, the compiler that goes with them.
# Usage: tools/php-musl.sh [--zts] [8.2 | 8.4]        without a version, that of the running Debian
# Remove the folder to renew it.
set -eu
# shellcheck source=tools/debian.sh
. "$(dirname "$0")/debian.sh"

threads=() version='' suite=''
while [ $# -gt 0 ]; do
	case $1 in
		--zts) threads=(--enable-zts) ;;
		*)
			version=$1
			suite=$(suite_of_php "$version") || { sed -n '5,6s/^# //p' "$0" >&2; exit 2; }
			;;
	esac
	shift
done
prefix=$cache/php-musl${threads:+-zts}${version:+-$version}

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

build() {
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
	./configure CC=cc --prefix="$prefix" "${threads[@]}" --disable-all --enable-cli --disable-cgi --disable-phpdbg \
		--without-pear --without-valgrind --enable-opcache --enable-pcntl --enable-posix --enable-session --enable-tokenizer \
		--enable-ctype --enable-filter --with-zlib --enable-pdo --with-pdo-sqlite --with-sqlite3
	make -s -j"$(nproc)"
	make -s install
}

if [ ! -f "$prefix/.complete" ]; then
	need_packages gcc make musl-tools linux-libc-dev pkg-config tcl dpkg-dev xz-utils bzip2
	make_once "$prefix"
fi
echo "$prefix"
