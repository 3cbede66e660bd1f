#!/bin/bash
# Profiles in 8 threads at once, starting and stopping at random: whole programs, call trees, samples. What
# each profile must have is known; no thread may crash, and nothing else be printed.
# Usage: tools/stress-threads.sh DIR [ROUNDS] [THREADS]     DIR: a folder that build.sh made for a PHP with
# threads, as tools/php.sh makes it. A round, of which there is one unless given, is a process of each mode.
# A PHP with ThreadSanitizer tells of races: what it may tell of is in tests/threads/tsan.supp. Signals of perf
# events it cannot stand, so there samples are taken by timers; and opcache has its script from the beginning.
set -eu

[ $# -ge 1 ] || { sed -n '2,7s/^# //p' "$0" >&2; exit 2; }
top=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
rounds=${2-1} threads=${3-8}
php=$(sed -n 's/^PHP_EXECUTABLE = //p' "$build/Makefile")
config=$(dirname "$php")/php-config
"$php" -n -r 'exit(PHP_ZTS ? 0 : 1);' || { echo "$0: $php has no threads" >&2; exit 2; }
work=$(mktemp -d)
export XHPROF_SANITIZER_REPORTS=1 UBSAN_OPTIONS="print_stacktrace=1:${UBSAN_OPTIONS-}"
trap 'rm -rf "$work"' EXIT
run=() flags=() before='' small=512
if nm -D "$php" | grep -q __tsan_init; then
	# The sanitizer's memory must lie where it wants it, which not every machine lets us say.
	! setarch -R true 2>/dev/null || run=(setarch -R)
	flags=(-fsanitize=thread)
	# shellcheck disable=SC2016 # PHP's variable
	before='include $argv[1];'
	cc -shared -fPIC -o "$work/refuse.so" "$top/tests/faults/refuse.c"
	run+=(env REFUSE=perf "LD_PRELOAD=$work/refuse.so")
	small=1024 # its frames are larger
	ulimit -s 6144 # more than 65,536 calls in C, one in another, it cannot tell of
	export TSAN_OPTIONS="suppressions=$top/tests/threads/tsan.supp history_size=7 exitcode=66 ${TSAN_OPTIONS-}"
fi
# shellcheck disable=SC2046 # a list of arguments
cc -shared -fPIC -g "${flags[@]}" -DCOMPILE_DL_THREADS $("$config" --includes) -o "$work/threads.so" "$top/tests/threads/threads.c"

opcache=''
"$php" -n -m | grep -q 'Zend OPcache' || opcache="-d zend_extension=$("$php" -n -r 'echo PHP_EXTENSION_DIR;')/opcache.so"
opcache="$opcache -d opcache.enable=1 -d opcache.enable_cli=1 -d opcache.file_update_protection=0"
modes=(
	"ex:-d xhprof.hook=ex"
	"observer:-d xhprof.hook=observer"
	"ex+opcache:-d xhprof.hook=ex $opcache -d opcache.jit=disable -d opcache.jit_buffer_size=0"
	"observer+jit:-d xhprof.hook=observer $opcache -d opcache.jit=tracing -d opcache.jit_buffer_size=32M"
	"ex+live:-d xhprof.hook=ex -d xhprof.live_dir=$work/live -d xhprof.live_interval=1ms -d xhprof.live_budget=100"
	"observer+live:-d xhprof.hook=observer -d xhprof.live_dir=$work/live -d xhprof.live_interval=3ms"
	"ex+deep:-d xhprof.hook=ex -d memory_limit=-1"
	"ex+deep+small:-d xhprof.hook=ex -d memory_limit=-1"
)
mkdir -m 700 "$work/live"
requests=0 failed=0 seed=${SEED-$(date +%s)}
# Each process a second or two: how the first profile begins matters as well.
for ((round = 0; round < rounds; round++)); do
	for mode in "${modes[@]}"; do
		seed=$((seed + 1))
		unset XHPROF_THREADS_DEEP
		stack=$(ulimit -s)
		case ${mode%%:*} in
		ex+deep+small) stack=$small ;&
		ex+deep*) export XHPROF_THREADS_DEEP=1 ;;
		esac
		status=0
		# shellcheck disable=SC2086,SC2016 # a list of arguments; PHP's variables
		got=$(ulimit -Ss "$stack"; timeout -k 5 300 "${run[@]}" "$php" -n -d "extension=$build/modules/xhprof.so" -d "extension=$work/threads.so" ${mode#*:} \
			-r "$before"'echo threads_run($argv[1], $argv[2], $argv[3], $argv[4]), "\n";' \
			"$top/tests/threads/request.inc" "$threads" 1000 "$seed" 2>&1) || status=$?
		if [ $status = 0 ] && [[ $got =~ ^[0-9]+$ ]]; then
			requests=$((requests + got))
			continue
		fi
		echo "${mode%%:*}, seed $seed: exit code $status (124: hangs)" >&2
		head -n 60 <<<"$got" >&2
		failed=$((failed + 1))
		[ $failed -lt "${STOP_AFTER-3}" ] || exit 1
	done
done
echo "$requests requests in $threads threads, $failed runs failed"
[ $failed = 0 ]
