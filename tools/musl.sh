#!/bin/bash
# Compiles all files for musl as far as that goes where PHP itself is for glibc: against musl's headers, and
# PHP's, whose php_config.h tells of glibc. No PHP for musl is here to load the result. Shows what the
# compiler says, and ends with "N of M files compile". Needs musl-tools, linux-libc-dev and PHP's headers.
# Usage: tools/musl.sh [DIR]        the default is build/musl
set -eu
top=$(cd "$(dirname "$0")/.." && pwd -P)
dir=${1:-$top/build/musl}
command -v musl-gcc >/dev/null || { echo "$0: no musl-gcc; on Debian: apt-get install musl-tools" >&2; exit 1; }
"$top/tools/build.sh" "$dir/configured" >/dev/null
# The kernel's and zlib's headers alone, without those of glibc.
mkdir -p "$dir/include" "$dir/objects"
for name in linux asm-generic "$(gcc -print-multiarch)/asm"; do
	ln -sfn "/usr/include/$name" "$dir/include/${name##*/}"
done
cp /usr/include/zlib.h /usr/include/zconf.h "$dir/include/"
cp "$dir/configured/config.h" "$dir/include/"

cd "$dir/configured"
read -ra includes < <(php-config --includes)
good=0 all=0
for file in *.c; do
	all=$((all + 1))
	if musl-gcc -std=gnu11 -O2 -fPIC -Wall -Werror=implicit-function-declaration -D_GNU_SOURCE \
		-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -DZEND_COMPILE_DL_EXT=1 -DCOMPILE_DL_XHPROF -DHAVE_CONFIG_H \
		-I"$dir/include" -I. "${includes[@]}" -c "$file" -o "$dir/objects/${file%.c}.o"; then
		good=$((good + 1))
	fi
done
musl-gcc -shared -o "$dir/xhprof.so" "$dir"/objects/*.o && echo "links: $dir/xhprof.so"
# What the C library of musl is asked for, and has not.
nm -D --undefined-only "$dir/xhprof.so" | awk '{print $2}' | grep -E '__.*_chk$|^__isoc|^gnu_|GLIBC' || :
echo "$good of $all files compile"
[ "$good" = "$all" ]
