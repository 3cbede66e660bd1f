#!/bin/bash
# Runs whole-request profiling where requests are real: php-fpm behind nginx under the load of wrk, with
# workers reloaded and killed meanwhile; then how a request may end, in FPM, php-cgi and php -S.
# Usage: tools/test-web.sh DIR [--requests N] [--rate N] [--hook NAME] [--latency]
# DIR is a folder that build.sh made. The requests (2000) are spread over pm = static and ondemand;
# one in --rate (20) of them is sampled. --latency measures instead what it costs those that are not.
set -eu

# shellcheck source=tools/web.sh
. "$(dirname "$0")/web.sh"

usage() { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }

[ $# -ge 1 ] || usage
top=$(cd "$(dirname "$0")/.." && pwd)
module=$(cd "$1" && pwd)/modules/xhprof.so
[ -f "$module" ] || die "$1 has no modules/xhprof.so; run tools/build.sh $1 first"
shift
requests=2000 rate=20 hook=ex latency=no
while [ $# -gt 0 ]; do
	case $1 in
		--requests) requests=$2; shift ;;
		--rate) rate=$2; shift ;;
		--hook) hook=$2; shift ;;
		--latency) latency=yes ;;
		*) usage ;;
	esac
	shift
done

cgi=$(command -v "php-cgi$release" || command -v php-cgi) || die "no php-cgi for PHP $release"
extensions=$("$php" -n -r 'echo PHP_EXTENSION_DIR;')
secret=a-secret-of-the-tests
triggered_every=97
workers=4
work=$(mktemp -d)
chmod 755 "$work"
runs=$work/runs

trap clean_up EXIT

# What each SAPI is told, as lines for php.ini. The folder of runs is the first argument.
settings() {
	echo "extension=$module"
	[ ! -f "$extensions/pcntl.so" ] || echo "extension=pcntl"
	cat <<END
xhprof.hook=$hook
xhprof.output_dir=$1
xhprof.trigger_secret=$secret
xhprof.auto_formats="json,xhgui,xhprof"
display_errors=0
log_errors=1
error_log=$work/php.log
opcache.enable=0
output_buffering=4096
END
}

start_nginx() {
	# Twice the same in "upstream": what a killed worker drops is asked again, as of a site with two machines.
	# Buffering off, else nginx drops the whole answer that a worker sent just before it was killed: its death
	# resets the connection, as it had not read the end of the request's body.
	run_nginx "root $top/tests/request/web;
		access_log $work/access.log tries;
		location / {
			$(fastcgi fpm "$top/tests/request/web/app.php")
			fastcgi_next_upstream error timeout;
			fastcgi_buffering off;
		}" "log_format tries '\$status \$upstream_status \$request';
		upstream fpm {
			server unix:$work/fpm.sock max_fails=0;
			server unix:$work/fpm.sock max_fails=0;
		}"
}

# start_fpm PM INI...: more settings than those of all.
start_fpm() {
	local pm=$1 ini root=()
	shift
	mkdir -p "$runs"
	settings "$runs" >"$work/php.ini"
	[ "${1-}" != without ] || { sed -i '/xhprof/d' "$work/php.ini"; shift; }
	for ini in "$@"; do
		echo "$ini" >>"$work/php.ini"
	done
	cat >"$work/fpm.conf" <<END
[global]
daemonize = no
pid = $work/fpm.pid
error_log = $work/fpm.log
process_control_timeout = 10s
[www]
listen = $work/fpm.sock
listen.backlog = 511
listen.mode = 0666
pm = $pm
pm.max_children = $workers
pm.process_idle_timeout = 1s
clear_env = no
catch_workers_output = yes
END
	[ "$(id -u)" != 0 ] || {
		root=(-R)
		echo 'user = root' >>"$work/fpm.conf"
		echo 'group = root' >>"$work/fpm.conf"
	}
	rm -f "$work/fpm.sock"
	PHP_INI_SCAN_DIR='' "$fpm" -c "$work/php.ini" -F -y "$work/fpm.conf" "${root[@]}" 2>"$work/fpm.err" &
	fpm_pid=$!
	pids+=("$fpm_pid")
	local i
	for i in $(seq 100); do
		[ ! -S "$work/fpm.sock" ] || { sleep 0.1; return 0; }
		is_running "$fpm_pid" || break
		sleep 0.05
	done
	cat "$work/fpm.err" "$work/fpm.log" >&2
	die 'php-fpm does not start'
}

fpm_workers() {
	cat "/proc/$fpm_pid/task/$fpm_pid/children"
}

# KiB that each worker has of its own, one a line.
memory_of_workers() {
	local pid
	for pid in $(fpm_workers); do
		awk '/^Pss_Anon:/ { print $2 }' "/proc/$pid/smaps_rollup"
	done
}

greatest() {
	sort -n | tail -n 1
}


loads=0
# load REQUESTS: by wrk; what it counts is added up by total.
load() {
	loads=$((loads + 1))
	LOAD_REQUESTS=$1 LOAD_PLAIN=${plain-/app.php?x=0} LOAD_TRIGGER=${trigger-$triggered_every} LOAD_SECRET=$secret LOAD_RUNS=$work/named \
		wrk -t 1 -c "${connections-8}" -d 600s --timeout 30s -s "$top/tests/request/web/load.lua" "http://127.0.0.1:$port" \
		>"$work/$loads.load" 2>&1 || { cat "$work/$loads.load" >&2; die 'wrk failed'; }
}

# total WHAT: over all loads.
total() {
	cat "$work"/*.load | awk -v what="$1" '$1 == what { sum += $2 } END { print sum + 0 }'
}

# Meanwhile: reloads, and kills a worker in the middle of its work.
disturb() {
	local step victim
	for step in reload kill kill reload; do
		sleep "$1"
		if [ $step = kill ]; then
			victim=$(fpm_workers | tr ' ' '\n' | head -n 1)
			[ -n "$victim" ] && kill -KILL "$victim" && echo "killed $victim" >>"$work/disturbed"
		else
			kill -USR2 "$fpm_pid" && echo reloaded >>"$work/disturbed"
		fi
	done
}

# A worker that is killed while it writes leaves a temporary file. A sweep removes it when it is old: with so many
# files one save in hundreds sweeps, but the first one of each new worker does.
tidy_up() {
	local left
	left=$(find "$runs" -name '.xhprof-*.tmp' | wc -l)
	expect 'temporary files left by killed workers' "$left" le $((3 * $(grep -c killed "$work/disturbed")))
	[ "$left" = 0 ] || find "$runs" -name '.xhprof-*.tmp' -exec touch -d '2 hours ago' {} +
	kill -USR2 "$fpm_pid"
	sleep 1
	trigger=1 load 10
}

# test_pm PM: half of all requests.
test_pm() {
	local pm=$1 half=$((requests / 2)) before after disturbing retried
	rm -rf "$runs" "$work"/*.load
	mkdir -p "$runs"
	: >"$runs/.xhprof-0123456789abcdef.tmp" # as of a worker that was killed long ago
	touch -d '2 hours ago' "$runs"/.xhprof-*.tmp
	truncate -s 0 "$work/named" "$work/access.log" "$work/disturbed"
	start_nginx
	start_fpm "$pm" xhprof.auto=trigger "xhprof.sample_rate=$rate" xhprof.keep_files=1000000
	load 200
	# Half of it while all is shaken, the rest in peace, to see whether memory grows.
	disturb 0.3 &
	disturbing=$!
	load $((half / 2))
	while is_running $disturbing; do
		load 200
	done
	wait $disturbing || :
	load 400
	before=$(memory_of_workers | greatest)
	load $((half / 2))
	after=$(memory_of_workers | greatest)
	tidy_up
	stop_all

	retried=$(awk '$2 ~ /,|:/ || $3 ~ /^[0-9]/' "$work/access.log" | wc -l)
	echo "pm = $pm: $(total answered) requests, $(grep -c reloaded "$work/disturbed") reloads, $(grep -c killed "$work/disturbed")" \
		"workers killed, $retried requests asked again; $(total named) triggered;" \
		"greatest worker $before KiB before, $after KiB after $((half / 2)) requests"
	expect 'requests that failed' "$(total failed)" eq 0
	grep -h '^failure' "$work"/*.load || :
	expect 'errors of connections' "$(total errors)" eq 0
	expect 'workers killed' "$(grep -c killed "$work/disturbed")" ge 1
	expect 'triggered requests that name their run' "$(total named)" ge $(($(total answered) / triggered_every - 2 * loads))
	expect 'growth of a worker in KiB' $((after - before)) le 256
	! grep -E 'SIGSEGV|SIGBUS|SIGABRT|exited on signal (6|7|11)' "$work/fpm.log" || failures=$((failures + 1))
	"$php" -n -d "extension=$module" "$top/tests/request/web/check.php" "$runs" "$work/named" \
		"$(total answered)" "$rate" json,xhgui,xhprof "$(sed -n 's/^killed //p' "$work/disturbed" | paste -sd,)" ||
		failures=$((failures + 1))
	[ ! -s "$work/php.log" ] || { echo 'FAILED: the log of errors has:'; head "$work/php.log"; failures=$((failures + 1)); }
	loads=0
}

# Workers that all save at once keep to the limits together.
test_keep() {
	rm -rf "$runs" "$work"/*.load
	: >"$work/named"
	start_nginx
	start_fpm static xhprof.auto=always xhprof.keep_files=60 xhprof.keep_mb=1
	load $((requests / 4))
	stop_all
	local files
	files=$(find "$runs" -name '*.xhprof*' ! -name '.*' | wc -l)
	echo "keep_files = 60: $files files after $(total answered) requests that all saved"
	expect 'requests that failed' "$(total failed)" eq 0
	expect 'files kept' "$files" le 60
	expect 'files kept' "$files" ge 45
	loads=0
}

# How a request may end. cases.php is the client, and looks at the runs.
test_cases() {
	rm -rf "$runs"
	start_nginx
	workers=1 start_fpm static xhprof.auto=trigger
	"$php" -n -d "extension=$module" "$top/tests/request/web/cases.php" fpm "http://127.0.0.1:$port/app.php" "$runs" "$secret" ||
		failures=$((failures + 1))
	stop_all
}

# The files of PHP that do the same.
test_prepend() {
	local file=$work/envelopes
	rm -rf "$runs"
	start_nginx
	workers=1 start_fpm static "auto_prepend_file=$top/share/auto_prepend.php"
	"$php" -n -d "extension=$module" "$top/tests/request/web/prepend.php" classic "http://127.0.0.1:$port/app.php" "$runs" ||
		failures=$((failures + 1))
	stop_all
	start_nginx
	export XHGUI_LIBRARY=$top/tests/request/web/php_profiler.inc XHGUI_SECRET=$secret PROFILER_STUB=$file
	workers=1 start_fpm static "auto_prepend_file=$top/examples/xhgui_prepend.php"
	"$php" -n -d "extension=$module" "$top/tests/request/web/prepend.php" xhgui "http://127.0.0.1:$port/app.php" "$file" "$secret" ||
		failures=$((failures + 1))
	stop_all
}

test_server() {
	rm -rf "$runs"
	mkdir -p "$runs"
	port=$(free_port)
	settings "$runs" >"$work/php.ini"
	echo 'xhprof.auto=trigger' >>"$work/php.ini"
	PHP_INI_SCAN_DIR='' "$php" -c "$work/php.ini" -S "127.0.0.1:$port" "$top/tests/request/web/app.php" >"$work/server.log" 2>&1 &
	pids+=($!)
	"$php" -n -d "extension=$module" "$top/tests/request/web/cases.php" server "http://127.0.0.1:$port/app.php" "$runs" "$secret" ||
		failures=$((failures + 1))
	stop_by=TERM stop_all
}

test_cgi() {
	rm -rf "$runs"
	mkdir -p "$runs"
	settings "$runs" >"$work/php.ini"
	echo 'xhprof.auto=trigger' >>"$work/php.ini"
	PHP_INI_SCAN_DIR='' "$php" -n -d "extension=$module" "$top/tests/request/web/cases.php" cgi \
		"$cgi -c $work/php.ini" "$runs" "$secret" || failures=$((failures + 1))
}

# What a request takes that is not profiled, as the median of rounds by turns, each of one connection.
test_latency() {
	local trigger=0 connections=1 plain="/app.php?plain" rounds=9 name
	local -A ini=([1-without]=without [2-off]=xhprof.auto=off [3-trigger]=xhprof.auto=trigger
		[4-rate]="xhprof.auto=trigger xhprof.sample_rate=100")
	: >"$work/named"
	workers=1
	for _ in $(seq $rounds); do
		for name in 1-without 2-off 3-trigger 4-rate; do
			start_nginx
			# shellcheck disable=SC2086 # a list of settings
			start_fpm static ${ini[$name]}
			load 500
			load 3000
			sed -n 's/^median_us //p' "$work/$loads.load" >>"$work/latency-$name"
			sed -n 's/^p99_us //p' "$work/$loads.load" >>"$work/latency99-$name"
			stop_all
		done
	done
	for name in 1-without 2-off 3-trigger 4-rate; do
		printf '%-12s median %s us (%s to %s of %s rounds), 99 %% within %s us\n' "${name#*-}" "$(median "$work/latency-$name")" \
			"$(sort -n "$work/latency-$name" | head -n 1)" "$(sort -n "$work/latency-$name" | tail -n 1)" "$rounds" \
			"$(median "$work/latency99-$name")"
	done
}

median() {
	sort -n "$1" | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

if [ $latency = yes ]; then
	test_latency
else
	for pm in static ondemand; do
		test_pm "$pm"
	done
	test_keep
	test_cases
	test_prepend
	test_server
	test_cgi
fi
[ $failures = 0 ] || { echo "$failures failures"; exit 1; }
