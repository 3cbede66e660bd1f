#!/bin/bash
# libFuzzer on what reads runs, rings and the memory of other processes, with the address and undefined behaviour
# sanitizers: json, and fromPairs() with what PHP reads of serialized arrays and of lines for XHGui, and all that can
# be done with a run; statements, URLs and headers of requests. A ring's positions and another process' memory move
# while they are read. Ends by itself, with an error if an input crashed, leaked, took longer than 10 seconds or more
# than 2 GB; that input is kept in DIR.
# Usage: tools/fuzz-load.sh [--seconds N | --runs N] [--only KIND] [DIR] | --kinds
#   --runs   so many inputs, the same each time; the default is 60 seconds of others each time
#   --only   starts from inputs of one kind; --kinds prints all
#   DIR      keeps what was found for the next time; the default is build/fuzz-load
# Needs clang, its sanitizers' libraries and PHP as a library; on Debian 12: clang-14, libclang-rt-14-dev,
# php8.2-dev and libphp8.2-embed.
set -eu

usage() { sed -n '7,10s/^# //p' "$0" >&2; exit 2; }

top=$(cd "$(dirname "$0")/.." && pwd -P)
# "NAME BYTES" of each kind of input: what begins with none of these bytes is a run.
kinds() {
	echo runs
	sed -n 's/^\tKIND(\([a-z]*\), "\([A-Z0-9]*\)").*/\1 \2/p' "$top/tests/fuzz/kinds.h"
}
seconds=60 runs='' only='' dir=$top/build/fuzz-load
while [ $# -gt 0 ]; do
	case $1 in
		--seconds) seconds=$2; shift ;;
		--runs) runs=$2; shift ;;
		--only) only=$2; shift ;;
		--kinds) kinds | cut -d ' ' -f 1; exit ;;
		-*) usage ;;
		*) dir=$1 ;;
	esac
	shift
done
[ -z "$only" ] || kinds | grep -q "^$only\b" || usage
clang=$(command -v clang-14 clang | head -n 1) || { echo "$0: no clang" >&2; exit 1; }
mkdir -p "$dir"
dir=$(cd "$dir" && pwd -P)
corpus=$dir/corpus${only:+-$only}
[ -z "$runs" ] || rm -rf "$corpus"
mkdir -p "$corpus"
module=$("$top/tools/build.sh" "$dir/build" --enable-xhprof-dev --enable-xhprof-fake-clock)
php -n -d "extension=$module" "$top/tests/fuzz/seeds.php" "$corpus"
if [ -n "$only" ]; then
	for seed in "$corpus"/*; do
		first=$(head -c 8 "$seed" | tr -d '\0')
		found=$(kinds | awk -v first="$first" '$2 == first { print $1 }')
		[ "${found:-runs}" = "$only" ] || rm "$seed"
	done
fi

cd "$dir/build"
read -ra includes < <(php-config --includes)
mapfile -t sources < <(grep -oE '^ +([a-z]+/)?[a-z0-9_]+\.c$' config.m4 | tr -d ' ')
# shellcheck disable=SC2054 # the commas are clang's
compile=("$clang" -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
	-Werror=implicit-function-declaration -w -D_GNU_SOURCE -DHAVE_CONFIG_H -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1
	-DXHPROF_FAKE_CLOCK=1 -I. "-I$top/tests/fuzz" "${includes[@]}" "-I$(php-config --include-dir)")
objects=$dir/objects
mkdir -p "$objects"
# Most files are as they were the last time.
if command -v ccache >/dev/null; then
	compile=(ccache "${compile[@]}")
	export CCACHE_BASEDIR=$dir/build CCACHE_NOHASHDIR=1
fi
export objects
# shellcheck disable=SC2016 # the inner shell's
printf '%s\n' "${sources[@]}" "$top"/tests/fuzz/{load,attach,texts}.c |
	xargs -P "$(nproc)" -I FILE bash -c 'name=${0//\//_}; exec "$@" -c "$0" -o "$objects/${name%.c}.o"' FILE "${compile[@]}"
"$clang" -g -fsanitize=fuzzer,address,undefined "$objects"/*.o -o "$dir/load" -Wl,--wrap=pread,--wrap=process_vm_readv \
	-L"$(php-config --prefix)/lib" "-lphp$(php-config --version | cut -d. -f1,2)" -lpcre2-8 -lz

limits=("-max_total_time=$seconds")
[ -z "$runs" ] || limits=("-runs=$runs" -seed=1)
cd "$dir"
UBSAN_OPTIONS=print_stacktrace=1 \
	./load "$corpus" "${limits[@]}" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
	-print_final_stats=1 -artifact_prefix="$dir/"
