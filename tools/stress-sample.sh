#!/bin/bash
# Samples a program that does a bit of everything every 100 us, by each engine and clock, without and
# with opcache and the JIT: it must neither crash nor print anything else than unsampled.
# Usage: tools/stress-sample.sh DIR [SECONDS] [PHP]      DIR: a folder that build.sh made
# SECONDS, 30 unless given, is for all of it together.
set -eu

[ $# -ge 1 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
top=$(cd "$(dirname "$0")/.." && pwd)
module=$(cd "$1" && pwd)/modules/xhprof.so
seconds=${2-30}
php=${3-$(sed -n 's/^PHP_EXECUTABLE = //p' "$1/Makefile")}
php=$(command -v "$php")
common=(-n -d "extension=$module" -d memory_limit=1G)
modes=('plain:')
"$php" -n -m | grep -q 'Zend OPcache' && opcache='' ||
	opcache="-d zend_extension=$("$php" -n -r 'echo PHP_EXTENSION_DIR;')/opcache.so"
# shellcheck disable=SC2086 # a list of arguments
if "$php" -n $opcache -d opcache.enable_cli=1 -r 'exit(function_exists("opcache_get_status") ? 0 : 1);' 2>/dev/null; then
	opcache="$opcache -d opcache.enable=1 -d opcache.enable_cli=1"
	modes+=("opcache:$opcache -d opcache.jit=disable -d opcache.jit_buffer_size=0"
		"jit:$opcache -d opcache.jit=tracing -d opcache.jit_buffer_size=64M")
fi
runs=('signal:{"interval":100,"engine":"signal"}' 'cpu:{"interval":100,"engine":"signal","clock":"cpu"}'
	'interrupt:{"interval":100,"engine":"interrupt"}')
each=$((seconds / (${#modes[@]} * (${#runs[@]} + 1)) + 1))
failed=0
for mode in "${modes[@]}"; do
	for run in "${runs[@]}"; do
		# shellcheck disable=SC2086 # a list of arguments
		got=$(STRESS_SAMPLE=${run#*:} "$php" "${common[@]}" ${mode#*:} "$top/tests/stress/sample.php" "$each" 1000000000) &&
			want=$("$php" "${common[@]}" ${mode#*:} "$top/tests/stress/sample.php" 100000 "${got%% *}") &&
			[ "$got" = "$want" ] && [ "${got%% *}" -gt 0 ] && continue
		echo "${mode%%:*} ${run%%:*}: FAILED: sampled: ${got-}; not sampled: ${want-}" >&2
		failed=1
	done
done
exit $failed
