#!/bin/bash
# What takes too long, or too much memory, for the tests. Fails and says so if a result is not as expected.
# Usage: tools/stress.sh samples DIR [ROUNDS | --seconds SECONDS]           DIR: a folder that build.sh made
#          A program that does a bit of everything, sampled every 100 us by each engine and clock, without and with opcache and the
#          JIT: it must neither crash nor print anything else than unsampled. Each run has as many rounds, 250 unless given;
#          for the field, as many as fit into SECONDS for all of it together
#        tools/stress.sh threads DIR [ROUNDS] [THREADS]
#          8 threads at once start and stop profiles at random: whole programs, call trees, samples. What each must have is known.
#          DIR is for a PHP with threads, as tools/php.sh makes it. A round, of which there is one unless given, is a process of each
#          mode. The seeds are those behind the variable SEED, 0 unless given: SEED=$EPOCHSECONDS tries others each time. A PHP with
#          ThreadSanitizer reports races: tests/threads/tsan.supp has those that it may report
#        tools/stress.sh sizes DIR
#          A million functions, ten million edges and call paths, a process without memory, as docs/reliability.md says. Takes
#          minutes and up to 4 GB, and a build without the fake clock
set -eu

usage() { sed -n '3,14s/^# //p' "$0" >&2; exit 2; }

[ $# -ge 2 ] || usage
kind=$1 top=$(cd "$(dirname "$0")/.." && pwd) build=$(cd "$2" && pwd)
shift 2
php=$(sed -n 's/^PHP_EXECUTABLE = //p' "$build/Makefile")
module=(-n -d "extension=$build/modules/xhprof.so")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
# It is built in since 8.5, a shared extension before.
opcache=''
"$php" -n -m | grep -q 'Zend OPcache' || opcache="-d zend_extension=$("$php" -n -r 'echo PHP_EXTENSION_DIR;')/opcache.so"
opcache="$opcache -d opcache.enable=1 -d opcache.enable_cli=1 -d opcache.file_update_protection=0"
interpreted="$opcache -d opcache.jit=disable -d opcache.jit_buffer_size=0"
compiled="$opcache -d opcache.jit=tracing -d opcache.jit_buffer_size=64M"

# shellcheck disable=SC2086 # lists of arguments
stress_samples() {
	local modes=('plain:') mode run got want rounds=${1-250} seconds=1000000000
	if "$php" -n $opcache -r 'exit(function_exists("opcache_get_status") ? 0 : 1);' 2>/dev/null; then
		modes+=("opcache:$interpreted" "jit:$compiled")
	fi
	local runs=('signal:{"interval":100,"engine":"signal"}' 'cpu:{"interval":100,"engine":"signal","clock":"cpu"}'
		'interrupt:{"interval":100,"engine":"interrupt"}')
	if [ "$rounds" = --seconds ]; then
		seconds=$((${2-30} / (${#modes[@]} * (${#runs[@]} + 1)) + 1)) rounds=1000000000
	fi
	module+=(-d memory_limit=1G)
	for mode in "${modes[@]}"; do
		for run in "${runs[@]}"; do
			got=$(STRESS_SAMPLE=${run#*:} "$php" "${module[@]}" ${mode#*:} "$top/tests/stress/sample.php" "$seconds" "$rounds") &&
				want=$("$php" "${module[@]}" ${mode#*:} "$top/tests/stress/sample.php" 1000000000 "${got%% *}") &&
				[ "$got" = "$want" ] && [ "${got%% *}" -gt 0 ] && continue
			echo "${mode%%:*} ${run%%:*}: FAILED: sampled: ${got-}; not sampled: ${want-}" >&2
			failed=1
		done
	done
}

stress_threads() {
	"$php" -n -r 'exit(PHP_ZTS ? 0 : 1);' || { echo "$0: $php has no threads" >&2; exit 2; }
	export XHPROF_SANITIZER_REPORTS=1 UBSAN_OPTIONS="print_stacktrace=1:${UBSAN_OPTIONS-}"
	local rounds=${1-1} threads=${2-8} config run=() flags=() before='' small=512 modes mode requests=0 stack status got
	local seed=${SEED-0}
	config=$(dirname "$php")/php-config
	if nm -D "$php" | grep -q __tsan_init; then
		# The sanitizer's memory must lie where it wants it, which not every machine lets us say.
		! setarch -R true 2>/dev/null || run=(setarch -R)
		flags=(-fsanitize=thread)
		# shellcheck disable=SC2016 # PHP's variable
		before='include $argv[1];'
		cc -shared -fPIC -o "$work/refuse.so" "$top/tests/faults/refuse.c"
		run+=(env REFUSE=perf "LD_PRELOAD=$work/refuse.so")
		small=1024 # its frames are larger
		ulimit -s 6144 # beyond 65,536 nested calls in C, TSan cannot report anything
		export TSAN_OPTIONS="suppressions=$top/tests/threads/tsan.supp history_size=7 exitcode=66 ${TSAN_OPTIONS-}"
	fi
	# shellcheck disable=SC2046 # a list of arguments
	cc -shared -fPIC -g "${flags[@]}" -DCOMPILE_DL_THREADS $("$config" --includes) -o "$work/threads.so" "$top/tests/threads/threads.c"

	modes=(
		"ex:-d xhprof.hook=ex"
		"observer:-d xhprof.hook=observer"
		"ex+opcache:-d xhprof.hook=ex $interpreted"
		"observer+jit:-d xhprof.hook=observer $compiled"
		"ex+live:-d xhprof.hook=ex -d xhprof.live_dir=$work/live -d xhprof.live_interval=1ms -d xhprof.live_budget=100"
		"observer+live:-d xhprof.hook=observer -d xhprof.live_dir=$work/live -d xhprof.live_interval=3ms"
		"ex+deep:-d xhprof.hook=ex -d memory_limit=-1"
		"ex+deep+small:-d xhprof.hook=ex -d memory_limit=-1"
	)
	mkdir -m 700 "$work/live"
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
			got=$(ulimit -Ss "$stack"; timeout -k 5 300 "${run[@]}" "$php" "${module[@]}" -d "extension=$work/threads.so" ${mode#*:} \
				-r "$before"'echo threads_run($argv[1], $argv[2], $argv[3], $argv[4]), "\n";' \
				"$top/tests/threads/request.inc" "$threads" 1000 "$seed" 2>&1) || status=$?
			if [ "$status" = 0 ] && [[ $got =~ ^[0-9]+$ ]]; then
				requests=$((requests + got))
				continue
			fi
			echo "${mode%%:*}, seed $seed: exit code $status (124: hangs)" >&2
			head -n 60 <<<"$got" >&2
			failed=$((failed + 1))
			[ "$failed" -lt "${STOP_AFTER-3}" ] || exit 1
		done
	done
	echo "$requests requests in $threads threads, $failed runs failed"
}

# fault NAME EXPECTED COMMAND...: its last line must match, as a pattern of bash.
fault() {
	local name=$1 expected=$2 began=$SECONDS said
	shift 2
	said=$("$@" 2>&1 | tail -n 1) || :
	# shellcheck disable=SC2053 # a pattern
	if [[ $said == $expected ]]; then
		printf '%-44s %4d s  %s\n' "$name" $((SECONDS - began)) "$said"
	else
		printf '%-44s FAILED: %s\n' "$name" "$said"
		failed=1
	fi
}

run() {
	"$php" "${module[@]}" -d memory_limit=-1 -d xhprof.hook="${hook:-ex}" "$@"
}

# The programs that sizes runs, in $work.
write_programs() {
	cat >"$work/resident.php" <<'END'
<?php
function resident() { return 4096 * (int) explode(' ', file_get_contents('/proc/self/statm'))[1]; }
END
	cat >"$work/functions.php" <<'END'
<?php
require __DIR__ . '/resident.php';
[, $count, $flags] = $argv;
for ($part = 0; $part < 100; $part++) {
	$code = '';
	for ($i = 0; $i < $count / 100; $i++) {
		$code .= "function f{$part}_$i() {}";
	}
	eval($code);
}
$before = resident();
xhprof_enable((int) $flags);
for ($part = 0; $part < 100; $part++) {
	for ($i = 0; $i < $count / 100; $i++) {
		"f{$part}_$i"();
	}
}
$bytes = resident() - $before;
$run = xhprof_stop();
$info = xhprof_info();
printf("%d functions, %d lost, %d bytes each\n", $run->summary()['functions'], $info['truncated_calls'], $bytes / $count);
END
	cat >"$work/edges.php" <<'END'
<?php
require __DIR__ . '/resident.php';
[, $side, $flags] = $argv;
$code = '';
for ($i = 0; $i < $side; $i++) {
	$code .= "function callee$i() {} function caller$i() { foreach (\$GLOBALS['names'] as \$name) \$name(); }";
	$names[] = "callee$i";
}
eval($code);
$before = resident();
xhprof_enable((int) $flags);
for ($i = 0; $i < $side; $i++) {
	"caller$i"();
}
$bytes = resident() - $before;
$run = xhprof_stop();
$sum = $run->summary();
printf("%d calls, %d pairs, %d paths, %d lost, %d bytes each\n", $sum['calls'], $sum['pairs'], $sum['nodes'],
	xhprof_info()['truncated_calls'], $bytes / ($side * $side));
END
}

stress_sizes() {
	write_programs
	fault '1,000,000 functions' '100000[0-9] functions, 0 lost, *' run -d xhprof.max_nodes=2000000 "$work/functions.php" 1000000 0
	hook=observer fault '1,000,000 functions, observer' '100000[0-9] functions, 0 lost, *' run -d xhprof.max_nodes=2000000 "$work/functions.php" 1000000 0
	fault '10 million edges' '1000[0-9]* calls, 1000[0-9]* pairs, 0 paths, 0 lost, *' run -d xhprof.max_nodes=20000000 "$work/edges.php" 3163 0
	fault '10 million call paths, 1 million kept' '* 1000002 paths, 90[0-9]* lost, *' \
		run "$work/edges.php" 3163 "$(run -r 'echo XHPROF_FLAGS_TREE;')"
	fault 'no memory left (256 MB of addresses)' '*[Oo]ut of memory*' \
		prlimit --as=268435456 "$php" "${module[@]}" -d memory_limit=-1 -d xhprof.max_nodes=20000000 "$work/edges.php" 3163 0
}

case $kind in
	samples) stress_samples "$@" ;;
	threads) stress_threads "$@" ;;
	sizes) stress_sizes ;;
	*) usage ;;
esac
exit $failed
