#!/bin/bash
# Counts instructions under the JIT, without xhprof and with it while no profile runs: of each kind of call, and of the
# programs that are installed (php-parser, php-twig). Fails if a default adds to them: nothing set, xhprof.live_dir, or
# xhprof.auto in a request that is not chosen.
# Usage: bench/idle.sh MODULE [JIT]...    JIT: a value of opcache.jit; the default is tracing and function
set -eu

[ $# -ge 1 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
module=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ -f "$module" ] || { echo "$0: there is no $module" >&2; exit 2; }
shift
[ $# -gt 0 ] || set -- tracing function
php=$(command -v "${PHP:-php}")
load=()
"$php" -n -m | grep -q 'Zend OPcache' || load+=(-d zend_extension=opcache)
for name in ctype mbstring tokenizer; do
	"$php" -n -m | grep -qx "$name" || load+=(-d "extension=$name")
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# gate.php names xhprof_enable(): as the main script it would run without the JIT.
echo "<?php require '$here/gate.php';" >"$work/calls.php"
echo "<?php require '$here/turns.php';" >"$work/turns.php"
calls="function unqualified method recursion callback generator internal internal_method"

# count NAME JIT SCRIPT [option of PHP]...: see callgrind.sh.
count() {
	local name=$1 jit=$2 script=$3
	shift 3
	env -i PATH="$PATH" setarch -R nice valgrind --tool=callgrind --dump-before=gc_enabled --smc-check=all-non-file \
		--compress-strings=no --compress-pos=no --callgrind-out-file="$work/$name" \
		"$php" -n -d "include_path=${XHPROF_BENCH_PATH:-/usr/share/php}" "${load[@]}" -d opcache.enable_cli=1 \
		-d opcache.file_update_protection=0 -d "opcache.jit=$jit" -d opcache.jit_buffer_size=64M "$@" "$work/$script.php" \
		>"$work/$name.log" 2>&1 || { cat "$work/$name.log" >&2; exit 1; }
}

sum() { awk '/^calls=/ { getline; next } /^[0-9]/ { sum += $2 } END { print sum }' "$1"; }

# The second and third of three parts a case count, 100 calls and 300. The last case compiles new code, which is not a call.
per_call() {
	for part in $(seq 1 24); do
		sum "$work/$1.$part"
	done | awk -v cases="$calls" -f "$here/per_call.awk"
}

# Every other part is a program; its name is in the output.
per_program() {
	local part=2 program
	grep '^program ' "$work/$1.log" | while read -r _ program; do
		echo "${program// /-} $(sum "$work/$1.$part")"
		part=$((part + 2))
	done
}

# both NAME JIT [option of PHP]...: calls and programs, a line each, into a file.
both() {
	local name=$1 jit=$2
	shift 2
	count "$name-calls" "$jit" calls "$@" &
	count "$name-turns" "$jit" turns "$@"
	wait $!
	per_call "$name-calls" >"$work/$name"
	per_program "$name-turns" >>"$work/$name"
}

failed=0
module=(-d "extension=$module")
for jit; do
	both bare "$jit"
	both default "$jit" "${module[@]}"
	both live "$jit" "${module[@]}" -d "xhprof.live_dir=$work"
	both auto "$jit" "${module[@]}" -d xhprof.auto=trigger -d xhprof.trigger_secret=01234567890123456789012345678901 \
		-d xhprof.sample_rate=1000000000 -d "xhprof.output_dir=$work"
	both observer "$jit" "${module[@]}" -d xhprof.hook=observer
	printf '%-18s %12s %10s %10s %10s %14s\n' "opcache.jit=$jit" "not loaded" default live_dir auto hook=observer
	# A callback's arrays lie elsewhere, and are found by a few instructions more or less. Twig's programs compile.
	paste -d' ' "$work"/{bare,default,live,auto,observer} | awk -v calls="$calls" '
		{ printf "%-18s %12.2f %10.4f %10.4f %10.4f %14.4f\n", $1, $2, $4 / $2, $6 / $2, $8 / $2, $10 / $2 }
		{ most = index(calls, $1) ? 1.002 : 1.005 }
		$4 > $2 * most || $6 > $2 * most || $8 > $2 * most { failed = 1 }
		END { exit failed }' || failed=1
done
exit $failed
