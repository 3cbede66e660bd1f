#!/bin/bash
# Compiles all files for Windows as far as that goes from here: by mingw, against the headers of PHP's source,
# which take the compiler for Microsoft's. Shows what the compiler says, and what is asked for that neither
# PHP nor Windows has; ends with "N of M files compile". Nothing is run.
# Usage: tools/windows.sh [--zts] [8.2 | 8.4 | 8.6]     without a version, PHP of the running Debian
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=tools/debian.sh
. "$here/debian.sh"

threads='' version='' suite=''
while [ $# -gt 0 ]; do
	case $1 in
		--zts) threads=-DZTS=1 ;;
		*)
			version=$1
			suite=$(suite_of_php "$version") || { sed -n '5s/^# //p' "$0" >&2; exit 2; }
			;;
	esac
	shift
done
headers=$cache/php-windows${version:+-$version} mingw=x86_64-w64-mingw32

# Folders of headers as PHP's own build has them, with the defaults of its settings.
build() {
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

need_packages gcc-mingw-w64-x86-64-win32 dpkg-dev xz-utils
make_once "$headers"
cd "$here/.."
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
good=0 all=0
for file in *.c */*.c; do
	case $file in bench/* | tools/*) continue ;; esac
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
