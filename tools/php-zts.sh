#!/bin/bash
# A thread-safe debug PHP, made once from Debian's source package and kept outside the checkout:
# about 2 minutes on 2 cores, 7 with ASan. Prints its prefix: PREFIX/bin/php, .../phpize.
# Usage: tools/php-zts.sh [--version 8.4] [--sanitize | --sanitize-threads]
#   --version           8.2 (bookworm), 8.4 (trixie), 8.5 or 8.6 (experimental); without it, that of
#                       the running Debian
#   --sanitize          with ASan and UBSan
#   --sanitize-threads  with TSan, as users have it (no debug build), and with what threads need alone
# Remove the folder to renew it.
set -eu
# shellcheck source=tools/debian.sh
. "$(dirname "$0")/debian.sh"

kind=zts flags=() fixed=() version='' suite=''
while [ $# -gt 0 ]; do
	case $1 in
		--sanitize) kind=asan-o1 flags=(--enable-address-sanitizer --enable-undefined-sanitizer) ;;
		--sanitize-threads) kind=tsan ;;
		--version)
			version=${2-}
			suite=$(suite_of_php "$version") || die "no such version: $version"
			shift
			;;
		*) sed -n '4,9s/^# //p' "$0" >&2; exit 2 ;;
	esac
	shift
done
prefix=$cache/php-$kind${version:+-$version}

# As PHP's own makers packed it, with its configure: Debian's patches are for Debian's layout.
build() {
	fetch_php_source "$version" "$suite"
	tar -xf php*.orig.tar.xz --strip-components=1
	flags+=(--disable-all --enable-cli --disable-cgi --disable-phpdbg --without-pear --enable-opcache)
	if [ $kind = tsan ]; then
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
		[ $kind != asan-o1 ] || echo 'EXTRA_CFLAGS = -O1' >>Makefile
	fi
	make -s -j"$(nproc)"
	make -s install
	# A sanitizer's memory must lie where it wants it, which not every machine lets us say.
	! setarch -R true 2>/dev/null || fixed=(setarch -R)
	"${fixed[@]}" "$prefix/bin/php" -n -v >/dev/null
}

if [ ! -f "$prefix/.complete" ]; then
	need_packages gcc libc6-dev make pkg-config libsqlite3-dev zlib1g-dev dpkg-dev xz-utils
	make_once "$prefix"
fi
echo "$prefix"
