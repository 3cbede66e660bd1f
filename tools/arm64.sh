#!/bin/bash
# Builds for arm64 with Debian's cross compiler, and runs tests there: on Debian's arm64 PHP, under qemu.
# What that PHP needs is unpacked once (half a minute) and kept outside the checkout; nothing is installed
# into it. Usage: tools/arm64.sh [TEST...]        TEST as run-tests.sh has it; the default is the smoke
# tests. Needs root, and a kernel that takes binfmt_misc.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=tools/debian.sh
. "$here/debian.sh"

release=8.2 suite=bookworm root=$cache/arm64-8.2 formats=/proc/sys/fs/binfmt_misc
smoke=(tests/api tests/trace/hier tests/trace/clock tests/hook/fiber tests/hook/generator tests/trace/symbol tests/trace/filter tests/trace/tree)
build=${XHPROF_ARM64_BUILD:-$cache/build/arm64}

# Only unpacked: nothing of arm64 has to run for that. php-dev is there for its headers, without the
# compilers it depends on.
make_root() {
	local name
	debian_sources deb "$suite" >"$root.list"
	[ -s "$root.list" ] || die "apt is not set up for Debian here"
	rm -rf --one-file-system "$root.new"
	# shellcheck disable=SC2016 # for the shell that the hook runs in
	mmdebstrap --quiet --mode=root --variant=extract --architectures=arm64 --skip=check/qemu \
		--include="php$release-cli,php$release-opcache,php$release-curl,php$release-sqlite3,libc6-dev,zlib1g-dev,libpcre2-dev" \
		--aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
		--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
		--extract-hook='cd "$1/tmp" && APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get -q download '"php$release-dev"' &&
			dpkg-deb -x php*-dev_*.deb "$1" && rm php*-dev_*.deb' \
		"$suite" "$root.new" - <"$root.list" >&2
	mkdir -p "$root.new/cross"
	for name in phpize php-config; do
		sed "s|='/usr|='$root/usr|; s|=\"/usr|=\"$root/usr|" "$root.new/usr/bin/$name$release" >"$root.new/cross/$name"
		chmod +x "$root.new/cross/$name"
	done
	# phpize looks for these next to PHP's own; they are the same on every machine.
	ln -s /usr/share/aclocal /usr/share/libtool "$root.new/usr/share/"
	rm -f "$root.list"
	mv "$root.new" "$root"
}

# Lets the kernel start arm64 programs by qemu, so that tests can start PHP_BINARY. Taken back at the end.
register() {
	[ -e $formats/register ] || mount -t binfmt_misc none $formats || die "no binfmt_misc here"
	! grep -qsx 'magic 7f454c460201010000000000000000000200b700' $formats/* || return 0
	local magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
	local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
	printf ':xhprof-arm64:M::%s:%s:/usr/bin/qemu-aarch64-static:F' "$magic" "$mask" >$formats/register ||
		die "the kernel takes no format for arm64 programs"
	trap 'echo -1 >$formats/xhprof-arm64' EXIT
}

[ "$(id -u)" = 0 ] || die "only root can let the kernel run arm64 programs"
need_packages mmdebstrap debian-archive-keyring qemu-user-static gcc-aarch64-linux-gnu
lock arm64
[ -d "$root" ] || make_root
register
export QEMU_LD_PREFIX=$root
php=$root/usr/bin/php$release
"$php" -n -v

"$here/build.sh" "$build" --phpize "$root/cross/phpize" --enable-xhprof-dev \
	--host=aarch64-linux-gnu CC="aarch64-linux-gnu-gcc --sysroot=$root"
file -b "$build/modules/xhprof.so" 2>/dev/null || :
# shellcheck disable=SC2016 # PHP's variables
"$php" -n -d "extension=$build/modules/xhprof.so" -r '
	$info = xhprof_info();
	echo php_uname("m"), ": PHP ", PHP_VERSION, ", hook $info[hook], clock $info[clock] ($info[clock_reason])\n";'
[ $# -gt 0 ] || set -- "${smoke[@]}"
"$here/run-tests.sh" "$build" --php "$php" --name arm64 "$@"
