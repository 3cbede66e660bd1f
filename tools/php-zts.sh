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

# Into the working folder: the newest version whose files the mirror has. It may list a security update
# without keeping its source. The deb-src lines stay with us; the machine's apt is left as it is.
fetch_source() {
	local apt=(-q -o "Dir::Etc::sourcelist=$PWD/list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$PWD/lists"
		-o Acquire::Check-Valid-Until=false -o APT::Sandbox::User=root) name version running
	# shellcheck source=/dev/null
	running=$(. /etc/os-release && echo "$VERSION_CODENAME")
	[ -n "$(debian_sources deb-src "$running")" ] || apt-get -qq update
	debian_sources deb-src "$running" >list
	[ -s list ] || die "apt is not set up for Debian here"
	mkdir -p lists/partial
	apt-get "${apt[@]}" update
	name=$(apt-cache pkgnames php | sed -n 's/^\(php[0-9.]*\)-cli$/\1/p' | sort -V | tail -n 1)
	for version in $(apt-cache "${apt[@]}" showsrc "$name" | sed -n 's/^Version: //p' | sort -rV | uniq); do
		apt-get "${apt[@]}" source --download-only "$name=$version" && return
		rm -f "$name"_*
	done
	die "the mirror has no source of $name"
}

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
	(set -e; cd "$work"; fetch_source; build) >"$prefix.log" 2>&1
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
