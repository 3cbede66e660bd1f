#!/bin/bash
# Counts the instructions of each kind of call under the JIT: without xhprof, and with it while no profile runs. Fails if
# the default hook adds to one of them.
# Usage: bench/idle.sh MODULE [JIT]...    JIT: a value of opcache.jit; the default is tracing and function
set -eu

[ $# -ge 1 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
module=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
[ $# -gt 0 ] || set -- tracing function
php=$(command -v "${PHP:-php}")
opcache=()
"$php" -n -m | grep -q 'Zend OPcache' || opcache=(-d zend_extension=opcache)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# gate.php names xhprof_enable(): as the main script it would run without the JIT.
echo "<?php require '$here/gate.php';" >"$work/main.php"

# count NAME JIT [option of PHP]...: see callgrind.sh.
count() {
	local name=$1 jit=$2
	shift 2
	env -i PATH="$PATH" setarch -R nice valgrind --tool=callgrind --dump-before=gc_enabled --smc-check=all-non-file \
		--compress-strings=no --compress-pos=no --callgrind-out-file="$work/$name" \
		"$php" -n "${opcache[@]}" -d opcache.enable_cli=1 -d opcache.file_update_protection=0 -d "opcache.jit=$jit" \
		-d opcache.jit_buffer_size=64M "$@" "$work/main.php" >"$work/$name.log" 2>&1 || { cat "$work/$name.log" >&2; exit 1; }
}

# The second and third of three parts a case count, 100 calls and 300. The last case compiles new code, which is not a call.
per_call() {
	for part in $(seq 1 24); do
		awk '/^calls=/ { getline; next } /^[0-9]/ { sum += $2 } END { print sum }' "$work/$1.$part"
	done | awk -v cases="function unqualified method recursion callback generator internal internal_method" -f "$(dirname "$0")/per_call.awk"
}

failed=0
for jit; do
	count bare "$jit"
	count ex "$jit" -d "extension=$module"
	count observer "$jit" -d "extension=$module" -d xhprof.hook=observer
	for name in bare ex observer; do
		per_call "$name" >"$work/$name.calls"
	done
	printf '%-18s %12s %12s %12s\n' "opcache.jit=$jit" "not loaded" "default" "hook=observer"
	# A callback's arrays lie elsewhere, and are found by a few instructions more or less.
	paste -d' ' "$work"/{bare,ex,observer}.calls | awk '
		{ printf "%-18s %12.2f %12.2f %12.2f\n", $1, $2, $4, $6 }
		$4 > $2 * 1.002 { failed = 1 }
		END { exit failed }' || failed=1
done
exit $failed
