#!/bin/bash
# A thread-safe debug PHP, made once from Debian's source package and kept outside the checkout:
# about 2 minutes on 2 cores, 5 with the sanitizers. Prints its prefix: PREFIX/bin/php, .../phpize.
# Usage: tools/php-zts.sh [--sanitize]        --sanitize: with ASan and UBSan. Remove the folder to renew it.
set -eu
# shellcheck source=tools/debian.sh
. "$(dirname "$0")/debian.sh"

sanitize=() prefix=$cache/php-zts
case ${1-} in
	'') ;;
	--sanitize)
		sanitize=(--enable-address-sanitizer --enable-undefined-sanitizer)
		prefix=$cache/php-asan
		;;
	*) sed -n '2,4s/^# //p' "$0" >&2; exit 2 ;;
esac

# As PHP's own makers packed it, with its configure: Debian's patches are for Debian's layout.
build() {
	tar -xf php*.orig.tar.xz --strip-components=1
	./configure --prefix="$prefix" --enable-zts --enable-debug "${sanitize[@]}" --disable-all \
		--enable-cli --disable-cgi --disable-phpdbg --without-pear --enable-opcache --enable-pcntl \
		--enable-posix --enable-session --enable-tokenizer --enable-ctype --enable-filter \
		--enable-pdo --with-pdo-sqlite --with-sqlite3 --with-zlib
	make -s -j2
	make -s install
}

make_php() {
	local work=$prefix.build status
	need_packages gcc libc6-dev make pkg-config libsqlite3-dev zlib1g-dev dpkg-dev xz-utils
	rm -rf "$work"
	mkdir "$work"
	# Not with || or if, which would switch -e off inside.
	set +e
	(set -e; cd "$work"; fetch_php_source ""; build) >"$prefix.log" 2>&1
	status=$?
	set -e
	if [ $status != 0 ]; then
		tail -n 40 "$prefix.log" >&2
		die "failed; all of it is in $prefix.log"
	fi
	touch "$prefix/.complete"
	rm -rf "$work"
}

if [ ! -f "$prefix/.complete" ]; then
	lock "$(basename "$prefix")"
	[ -f "$prefix/.complete" ] || make_php
fi
echo "$prefix"
