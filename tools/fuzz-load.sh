#!/bin/bash
# libFuzzer on what reads runs, rings, the memory of other processes and texts of requests, with the address and
# undefined behaviour sanitizers. Runs are json, and what PHP reads of serialized arrays and of lines for XHGui. A
# ring's positions and another process' memory move while they are read. It starts from the files in tests/fuzz/corpus,
# a folder for each kind. It prints for each kind how many inputs it tried and how many different things they did, and
# fails if one crashed, leaked, took longer than 100 seconds or more than 2 GB; that input is kept in DIR.
# Usage: tools/fuzz-load.sh [--seconds N | --runs N | --merge] [--only KIND] [DIR] | --kinds | --syntax BUILD
#   --seconds  of each kind inputs for so long, others each time, from what was found before; the default is 60
#   --runs     so many inputs of each kind, the same ones each time and on each machine
#   --merge    adds to tests/fuzz/corpus what was found in DIR and runs code that no file there runs
#   --only     one kind; --kinds prints all
#   --syntax   only whether its own sources still fit the extension's, which was built in BUILD
#   DIR        keeps what was found for the next time; the default is build/fuzz-load
# XHPROF_FUZZ=KIND DIR/load FILE tries a file that was kept again.
# Needs clang, its sanitizers' libraries and PHP as a library; on Debian 12: clang-14, libclang-rt-14-dev,
# php8.2-dev and libphp8.2-embed.
set -eu

usage() { sed -n '7,14s/^# //p' "$0" >&2; exit 2; }

top=$(cd "$(dirname "$0")/.." && pwd -P)
corpora=$top/tests/fuzz/corpus
mapfile -t kinds < <(grep -oE '\{"[a-z]+", fuzz_' "$top/tests/fuzz/load.c" | cut -d '"' -f 2)
seconds=60 runs='' merge='' syntax='' dir=$top/build/fuzz-load
while [ $# -gt 0 ]; do
	case $1 in
		--seconds) seconds=$2; shift ;;
		--runs) runs=$2; shift ;;
		--merge) merge=yes ;;
		--syntax) syntax=yes ;;
		--only) [[ " ${kinds[*]} " = *" $2 "* ]] || usage; kinds=("$2"); shift ;;
		--kinds) printf '%s\n' "${kinds[@]}"; exit ;;
		-*) usage ;;
		*) dir=$1 ;;
	esac
	shift
done
clang=$(command -v clang-14 clang | head -n 1) || { echo "$0: no clang" >&2; exit 1; }
mkdir -p "$dir"
dir=$(cd "$dir" && pwd -P)
own=("$top"/tests/fuzz/{load,attach,texts}.c)
build=$dir/build
if [ -n "$syntax" ]; then
	build=$dir
else
	"$top/tools/build.sh" "$build" --enable-xhprof-dev --enable-xhprof-fake-clock >/dev/null
fi

cd "$build"
read -ra includes < <(php-config --includes)
mapfile -t sources < <(grep -oE '^ +([a-z]+/)?[a-z0-9_]+\.c$' config.m4 | tr -d ' ')
sources+=("${own[@]}")
# shellcheck disable=SC2054 # the commas are clang's
compile=("$clang" -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
	-Werror=implicit-function-declaration -w -D_GNU_SOURCE -DHAVE_CONFIG_H -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1
	-DXHPROF_FAKE_CLOCK=1 -Dclock_gettime=fuzz_clock_gettime -I.
	"-I$top/tests/fuzz" "${includes[@]}" "-I$(php-config --include-dir)")
if [ -n "$syntax" ]; then
	"${compile[@]}" -fsyntax-only "${own[@]}"
	exit
fi
objects=$dir/objects
mkdir -p "$objects"
# Most files are as they were the last time.
if command -v ccache >/dev/null; then
	compile=(ccache "${compile[@]}")
	export CCACHE_BASEDIR=$dir/build CCACHE_NOHASHDIR=1
fi
export objects
# shellcheck disable=SC2016 # the inner shell's
printf '%s\n' "${sources[@]}" |
	xargs -P "$(nproc)" -I FILE bash -c 'name=${0//\//_}; exec "$@" -c "$0" -o "$objects/${name%.c}.o"' FILE "${compile[@]}"
# Objects of files that have another name now may lie beside them.
names=("${sources[@]//\//_}")
names=("${names[@]/%.c/.o}")
"$clang" -g -fsanitize=fuzzer,address,undefined "${names[@]/#/$objects/}" -o "$dir/load" \
	"-Wl,--wrap=pread,--wrap=process_vm_readv,--wrap=hp_random_bytes,--wrap=usleep" \
	-L"$(php-config --prefix)/lib" "-lphp$(php-config --version | cut -d. -f1,2)" -lpcre2-8 -lz

cd "$dir"

# unpack KIND: copies the files that it starts from, and prints their names, in an order that no system changes.
unpack() {
	local file
	rm -rf "seeds/$1"
	mkdir -p "seeds/$1" "corpus-$1"
	for file in "$corpora/$1"/*; do
		case $file in
			*.ring.gz) gzip -dc "$file" >"seeds/$1/$(basename "$file" .gz)" ;; # mostly zeros
			*) cp "$file" "seeds/$1" ;;
		esac
	done
	(export LC_ALL=C; printf '%s\n' "seeds/$1"/*)
}

# try KIND ARGUMENT...
try() {
	XHPROF_FUZZ=$1 UBSAN_OPTIONS=print_stacktrace=1 ./load "${@:2}" -timeout=100 -rss_limit_mb=2048 \
		-max_len=65536 -print_final_stats=1 "-artifact_prefix=$dir/" >"$1.txt" 2>&1
}

# merge KIND: counts of how often code runs would make a file of most inputs.
merge() {
	local file name
	rm -rf "merged/$1"
	mkdir -p merged
	cp -R "seeds/$1" "merged/$1"
	try "$1" -merge=1 -use_counters=0 "merged/$1" "corpus-$1" || return 1
	for file in "merged/$1"/*; do
		name=$(basename "$file")
		[ ! -e "seeds/$1/$name" ] || continue
		[ "$1" != rings ] || { gzip -9n <"$file" >"$corpora/$1/$name.ring.gz"; continue; }
		cp "$file" "$corpora/$1/$name"
	done
}

# Libraries lie elsewhere each time: inputs made of addresses that were compared would differ. A folder has its files in
# any order, and libFuzzer reads it again after a second.
same=("-runs=$runs" -seed=1 -use_cmp=0 -reload=0)
failed=0
for kind in "${kinds[@]}"; do
	seeds=$(unpack "$kind" | paste -sd,)
	if [ -n "$merge" ]; then
		merge "$kind"
	elif [ -n "$runs" ]; then
		try "$kind" "-seed_inputs=$seeds" "${same[@]}"
	else
		try "$kind" "corpus-$kind" "seeds/$kind" "-max_total_time=$seconds"
	fi || { failed=1; grep -A 30 'ERROR:\|runtime error:' "$kind.txt" || tail -n 20 "$kind.txt"; }
	sed -nE "s/^#([0-9]+)\s+DONE +cov: [0-9]+ ft: ([0-9]+) .*/$kind: \1 inputs, \2 features/p" "$kind.txt"
done
exit $failed
