#!/bin/bash
# Runs whole-request profiling where requests are real: php-fpm behind nginx under the load of wrk, with
# workers reloaded and killed meanwhile; Apache and php-fpm restarted under load; then how a request may end, in
# FPM, php-cgi and php -S.
# Usage: tools/test-web.sh DIR [--requests N] [--rate N] [--hook NAME] [--latency]
# DIR is a folder that build.sh made. The requests (2000) are spread over pm = static and ondemand;
# one in --rate (20) of them is sampled. --latency measures instead what it costs those that are not.
set -eu

# shellcheck source=tools/web.sh
. "$(dirname "$0")/web.sh"

need_web php-fpm nginx wrk
usage() { sed -n '2,7s/^# //p' "$0" >&2; exit 2; }

[ $# -ge 1 ] || usage
top=$(cd "$(dirname "$0")/.." && pwd)
need_module "$1"
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
	load_extensions pcntl
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
	local ini lines=("pm = $1" "pm.max_children = $workers" 'pm.process_idle_timeout = 1s' 'clear_env = no')
	shift
	mkdir -p "$runs"
	settings "$runs" >"$work/fpm.ini"
	[ "${1-}" != without ] || { sed -i '/xhprof/d' "$work/fpm.ini"; shift; }
	for ini in "$@"; do
		echo "$ini" >>"$work/fpm.ini"
	done
	[ "$(id -u)" != 0 ] || fpm_options=(-R) lines+=('user = root' 'group = root')
	run_fpm fpm "${lines[@]}"
}

# Prefork, with mod_php, behind nginx.
start_apache() {
	rm -rf "$runs"
	mkdir "$runs"
	mkdir -p "$work/www"
	chmod 777 "$runs"
	touch "$work/php.log"
	chmod 666 "$work/php.log"
	cp "$top/tests/request/web/app.php" "$work/www/"
	: >"$work/other.conf"
	{
		settings "$runs"
		printf '%s\n' xhprof.auto=trigger "xhprof.sample_rate=$rate" xhprof.keep=1000000
		with_opcache
	} >"$work/apache.ini"
	run_apache apache "$work/www" "Include $work/other.conf" "CustomLog $work/served.log %s"
	run_nginx "location / {
			proxy_pass http://apache;
			proxy_next_upstream error timeout;
		}" "log_format tries '\$status \$upstream_status \$request';
		access_log $work/access.log tries;
		upstream apache {
			server 127.0.0.1:$port max_fails=0;
			server 127.0.0.1:$port max_fails=0;
		}"
}

# Where the module is in the server's memory: "START END".
module_place() {
	awk -v module="$module" '$6 == module { split($1, at, "-"); if (!start) start = at[1]; end = at[2] } END { print start, end }' \
		"/proc/$server_pid/maps"
}

# At the next restart Apache loads a library before PHP's extensions, or no more. It takes the module's place, which then
# comes back at another address.
take_place() {
	local start end
	read -r start end < <(module_place)
	if [ -s "$work/other.conf" ]; then
		: >"$work/other.conf"
	else
		# A bit smaller, as a library has pages of its own.
		echo "char other[$((0x$end - 0x$start - 0x5000))];" >"$work/other.c"
		cc -shared -nostdlib -o "$work/other.so" "$work/other.c"
		echo "LoadFile $work/other.so" >"$work/other.conf"
	fi
}

# KiB that each worker has of its own, one a line.
memory_of_workers() {
	local pid
	for pid in $(children_of "$server_pid"); do
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
		wrk -t 1 -c "${connections-8}" -d 3600s --timeout 600s -s "$top/tests/request/web/load.lua" "http://127.0.0.1:$port" \
		>"$work/$loads.load" 2>&1 || { cat "$work/$loads.load" >&2; die 'wrk failed'; }
}

# total WHAT: over all loads.
total() {
	cat "$work"/*.load | awk -v what="$1" '$1 == what { sum += $2 } END { print sum + 0 }'
}

# Kills a worker, as soon as there is one.
kill_worker() {
	local victim=
	until [ -n "$victim" ] && kill -KILL "$victim" 2>/dev/null; do
		sleep 0.01
		victim=$(children_of "$server_pid" | cut -d ' ' -f 1)
	done
	echo "killed $victim" >>"$work/disturbed"
}

# Meanwhile: reloads, and kills a worker in the middle of its work.
disturb() {
	local step
	for step in reload kill kill reload; do
		sleep "$1"
		if [ $step = kill ]; then
			kill_worker
		else
			kill -USR2 "$server_pid" && echo reloaded >>"$work/disturbed"
		fi
	done
}

# shellcheck disable=SC2086 # pids, in a line
are_gone() {
	local pid
	for pid in $1; do
		! is_running "$pid" || return 1
	done
}

# A worker that is killed while it writes leaves a temporary file. A sweep removes it when it is old: with so many
# files one save in hundreds sweeps, but the first one of each new worker does.
tidy_up() {
	local left before
	left=$(find "$runs" -name '.xhprof-*.tmp' | wc -l)
	expect 'temporary files left by killed workers' "$left" le $((3 * $(grep -c killed "$work/disturbed")))
	[ "$left" = 0 ] || find "$runs" -name '.xhprof-*.tmp' -exec touch -d '2 hours ago' {} +
	before=$(children_of "$server_pid")
	kill -USR2 "$server_pid"
	await are_gone "$before" || die 'php-fpm does not reload'
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
	start_fpm "$pm" xhprof.auto=trigger "xhprof.sample_rate=$rate" xhprof.keep=1000000
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
	[ ! -s "$work/php.log" ] || { echo 'FAILED: the error log has:'; head "$work/php.log"; failures=$((failures + 1)); }
	loads=0
}

# By signals, as an administrator does. The engine, in memory still, must not call what it has unloaded.
restart_server() {
	local signal before
	for signal in "$@"; do
		sleep 1.5
		[ ! -f "$work/other.conf" ] || take_place
		before=$(children_of "$server_pid")
		echo "$before" >>"$work/disturbed"
		kill -"$signal" "$server_pid"
		await all_new "$before" "$server_pid" || die "no restart by $signal"
		module_place >>"$work/places"
	done
}

# So many requests reached PHP, those that wrk left at its end included, as Apache knows.
served() {
	if [ -s "$work/served.log" ]; then
		wc -l <"$work/served.log"
	else
		total answered
	fi
}

# test_restarts NAME END SIGNAL...: the server has started, and ends by END. FPM starts its program anew, so that nothing
# stays.
test_restarts() {
	local server=$1 end=$2 places restarting
	shift 2
	rm -f "$work"/*.load "$work/disturbed"
	truncate -s 0 "$work/named"
	load 200
	module_place >"$work/places"
	restart_server "$@" &
	restarting=$!
	while is_running $restarting; do
		# Where every child dies, an answer takes a second.
		[ "$(total failed)" != 0 ] || load 200
	done
	wait $restarting || failures=$((failures + 1))
	[ "$(total failed)" != 0 ] || load 200
	# Requests that wrk has left are to end.
	kill "-$end" "$server_pid"
	wait_gone "$server_pid" "$end"
	stop_all
	unset stop_by

	places=$(grep . "$work/places" | sort -u | wc -l)
	echo "$server: $(total answered) requests, restarted by $*, the module at $places addresses"
	expect 'requests that failed' "$(total failed)" eq 0
	grep -h '^failure' "$work"/*.load || :
	expect 'errors of connections' "$(total errors)" eq 0
	[ -n "${ZEND_DONT_UNLOAD_MODULES-}" ] || expect 'addresses of the module' "$places" ge 2
	! grep -m 5 -E 'exit signal|SIGSEGV|SIGBUS|SIGABRT|exited on signal (6|7|11)' "$work/$server.log" || failures=$((failures + 1))
	# Apache's restart kills children while they save.
	find "$runs" -name '.xhprof-*.tmp' -delete
	"$php" -n -d "extension=$module" "$top/tests/request/web/check.php" "$runs" "$work/named" "$(served)" \
		"$rate" json,xhgui,xhprof "$(tr -s ' \n' ',' <"$work/disturbed")" || failures=$((failures + 1))
	[ ! -s "$work/php.log" ] || { echo 'FAILED: the error log has:'; head "$work/php.log"; failures=$((failures + 1)); }
	rm -rf "$runs" "$work/other.conf" "$work/served.log"
	loads=0
}

restart_apache() {
	start_apache
	test_restarts apache WINCH USR1 HUP USR1
}

# The second time the module stays in memory, and its variables keep their values, as where xhprof is built into PHP.
test_apache() {
	if [ -z "$apache" ] || [ ! -f "$apache_modules/libphp$release.so" ]; then
		note="needs apache2 and libapache2-mod-php$release, skipped: Apache"
		return
	fi
	restart_apache
	ZEND_DONT_UNLOAD_MODULES=1 restart_apache
}

test_reloads() {
	rm -rf "$runs"
	start_nginx
	# shellcheck disable=SC2046 # a list of settings
	start_fpm static xhprof.auto=trigger "xhprof.sample_rate=$rate" xhprof.keep=1000000 $(with_opcache)
	test_restarts fpm QUIT USR2 USR2
}

# Workers that all save at once keep to the limits together.
test_keep() {
	rm -rf "$runs" "$work"/*.load
	: >"$work/named"
	start_nginx
	start_fpm static xhprof.auto=always xhprof.keep=60,1M
	load $((requests / 4))
	stop_all
	local files
	files=$(find "$runs" -name '*.xhprof*' ! -name '.*' | wc -l)
	echo "keep = 60: $files files after $(total answered) requests that all saved"
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

# The client has all of the answer, and the session is written, while the run cannot be saved yet.
test_response() {
	local answer
	rm -rf "$runs" "$work/sessions"
	mkdir "$work/sessions"
	cc -shared -fPIC -o "$work/hold-saves.so" "$top/tests/request/web/hold_saves.c"
	: >"$work/hold"
	start_nginx
	export HOLD_SAVES=$work/hold LD_PRELOAD=$work/hold-saves.so
	workers=1 start_fpm static xhprof.auto=trigger xhprof.auto_formats=json "session.save_path=$work/sessions" 'session.use_strict_mode=0'
	unset LD_PRELOAD HOLD_SAVES
	answer=$(curl -sS -m 600 -D - -b "XHPROF_TRIGGER=$secret; PHPSESSID=abc" "http://127.0.0.1:$port/app.php?session=1") ||
		{ echo 'FAILED: the answer waits for the run'; failures=$((failures + 1)); }
	expect 'sessions written before the run' "$(grep -l seen "$work/sessions"/sess_abc | wc -l)" eq 1
	expect 'runs that are there before they are saved' "$(find "$runs" -name '*.xhprof.json' | wc -l)" eq 0
	rm "$work/hold"
	wait_for_run "$(echo "$answer" | tr -d '\r' | sed -n 's/^X-XHProf-Run: //p')"
	stop_all
}

# wait_for_run ID
wait_for_run() {
	await has_run "$1" && return 0
	echo "FAILED: the run $1 that the answer named is not saved"
	failures=$((failures + 1))
}

has_run() {
	[ -n "$(find "$runs" -name "*$1.xhprof.json")" ]
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
	# Chance must not choose a request that has no secret.
	export XHGUI_ONE_IN=$((1 << 62)) XHGUI_LIBRARY=$top/tests/request/web/php_profiler.inc XHGUI_SECRET=$secret PROFILER_STUB=$file
	workers=1 start_fpm static "auto_prepend_file=$top/examples/xhgui_prepend.php"
	"$php" -n -d "extension=$module" "$top/tests/request/web/prepend.php" xhgui "http://127.0.0.1:$port/app.php" "$file" "$secret" ||
		failures=$((failures + 1))
	stop_all
}

test_server() {
	rm -rf "$runs"
	mkdir -p "$runs"
	settings "$runs" >"$work/server.ini"
	echo 'xhprof.auto=trigger' >>"$work/server.ini"
	run_cli_server server "$top/tests/request/web/app.php"
	"$php" -n -d "extension=$module" "$top/tests/request/web/cases.php" server "http://127.0.0.1:$port/app.php" "$runs" "$secret" ||
		failures=$((failures + 1))
	stop_all
	unset stop_by
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
	test_apache
	test_reloads
	test_keep
	test_cases
	test_response
	test_prepend
	test_server
	test_cgi
fi
[ $failures = 0 ] || { echo "$failures failures"; exit 1; }
[ -z "$note" ] || echo "note: $note"
