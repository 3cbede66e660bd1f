#!/bin/bash
# Builds, and tests, what a usual machine does not run: another processor, another system, a PHP with the extension built in.
# Usage: tools/ports.sh arm64 [TEST...]
#          with Debian's cross compiler, and on Debian's arm64 PHP under qemu, which is unpacked once (half a minute): nothing is
#          installed into it. TEST as run-tests.sh has it; the default is the smoke tests. Needs root, and a kernel with binfmt_misc
#        tools/ports.sh static [TEST...]
#          as ext/xhprof of PHP's source, which is Debian's; the build, 4 minutes on 2 cores, is kept. The default is all tests
#        tools/ports.sh windows [--zts] [8.2 | 8.4 | 8.6]
#          only compiles, by mingw, against the headers of PHP's source, which take the compiler for Microsoft's. Shows what the
#          compiler says, and what is asked for that neither PHP nor Windows has; ends with "N of M files compile"
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=tools/debian.sh
. "$here/debian.sh"

usage() { sed -n '3,11s/^# //p' "$0" >&2; exit 2; }

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
	trap 'echo -1 >/proc/sys/fs/binfmt_misc/xhprof-arm64' EXIT
}

port_arm64() {
	local release=8.2 suite=bookworm root=$cache/arm64-8.2 formats=/proc/sys/fs/binfmt_misc
	local smoke=(tests/api tests/trace/hier tests/trace/clock tests/hook/fiber tests/hook/generator tests/trace/symbol tests/trace/filter tests/trace/tree)
	local build=${XHPROF_ARM64_BUILD:-$cache/build/arm64}
	[ "$(id -u)" = 0 ] || die "only root can let the kernel run arm64 programs"
	need_packages mmdebstrap debian-archive-keyring qemu-user-static gcc-aarch64-linux-gnu
	lock arm64
	[ -d "$root" ] || make_root
	register
	export QEMU_LD_PREFIX=$root
	local php=$root/usr/bin/php$release
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
}

unpack_source() {
	fetch_php_source '' '' # the running system's
	tar -xf php*.orig.tar.xz --strip-components=1
	cd ..
	mkdir -p "$source"
	cp -a "$OLDPWD/." "$source"
}

# Only what differs gets a new time, so that make compiles that alone.
copy_sources() {
	local new
	new=$(mktemp -d)
	(cd "$here/.." && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$new")
	mkdir -p "$extension"
	rsync -rci --delete --exclude='*.o' --exclude='*.lo' --exclude='*.dep' --exclude='.libs' "$new/" "$extension/" >"$new.log"
	# A header that was removed must not live on in the dependencies of objects.
	if grep -q '^\*deleting .*\.h$' "$new.log" || [ ! -f "$source/Makefile" ]; then
		find "$extension" \( -name '*.lo' -o -name '*.dep' \) -delete
	fi
	rm -f "$new.log"
	rm -rf "$new"
}

port_static() {
	source=$cache/php-static extension=$source/ext/xhprof
	local config
	build() { unpack_source; }
	need_packages gcc libc6-dev make autoconf pkg-config zlib1g-dev dpkg-dev xz-utils rsync
	make_once "$source"
	copy_sources
	cd "$source"
	config=$(cat "$extension/config.m4")
	if [ ! -f Makefile ] || [ "$config" != "$(cat .xhprof.m4 2>/dev/null)" ]; then
		{ ./buildconf --force && ./configure --disable-all --enable-cli --disable-cgi --disable-phpdbg --enable-pcntl --enable-posix \
			--enable-session --enable-tokenizer --enable-ctype --enable-filter --with-zlib --enable-xhprof --enable-xhprof-dev \
			--enable-xhprof-fake-clock; } >xhprof.log 2>&1 || { tail -n 40 xhprof.log >&2; die "configure failed; all of it is in $source/xhprof.log"; }
		echo "$config" >.xhprof.m4
	fi
	make -s -j"$(nproc)" >xhprof.log 2>&1 || { grep -E 'error|Error' xhprof.log | head -n 40 >&2; die "make failed; all of it is in $source/xhprof.log"; }
	sapi/cli/php -n --ri xhprof | head -n 4
	[ $# -gt 0 ] || set -- tests
	cd "$extension"
	"$here/run-tests.sh" "$extension" --static --php "$source/sapi/cli/php" --name static "$@"
}

# Folders of headers as PHP's own build has them, with the defaults of its settings.
unpack_headers() {
	fetch_php_source "$version" "$suite"
	mkdir -p source "$headers"
	tar -xf php*.orig.tar.xz -C source --strip-components=1
	(cd source && find Zend TSRM main ext win32 -name '*.h' -print0 | xargs -0 tar -c) | tar -x -C "$headers"
	sed 's/@PREFIX@/C:/' source/win32/build/config.w32.h.in >"$headers/main/config.w32.h"
	printf '#define PHP_COMPILER_ID "VS16"\n#define ZEND_DEBUG 0\n#define HAVE_SOCKLEN_T 1\n' >>"$headers/main/config.w32.h"
	# File names are of any case on Windows.
	echo '#include <ws2tcpip.h>' >"$headers/Ws2tcpip.h"
	echo '#include <winsock2.h>' | tee "$headers/Winsock2.h" >"$headers/WinSock2.h"
	# What PHP's headers have otherwise than mingw's, and words of Microsoft's compiler.
	cat >"$headers/first.h" <<-END
		#define _PID_T_
		typedef int pid_t;
		#define _TIMEZONE_DEFINED
		#include <_mingw.h>
		#undef __forceinline
		#define __forceinline inline
		#define __vectorcall
		#define __assume(c) ((void) 0)
	END
}

compile() {
	$mingw-gcc -std=gnu11 -O1 -c -Wall -Werror=implicit-function-declaration -Wno-unknown-pragmas -Wno-attributes \
		-D_MSC_VER=1929 -D_UCRT -DZEND_WIN32=1 -DPHP_WIN32=1 -DWIN32 -D_WINDOWS -DHAVE_BUNDLED_PCRE=1 -DPCRE2_CODE_UNIT_WIDTH=8 $threads \
		-I. -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -DCOMPILE_DL_XHPROF -DZEND_COMPILE_DL_EXT=1 \
		-isystem "$headers" -isystem "$headers/main" -isystem "$headers/Zend" -isystem "$headers/TSRM" \
		-include "$headers/first.h" "$1" -o "$2"
}

port_windows() {
	local file all=0 good=0 lacking
	threads='' version='' suite=''
	while [ $# -gt 0 ]; do
		case $1 in
			--zts) threads=-DZTS=1 ;;
			*)
				version=$1
				suite=$(suite_of_php "$version") || usage
				;;
		esac
		shift
	done
	headers=$cache/php-windows${version:+-$version} mingw=x86_64-w64-mingw32
	build() { unpack_headers; }
	need_packages gcc-mingw-w64-x86-64-win32 dpkg-dev xz-utils
	make_once "$headers"
	cd "$here/.."
	objects=$(mktemp -d)
	trap 'rm -rf "$objects"' EXIT # which comes when the function is over
	for file in *.c */*.c; do
		case $file in
			bench/* | tools/*) continue ;;
			*/*) ! grep -qwF "$file" config.w32 || continue ;; # in the comment on what is not for Windows
		esac
		all=$((all + 1))
		! compile "$file" "$objects/$(tr / - <<<"${file%.c}").o" || good=$((good + 1))
	done
	# Of PHP is what comes from a DLL, or is called like this; of Windows' compiler, what mingw has no name for.
	$mingw-nm -u "$objects"/*.o | awk '/ U /{print $2}' | grep -vE '^(__imp_|zend_|PHP_SHA256|OnUpdate|___?chkstk|_Interlocked)' | sort -u >"$objects/asked"
	{
		$mingw-nm "$objects"/*.o
		$mingw-nm "$(dirname "$($mingw-gcc -print-file-name=libucrt.a)")/libucrt.a"
		$mingw-nm "$($mingw-gcc -print-file-name=libmingwex.a)" | grep -wE 'exp|ldexp|log|sqrt|pow|floor|ceil|strnlen'
	} 2>/dev/null | awk '$2 ~ /^[TDBRC]$/ {print $3}' | sort -u >"$objects/there"
	lacking=$(comm -23 "$objects/asked" "$objects/there")
	[ -z "$lacking" ] || echo "asked for, and not there: $lacking"
	echo "$good of $all files compile"
	[ "$good" = "$all" ] && [ -z "$lacking" ]
}

case ${1-} in
	arm64) shift; port_arm64 "$@" ;;
	static) shift; port_static "$@" ;;
	windows) shift; port_windows "$@" ;;
	*) usage ;;
esac
