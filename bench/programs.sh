#!/bin/bash
# Counts the instructions that profiling adds to a turn of each program, and how many times as many as `two clocks` adds:
# the least that an exact profiler of this kind takes (two_clocks.c). Counts repeat, whatever else the machine does.
# Usage: bench/programs.sh MODULE [NAME=FLAGS]...    e.g. none=0 tree=32; the default is none, tree, both (6)
# Needs php-parser and php-twig; with XHPROF_BENCH_PROGRAMS (run.php --fetch FOLDER) also Parsedown and Symfony.
set -eu

[ $# -ge 1 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
module=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ -f "$module" ] || { echo "$0: there is no $module" >&2; exit 2; }
shift
[ $# -gt 0 ] || set -- none=0 tree=32 both=6
php=$(command -v "${PHP:-php}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2046 # several words
cc -O2 -shared -fPIC $("${PHP_CONFIG:-php-config}" --includes) -o "$work/two_clocks.so" "$here/two_clocks.c"
load=()
for name in ctype mbstring tokenizer; do
	"$php" -n -m | grep -qx "$name" || load+=(-d "extension=$name")
done

# count NAME CODE [option of PHP]...: see callgrind.sh. CODE switches the profiler on.
count() {
	local name=$1 code=$2
	shift 2
	env -i PATH="$PATH" XHPROF_BENCH_PROGRAMS="${XHPROF_BENCH_PROGRAMS-}" setarch -R nice valgrind --tool=callgrind \
		--dump-before=gc_enabled --compress-strings=no --compress-pos=no --callgrind-out-file="$work/$name" \
		"$php" -n -d "include_path=${XHPROF_BENCH_PATH:-/usr/share/php}" "${load[@]}" "$@" "$here/turns.php" "$code" \
		>"$work/$name.log" 2>&1 || { cat "$work/$name.log" >&2; exit 1; }
}

# Without those of asking the kernel for the CPU time, which depend on how fast valgrind runs.
sum() {
	awk '
		/^fn=/ { is_asking = /hp_timer_cpu_ask|hp_timer_thread_cpu_ns|clock_gettime/ }
		/^calls=/ { getline; next }
		/^[0-9]/ && !is_asking { sum += $2 }
		END { print sum }' "$1"
}

# Every other part is a program; its name is in the output.
per_program() {
	local part=2 program
	grep '^program ' "$work/$1.log" | while read -r _ program; do
		echo "${program// /-} $(sum "$work/$1.$part")"
		part=$((part + 2))
	done >"$work/$1.sums"
}

count plain '' &
count floor 'two_clocks_start();' -d "extension=$work/two_clocks.so"
wait $!
pids=() failed=0
for way; do
	count "${way%%=*}" "xhprof_enable(${way#*=});" -d "extension=$module" &
	pids+=($!)
	[ "$(jobs -rp | wc -l)" -lt 2 ] || wait -n || :
done
for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
[ $failed = 0 ]
files=()
for way in plain floor "${@%%=*}"; do
	per_program "$way"
	files+=("$work/$way.sums")
done
# A part is three turns.
paste -d' ' "${files[@]}" | awk -v ways="$*" '
	BEGIN {
		count = split(ways, way, " ")
		printf "%-16s %14s", "# program", "floor"
		for (i = 1; i <= count; i++) { sub(/=.*/, "", way[i]); printf " %16s %6s", way[i], "x" }
		print ""
	}
	{
		floor = $4 - $2
		printf "%-16s %14d", $1, floor / 3
		for (i = 1; i <= count; i++) {
			added = $(4 + 2 * i) - $2
			printf " %16d %6.3f", added / 3, added / floor
			sum[i] += log(added / floor)
		}
		print ""
	}
	END {
		printf "%-16s %14s", "mean", ""
		for (i = 1; i <= count; i++) printf " %16s %6.3f", "", exp(sum[i] / NR)
		print ""
	}'
