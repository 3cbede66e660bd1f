#!/bin/bash
# Tests readers of a php-fpm pool under load (nginx, wrk), and measures what they cost: readers come, go and are killed;
# workers are reloaded, killed and hang; users have permission to read, or not.
# Usage: tools/live-fpm.sh DIR [--short | --cost | --fuzz] [--workers N] [--seconds N] [--rounds N] [--work N]
# DIR is a folder that build.sh made. --short is without what takes long (CI), --cost the table of costs alone, --fuzz
# anything at all written to the workers' FIFOs while they serve. --work is what a request does: 1000, 0.35 ms of CPU time.
# Numbers of one run compare with one another only; the machine should be idle.
set -eu

# shellcheck source=tools/web.sh
. "$(dirname "$0")/web.sh"

need_web php-fpm nginx wrk
usage() { sed -n '2,7s/^# //p' "$0" >&2; exit 2; }

[ $# -ge 1 ] || usage
top=$(cd "$(dirname "$0")/.." && pwd)
need_module "$1"
shift
what=all workers=32 seconds=60 sizes='4 16 32' functions=3 rounds=8 work_done=1000
while [ $# -gt 0 ]; do
	case $1 in
		--short) what=short seconds=5 functions=1 ;;
		--cost) what=cost ;;
		--fuzz) what=fuzz ;;
		--workers) workers=$2 sizes=$2; shift ;;
		--seconds) seconds=$2; shift ;;
		--rounds) rounds=$2; shift ;;
		--work) work_done=$2; shift ;;
		*) usage ;;
	esac
	shift
done

work=$(mktemp -d)
live=$(mktemp -d /dev/shm/xhprof-live-fpm.XXXXXX)
trap 'rm -rf "$work" "$live"' EXIT # until there is more to clean up
chmod 755 "$work"
page=$top/tests/live/web/page.php
fpm_pids=()
command=$top/cli/bin/xhprof
user=$(id -un)
if [ "$(id -u)" = 0 ]; then
	user=www-data
	chown www-data:adm "$live"
	for_workers "$work/code" "$page" "$module" "$top/cli"
	page=$work/code/page.php module=$work/code/xhprof.so command=$work/code/cli/bin/xhprof
fi
# An array, so that a number of a process is the tool's, not that of a shell around it.
tool=("$php" -n -d "extension=$module" "$command")
chmod 2750 "$live"

trap 'clean_up "$live"' EXIT

# start_fpm NAME WORKERS INI...: a pool of its own master.
start_fpm() {
	local name=$1 lines=("pm.max_children = $2")
	shift 2
	[ "$(id -u)" != 0 ] || lines+=("user = $user" "group = $user")
	mkdir -p "$work/runs-$name"
	chown "$user" "$work/runs-$name"
	printf '%s\n' "extension=$module" "xhprof.output_dir=$work/runs-$name" opcache.enable=0 log_errors=1 \
		"error_log=$work/$name-php.log" "$@" >"$work/$name.ini"
	run_fpm "$name" "${lines[@]}"
	fpm_pids[$(index_of "$name")]=$server_pid
}

# Pools have short names: off, on, same.
index_of() {
	case $1 in off) echo 0 ;; on) echo 1 ;; *) echo 2 ;; esac
}

master() {
	echo "${fpm_pids[$(index_of "$1")]}"
}

fpm_workers() {
	children_of "$(master "$1")"
}

# Nanoseconds of CPU that a pool's workers, helper threads included, have used.
cpu_ns() {
	local pid
	for pid in $(fpm_workers "$1"); do
		cat "/proc/$pid/task/"*/schedstat
	done | awk '{ sum += $1 } END { printf "%.0f", sum }'
}

# KiB of memory, PSS, of a pool's workers.
pss_kib() {
	local pid
	for pid in $(fpm_workers "$1"); do
		cat "/proc/$pid/smaps_rollup"
	done | awk '/^Pss:/ { sum += $2 } END { print sum }'
}

# load NAME SECONDS FILE [QUERY]: as many connections as workers.
load() {
	LOAD_DELAY=$delay LOAD_PAGE="/$1/?work=$work_done&${4-}" wrk -t 1 -c "$workers" -d "$2s" --timeout 600s -s "$top/tests/live/web/load.lua" \
		"http://127.0.0.1:$port" >"$3" 2>&1 || { cat "$3" >&2; die 'wrk failed'; }
}

rings() {
	find "$live" -name '*.data' | wc -l
}

# record_from INTERVAL: a reader of all rings, in $reader; "idle" and "same" have none.
record_from() {
	reader=
	case $1 in
		*ms)
			"${tool[@]}" record "$live" --duration 600s --interval "$1" --out "$work/cost.json.gz" >/dev/null 2>"$work/record.err" &
			reader=$!
			sleep 1.5
			;;
	esac
}

end_record() {
	[ -n "$reader" ] || return 0
	kill -TERM "$reader"
	wait "$reader" || :
	await nobody_samples || die 'sampling goes on without a reader'
}

# load_both POOL SECONDS FILE: it and "off" at the same moment, so that all that the machine does meets both.
load_both() {
	local pool name loading=()
	for pool in off "$1"; do
		name=$3-$([ "$pool" = off ] && echo off || echo with)
		cpu_ns "$pool" >"$name.before"
		load "$pool" "$2" "$name" &
		loading+=($!)
	done
	for pool in "${loading[@]}"; do
		wait "$pool" || die "wrk failed"
	done
	for pool in off "$1"; do
		name=$3-$([ "$pool" = off ] && echo off || echo with)
		echo "cpu_us $((($(cpu_ns "$pool") - $(cat "$name.before")) / 1000))" >>"$name"
		rm "$name.before"
		expect "$pool: requests that failed" "$(($(figure "$name" failed) + $(figure "$name" errors)))" eq 0
	done
}

# Pairs of pools: "off" and a second one like it ("same": how far two equal pools are apart here), with rings and nobody that
# looks ("idle"), with readers at 10 ms and at 1 ms. Pools are started anew for each round: where a process has its memory alone
# makes some 2 %.
measure() {
	local round kind pool
	rm -f "$work"/cost-*
	for round in $(seq "$1"); do
		rm -rf "${live:?}"/*
		run_nginx "$(pool_places "$page" off same on)"
		start_fpm off "$workers"
		start_fpm same "$workers"
		start_fpm on "$workers" "${on[@]}"
		warm
		for kind in same idle 10ms 1ms; do
			pool=on
			[ $kind != same ] || pool=same
			record_from $kind
			load_both $pool 6 "$work/warm" # the first seconds of sampling cost more
			load_both $pool "$2" "$work/cost-$kind-$round"
			end_record
		done
		memory="$(pss_kib off) KiB off, $(pss_kib on) KiB with rings"
		stop_all
	done
}

# The medians of the rounds' ratios to "off" of the same round; of CPU their standard error, too.
costs() {
	awk -v workers="$1" '
		FNR == 1 { split(FILENAME, part, "-"); n = length(part); pool = part[n]; round = part[n - 1]; kind = part[n - 2] }
		{ value[$1] = $2 }
		$1 == "cpu_us" { cpu[kind, round, pool] = $2 / value["answered"]; p50[kind, round, pool] = value["p50_us"]
			if (pool == "with") cost[kind, round] = cpu[kind, round, pool] / cpu[kind, round, "off"]
			p99[kind, round, pool] = value["p99_us"]; rate[kind, round, pool] = value["answered"] / value["seconds"]
			if (round > rounds) rounds = round }
		function median(of, kind, over,  i, j, list, swap) {
			sum = squares = 0
			for (i = 1; i <= rounds; i++) {
				list[i] = of[kind, i, "with"] / (over ? of[kind, i, "off"] : 1)
				sum += list[i]; squares += list[i] ^ 2
			}
			for (i = 1; i <= rounds; i++) for (j = i + 1; j <= rounds; j++) if (list[j] < list[i]) { swap = list[i]; list[i] = list[j]; list[j] = swap }
			return (list[int((rounds + 1) / 2)] + list[int(rounds / 2) + 1]) / 2
		}
		# The medians of the ratios to the same processes while nobody looks.
		function looked(kind,  i, ratio) {
			for (i = 1; i <= rounds; i++) ratio[kind, i, "with"] = cost[kind, i] / cost["idle", i]
			return median(ratio, kind, 0)
		}
		function error() { return sqrt((squares / rounds - (sum / rounds) ^ 2) / (rounds - 1)) }
		END {
			count = split("same idle 10ms 1ms", kinds, " ")
			for (i = 1; i <= count; i++) {
				kind = kinds[i]
				printf "%7d  %-5s %6.0f %7.0f us %6.3f", workers, kind, median(rate, kind, 0), median(cpu, kind, 0), median(cpu, kind, 1)
				printf " +-%.3f", error()
				printf " %6.3f", looked(kind)
				printf " +-%.3f %7.0f us %6.3f %7.0f us %6.3f\n", error(), median(p50, kind, 0), median(p50, kind, 1),
					median(p99, kind, 0), median(p99, kind, 1)
			}
		}' "$work"/cost-*
}

# Three readers at 1 ms under load, one of which is killed; workers reloaded and killed meanwhile. On a busy machine they may need
# longer until they have seen the functions.
test_readers() {
	local length=$seconds
	warm
	until read_pool "$length"; do
		length=$((2 * length))
		[ "$length" -lt 600 ] || { cat "$work"/record-[12].log; expect 'readers that have seen the functions' 1 eq 2; break; }
	done
	await nobody_samples || expect 'processes that are sampled without a reader' "$(sampled)" eq 0
}

# read_pool SECONDS: true if both readers that live have seen the functions. One that ends with an error is a fault at once.
read_pool() {
	local i readers=() loading failed is_good=yes status
	load on "$1" "$work/load" &
	loading=$!
	for i in 1 2 3; do
		"${tool[@]}" record "$live" --duration "$(($1 - 2))s" --interval 1ms --out "$work/record-$i.json.gz" >"$work/record-$i.log" 2>&1 &
		readers+=($!)
	done
	sleep $(($1 / 3))
	disown "${readers[2]}"
	kill -KILL "${readers[2]}"
	wait "$loading" || :
	for i in 0 1; do
		status=0
		wait "${readers[$i]}" || status=$?
		if [ $status != 0 ]; then
			cat "$work/record-$((i + 1)).log"
			expect "the exit of reader $((i + 1))" $status eq 0
		elif [ "$(functions_of $((i + 1)))" -lt "$functions" ]; then
			is_good=no
		fi
	done

	failed=$(($(figure "$work/load" failed) + $(figure "$work/load" errors)))
	grep '^failure' "$work/load" || :
	echo "$(figure "$work/load" answered) requests in $(figure "$work/load" seconds) s, $failed failed; 3 readers at 1 ms, 1 killed; $(rings) rings"
	expect 'requests that failed' "$failed" eq 0
	expect 'rings' "$(rings)" eq "$workers"
	[ $is_good = yes ]
}

# functions_of READER: how many of the page's functions its profile has.
functions_of() {
	"${tool[@]}" top "$work/record-$1.json.gz" --json 2>/dev/null | grep -oE '"(work|part|wait_for_others)"' | sort -u | wc -l
}

# Until each worker has a ring, which it makes at its first request.
warm() {
	await warm_more
}

warm_more() {
	load on 1 "$work/warm"
	[ "$(rings)" -ge "$workers" ]
}

test_sweep() {
	local before after pid
	warm
	before=$(fpm_workers on)
	kill -USR2 "$(master on)"
	await all_new "$before" "$(master on)" || die 'FPM does not reload'
	warm
	expect 'rings after a reload' "$(rings)" le "$workers"
	for pid in $(fpm_workers on | tr ' ' '\n' | head -n 3); do
		kill -KILL "$pid"
	done
	warm
	warm
	# What died in the middle of a request stays for ten minutes.
	after=$(rings)
	echo "rings: $workers workers, $after files after a reload and 3 kills"
	expect 'rings after 3 workers were killed' "$after" le $((workers + 3))
}

# test_hang: workers that hang, and what "dump" says of where.
test_hang() {
	local kind way ways=('usleep' 'page.php:6' 'flock' 'page.php:11' 'fread' 'page.php:17' 'hang_loop' 'page.php:2[23]')
	: >"$work/lock"
	chmod 666 "$work/lock"
	exec 7>"$work/lock"
	flock 7
	for kind in sleep lock socket loop; do
		# shellcheck disable=SC2016 # PHP's variables, not the shell's
		"$php" -n -r 'echo file_get_contents($argv[1]);' "http://127.0.0.1:$port/on/?hang=$kind&file=$work/lock" >"$work/hang-$kind" 2>&1 &
		pids+=($!)
	done
	await dump_has "${ways[@]}" && return 0
	"${tool[@]}" dump "$live" || expect 'the exit of dump' 1 eq 0
	for way in "${ways[@]}"; do
		expect "$way in the dump" "$(grep -c "$way" "$work/dump")" ge 1
	done
}

# The requests that hang need a moment to get there.
dump_has() {
	local way
	"${tool[@]}" dump "$live" >"$work/dump" 2>&1 || return 1
	for way; do
		grep -q "$way" "$work/dump" || return 1
	done
}

# Anything at all in the FIFOs of all workers while they serve: all requests are answered, by the same workers, and there is
# no file but those that messages may ask for.
test_fuzz() {
	local before after loading strange
	warm
	before=$(fpm_workers on)
	touch "$work/begin"
	load on "$seconds" "$work/load" &
	loading=$!
	# shellcheck disable=SC2016 # PHP's variables, not the shell's
	"$php" -n -r 'require "$argv[1]/tests/live/live.inc"; require "$argv[1]/tests/live/control/fuzz.inc";
		mt_srand($seed = mt_rand()); echo "seed $seed: ";
		foreach (array_slice(fuzz_folder($argv[2], (float) $argv[3]), 0, 5) as $broken) { echo "BROKEN $broken\n"; }' \
		"$top" "$live" "$((seconds - 1))" >"$work/fuzz" 2>&1 || expect 'the exit of the fuzzer' 1 eq 0
	cat "$work/fuzz"
	wait "$loading" || :
	after=$(fpm_workers on)
	echo "$(figure "$work/load" answered) requests in $(figure "$work/load" seconds) s, $(figure "$work/load" failed) failed"
	grep '^failure' "$work/load" || :
	expect 'rings with impossible headers' "$(grep -c BROKEN "$work/fuzz")" eq 0
	expect 'requests that failed' "$(($(figure "$work/load" failed) + $(figure "$work/load" errors)))" eq 0
	expect 'workers that died' "$([ "$before" = "$after" ] && echo 0 || echo 1)" eq 0
	expect 'lines on signals in the log of FPM' "$(grep -c 'exited on signal' "$work/on.log")" eq 0
	strange=$(find "$work/runs-on" "$work" -maxdepth 1 -newer "$work/begin" -type f ! -name 'live-*.xhprof.*' ! -name '20*.xhprof.*' \
		! -name load ! -name fuzz ! -name '*.log' ! -name '.*')
	echo "files: $(find "$work/runs-on" -type f | wc -l) runs and snapshots${strange:+, and }$strange"
	expect 'files of strange names' "$(printf %s "$strange" | grep -c .)" eq 0
	expect 'files of strange names in live_dir' "$(find "$live" -type f ! -name '*.data' | wc -l)" eq 0
}

# Who may look: root, the workers' user, the folder's group, and nobody else.
test_permissions() {
	[ "$(id -u)" = 0 ] || { note='needs root, skipped: permissions'; return 0; }
	local command=("${tool[@]}" dump "$live")
	expect 'dump as root' "$("${command[@]}" 2>&1 | grep -c page.php)" ge 1
	expect 'dump as the user of the workers' "$(setpriv --reuid=www-data --regid=www-data --clear-groups "${command[@]}" 2>&1 | grep -c page.php)" ge 1
	expect 'dump as another user, in the group' "$(setpriv --reuid=nobody --regid=nogroup --groups=adm "${command[@]}" 2>&1 | grep -c page.php)" ge 1
	if setpriv --reuid=nobody --regid=nogroup --clear-groups "${command[@]}" >"$work/refused" 2>&1; then
		expect 'dump as another user' 1 eq 0
	fi
	echo "as another user: $(head -n 1 "$work/refused")"
}

on=("xhprof.live_dir=$live")
delay=20
case $what in
	cost)
		delay=$((40 * (work_done + 1000) / 2000)) # of two pools at once
		echo 'workers  pair   req/s  CPU a request, to "off"  to "idle"         p50              p99'
		for workers in $sizes; do
			measure "$rounds" 8
			costs "$workers"
			echo "        memory of all workers (PSS): $memory"
		done
		;;
	fuzz)
		run_nginx "$(pool_places "$page" on)"
		start_fpm on "$workers" "${on[@]}" xhprof.keep=50
		test_fuzz
		;;
	*)
		run_nginx "$(pool_places "$page" on)"
		start_fpm on "$workers" "${on[@]}"
		test_readers
		test_sweep
		test_hang
		test_permissions
		kill -TERM "$(master on)" # what hangs need not be waited for
		;;
esac
[ "$failures" = 0 ] || exit 1
[ -z "$note" ] || echo "note: $note"
