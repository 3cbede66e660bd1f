#!/bin/bash
# Samples and exact profiles of servers as users run them, beside pages that time themselves, as a table.
# Usage: bench/servers.sh DIR [CELL...]     DIR: a folder that build.sh made; CELL: a name of --list, or a pattern. Default: all.
#        bench/servers.sh --list
# A cell is SERVER/CONDITION/SETTINGS. Each two of these meet in a cell; what cannot run here has a row that says why.
# Columns: requests; answers that differ from those without us; requests without an answer; the greatest difference of a function's
# share in points, and how many are inside the error that is stated, by wall and by CPU time; the same by route; totals of wall and CPU
# time, by how many percent they are off; percent of waits that have their names; calls of exact profiles; seconds.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cells=(
	fpm/alone/plain fpm/busy/opcache fpm/one/jit fpm/quota/debian
	fpm-slowlog/alone/opcache fpm-slowlog/busy/jit fpm-slowlog/one/debian fpm-slowlog/quota/plain
	apache/alone/jit apache/busy/debian apache/one/plain apache/quota/opcache
	cli-server/alone/debian cli-server/busy/plain cli-server/one/opcache cli-server/quota/jit
	workers/alone/plain workers/busy/opcache workers/one/jit workers/quota/debian
)
[ "${1-}" != --list ] || { printf '%s\n' "${cells[@]}"; exit; }
[ $# -ge 1 ] || { sed -n '3,8s/^# //p' "$0" >&2; exit 2; }
# shellcheck source=tools/web.sh
. "$top/tools/web.sh"

need_module "$1"
[ "$(id -u)" = 0 ] || die 'only root can run servers as another user'
shift
seconds=${FIELD_SECONDS-8} workers=3 secret=a-secret-of-the-field
all=$(mktemp -d)
live=$(mktemp -d /dev/shm/xhprof-servers.XXXXXX)
work=$all failed=0
trap 'stop_by=TERM clean_up "$live"' EXIT
chmod 755 "$all"
chmod 2750 "$live"
# What the pages need where php.ini is not Debian's.
mapfile -t needed < <(load_extensions pdo pdo_sqlite ffi)
tool=("$php" -n -d "extension=$module")
for line in "${needed[@]}"; do
	tool+=(-d "$line")
done
tool+=("$top/bench/servers/tool.php")

# Why a cell cannot run here; nothing if it can.
lacking() {
	case $1 in
		fpm*) [ -n "$fpm" ] && [ -n "$nginx" ] || echo "needs nginx and php-fpm of PHP $release" ;;
		apache) [ -n "$apache" ] && [ -f "$apache_modules/libphp$release.so" ] || echo "needs Apache with mod_php of PHP $release" ;;
	esac
	case $2 in
		one) command -v taskset >/dev/null || echo 'needs taskset' ;;
		quota) [ -w /sys/fs/cgroup/cpu/cgroup.procs ] || grep -qsw cpu /sys/fs/cgroup/cgroup.subtree_control || echo 'needs cgroups of CPU time' ;;
	esac
	case $3 in
		opcache | jit) has_opcache || echo "needs opcache of PHP $release" ;;
		debian) [ -d "/etc/php/$release" ] || echo "needs php.ini of Debian's PHP $release" ;;
	esac
}

# Half a processor in each tenth of a second.
make_cgroup() {
	if [ -w /sys/fs/cgroup/cpu/cgroup.procs ]; then
		cgroup=/sys/fs/cgroup/cpu/xhprof-servers-$$
		mkdir "$cgroup"
		echo 100000 >"$cgroup/cpu.cfs_period_us"
		echo 50000 >"$cgroup/cpu.cfs_quota_us"
	else
		cgroup=/sys/fs/cgroup/xhprof-servers-$$
		mkdir "$cgroup"
		echo '50000 100000' >"$cgroup/cpu.max"
	fi
}

begin_condition() {
	local i
	under=()
	case $1 in
		busy)
			for i in 1 2; do
				timeout 300 sh -c 'while :; do :; done' &
				busy+=($!)
			done
			;;
		one) under=(taskset -c 0) ;;
		quota)
			make_cgroup
			# shellcheck disable=SC2016 # the inner shell's
			under=(sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$cgroup")
			;;
	esac
}

end_condition() {
	local pid
	for pid in "${busy[@]}"; do
		kill "$pid" 2>/dev/null || :
		wait "$pid" 2>/dev/null || :
	done
	busy=()
	[ -n "$cgroup" ] || return 0
	await rmdir "$cgroup" 2>/dev/null || echo "servers: $cgroup is left" >&2
	cgroup=
}

# settings SETTINGS yes|no: lines for php.ini, with or without us.
settings() {
	[ "$1" = debian ] || printf '%s\n' "${needed[@]}" 'display_errors=0' 'log_errors=1'
	printf '%s\n' 'ffi.enable=1' "error_log=$work/php.log"
	case $1 in
		plain) echo opcache.enable=0 ;;
		opcache) with_opcache && printf '%s\n' opcache.enable_cli=1 opcache.jit=disable ;;
		jit) with_opcache && printf '%s\n' opcache.enable_cli=1 opcache.jit=tracing opcache.jit_buffer_size=32M ;;
	esac
	[ "$2" = no ] || printf '%s\n' "extension=$work/code/xhprof.so" "xhprof.live_dir=$live" xhprof.auto=trigger "xhprof.trigger_secret=$secret" \
		"xhprof.output_dir=$work/runs" xhprof.keep=1000
}

# use_settings SETTINGS yes|no: the server's php.ini, alone or behind Debian's own.
use_settings() {
	php_env=()
	if [ "$1" = debian ]; then
		mkdir -p "$work/ini"
		settings "$@" >"$work/ini/xhprof.ini"
		php_env=(PHPRC= "PHP_INI_SCAN_DIR=:$work/ini")
	else
		settings "$@" >"$work/server.ini"
	fi
}

start_pool() {
	run_fpm server "pm.max_children = $workers" 'user = www-data' 'group = www-data' "$@"
	run_nginx "location / { $(fastcgi "unix:$work/server.sock" "$work/www/page.php") }"
}

# start SERVER: at $url, its process is $server_pid. Each reads the settings of use_settings.
start() {
	case $1 in
		fpm) daemonize=yes start_pool ;;
		fpm-slowlog) start_pool "slowlog = $work/slow.log" 'request_slowlog_timeout = 1s' ;;
		apache) run_apache server "$work/www" "LoadModule alias_module $apache_modules/mod_alias.so" "AliasMatch ^/ $work/www/page.php" ;;
		cli-server) run_cli_server server "$work/www/page.php" ;;
		workers) start_workers ;;
	esac
	url=http://127.0.0.1:${port-0}
}

start_workers() {
	local i
	rm -f "$work/www/stop"
	for i in $(seq "$workers"); do
		start_server server "$php" "$work/www/worker.php" "$routes" >>"$work/workers.log" 2>&1
	done
	sleep 0.5
}

# Workers end by themselves.
stop_servers() {
	local pid
	if [ "$server" = workers ]; then
		touch "$work/www/stop"
		for pid in "${pids[@]}"; do
			wait "$pid" || lost=$((lost + 1))
		done
		pids=()
	fi
	stop_by=TERM stop_all
}

# Jobs of a route in a process of their own.
run_jobs() {
	start_server server "$php" "$work/www/worker.php" "$@" >>"$work/workers.log" 2>&1
	wait "$server_pid" || lost=$((lost + 1))
	pids=()
}

# Apache takes new children each few seconds.
disturb() {
	while sleep 3; do
		kill -USR1 "$server_pid"
	done
}

is_idle() {
	[ -z "$(ls "$work/www/busy")" ]
}

# load FILE SECONDS: prints counts to the file.
load() {
	local disturbing=
	rm -f "$work/www/said" "$work/www/truth/"*
	if [ "$server" = workers ]; then
		touch "$work/www/go"
		sleep "$2"
		rm "$work/www/go"
		await is_idle || die 'workers do not end their jobs'
		"${tool[@]}" said "$work/www/said" "$work/refer" >"$1"
		return
	fi
	[ "$server" != apache ] || { disturb & disturbing=$!; }
	"${tool[@]}" load "$url" "$routes" "$work/refer" "$2" "$connections" >"$1"
	[ -z "$disturbing" ] || { kill "$disturbing"; wait "$disturbing" 2>/dev/null || :; }
}

all_sampled() {
	[ "$(sampled)" -ge "$(find "$live" -name '*.data' | wc -l)" ]
}

# record CLOCK: by two readers, of which one tells routes apart.
record() {
	local readers=() by=uri pid command=("$php" -n -d "extension=$work/code/xhprof.so" "$top/cli/bin/xhprof" record "$live" --duration 300s --clock "$1")
	[ "$server" != workers ] || by=tag:route
	"${command[@]}" --out "$work/$1.json.gz" >"$work/$1.log" 2>&1 &
	readers+=($!)
	"${command[@]}" --group-by "$by" --out "$work/$1-by.json.gz" >"$work/$1-by.log" 2>&1 &
	readers+=($!)
	await all_sampled || die 'no ring is sampled'
	load "$work/$1.load" "$seconds"
	mv "$work/www/truth" "$work/truth-$1"
	make_truth
	sleep 1 # helper threads may wait for a processor
	# Both at once: what is open is written when nobody wants samples any more.
	kill -TERM "${readers[@]}"
	for pid in "${readers[@]}"; do
		wait "$pid" || die "xhprof record fails: $(tail -q -n 3 "$work/$1.log" "$work/$1-by.log")"
	done
	await nobody_samples || die 'sampling goes on without a reader'
}

# Some requests are profiled completely.
profile() {
	local route i
	if [ "$server" != workers ]; then
		"${tool[@]}" exact "$url" "$routes" "$work/refer" "$secret" "$work/runs" >"$work/exact.load"
		return
	fi
	rm -f "$work/www/said"
	for route in compute wait data; do
		for i in 1 2 3; do
			export XHPROF=json:$work/runs/$route-$i.json
			run_jobs $route 1
			unset XHPROF
		done
	done
	"${tool[@]}" said "$work/www/said" "$work/refer" |
		sed 's/}$/,"runs":{"compute":["compute-1","compute-2","compute-3"],"wait":["wait-1","wait-2","wait-3"],"data":["data-1","data-2","data-3"]}}/' \
			>"$work/exact.load"
}

make_truth() {
	mkdir -p "$work/www/truth"
	chmod 1777 "$work/www/truth"
}

# What the servers read, where their user may read it.
make_files() {
	mkdir -p "$work/www/busy" "$work/runs"
	chmod 755 "$work"
	for_workers "$work/www" "$top"/bench/servers/{page,worker,compute,wait,data,slow}.php
	for_workers "$work/code" "$module"
	"${tool[@]}" files "$work/www"
	cp "$all/peer" "$work/www"
	chown "$user" "$work/runs"
	touch "$work/php.log"
	chmod 666 "$work/php.log"
	make_truth
}

# Answers as they are without us, and how many are lost then.
refer() {
	use_settings "$1" no
	if [ "$server" = workers ]; then
		run_jobs "$routes" 1
		mv "$work/www/said" "$work/refer"
		return
	fi
	start "$server"
	"${tool[@]}" refer "$url" "$routes" "$work/refer"
	load "$work/without.load" 2
	stop_servers
}

# Anything that the log says, and if the slow log has stopped nobody.
remark() {
	[ ! -s "$work/php.log" ] || echo "the error log has: $(head -n 1 "$work/php.log" | sed "s|$work/||g" | cut -c 1-200)"
	[ "$server" != fpm-slowlog ] || echo "$(grep -c '^script_filename' "$work/slow.log" 2>/dev/null || :) entries in the slow log"
	[ "$lost" = 0 ] || echo "$lost workers lost"
}

end_cell() {
	[ "$server" != workers ] || touch "$work/www/stop"
	stop_by=TERM stop_all
	end_condition
}

# run_cell SERVER CONDITION SETTINGS: in a shell of its own.
run_cell() {
	server=$1 began=$SECONDS lost=0 routes=compute,wait,data connections=$workers cgroup='' busy=() user=root pids=()
	trap end_cell EXIT
	[ "$server" != fpm-slowlog ] || routes=$(printf "$routes,%.0s" {1..20})slow
	[ "$server" != cli-server ] || connections=2
	case $server in fpm* | apache) user=www-data ;; esac
	work=$all/$1-$2-$3
	mkdir "$work"
	rm -rf "${live:?}"/*
	chown "$user:adm" "$live"
	make_files
	begin_condition "$2"
	refer "$3"
	use_settings "$3" yes
	start "$server"
	load "$work/warm.load" 1
	record wall
	record cpu
	profile
	stop_servers
	end_condition
	# shellcheck disable=SC2016 # PHP's variables, not the shell's
	"$php" -n -r 'echo json_encode(["seconds" => $argv[1], "routes" => $argv[2], "remark" => $argv[3]]);' \
		"$((SECONDS - began))" "$routes" "$(remark | paste -sd, | sed 's/,/, /g')" >"$work/about"
	"${tool[@]}" row "$1/$2/$3" "$work" "$all/bias" >"$work/row"
}

# try_cell SERVER CONDITION SETTINGS: prints the row.
try_cell() {
	local why status
	why=$(lacking "$@" | paste -sd, | sed 's/,/, /g')
	if [ -z "$why" ]; then
		set +e
		(set -e; run_cell "$@")
		status=$?
		set -e
		[ $status = 0 ] || failed=1
		[ -s "$all/$1-$2-$3/row" ] || why="failed with status $status"
	fi
	if [ -n "$why" ]; then
		echo "| $1/$2/$3 | | | | | | | | | | | | $why |"
	else
		cat "$all/$1-$2-$3/row"
	fi
	[ -n "${KEEP_WORK-}" ] || rm -rf "$all/$1-$2-$3"
}

state() {
	echo "PHP $("$php" -n -r 'echo PHP_VERSION;'), Linux $(uname -r), $(nproc) CPUs, load $(cut -d' ' -f1-3 /proc/loadavg), perf_event_paranoid" \
		"$(cat /proc/sys/kernel/perf_event_paranoid 2>/dev/null || echo unknown); $(date -u '+%Y-%m-%d %H:%M')"
}

[ $# -gt 0 ] || set -- '*'
"${tool[@]}" peer "$all/peer" &
pids+=($!)
await test -s "$all/peer" || die 'the peer does not start'
state
echo
echo '| cell | requests | differ | lost | wall by function | CPU by function | wall by route | CPU by route | totals, % | waits named, % | calls | seconds | |'
echo '|---|---:|---:|---:|---|---|---|---|---:|---:|---|---:|---|'
for cell in "${cells[@]}"; do
	for pattern in "$@"; do
		# shellcheck disable=SC2053 # a pattern
		[[ $cell == $pattern ]] || continue
		IFS=/ read -r -a parts <<<"$cell"
		try_cell "${parts[@]}"
		break
	done
done
echo
# What is off by chance is as often too much as too little.
awk '/by-function/ { n[$2 " | " $1]++; true_[$2 " | " $1] += $3; sum[$2 " | " $1] += $4; squares[$2 " | " $1] += $4 ^ 2 }
	END {
		for (row in n) if (n[row] >= 8) {
			split(row, part, / [|] /)
			printf "| %s | %s | %d | %.1f | %+.1f | %.1f |\n", part[2], part[1], n[row], true_[row] / n[row], sum[row] / n[row],
				sqrt((squares[row] - sum[row] ^ 2 / n[row]) / (n[row] - 1) / n[row]) | "sort"
		}
	}' "$all/bias" 2>/dev/null >"$all/biases"
if [ -s "$all/biases" ]; then
	printf '%s\n' '| function | time | cells | true % | off at the mean | its standard error |' '|---|---|---:|---:|---:|---:|'
	sed 's/-by-function//' "$all/biases"
	echo
fi
state
[ $failed = 0 ]
