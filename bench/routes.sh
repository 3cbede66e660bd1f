#!/bin/bash
# Shares by route, as "xhprof ship" sends them to ClickHouse, beside nginx's log and what the pages say themselves: a pool of
# php-fpm that is reloaded each minute, under wrk.
# Usage: bench/routes.sh DIR [SECONDS [INTERVAL [PAUSE]]]      DIR: a folder that build.sh made
# SECONDS: 200 unless given. INTERVAL: 10ms. PAUSE: 40 milliseconds between the requests of a connection, at the mean.
set -eu

# shellcheck source=tools/web.sh
. "$(dirname "$0")/../tools/web.sh"

need_web php-fpm nginx wrk
[ $# -ge 1 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
top=$(cd "$(dirname "$0")/.." && pwd)
need_module "$1"
[ "$(id -u)" = 0 ] || die 'only root can run the pool as another user'
seconds=${2-200} interval=${3-10ms} pause=${4-40} workers=8
work=$(mktemp -d)
live=$(mktemp -d /dev/shm/xhprof-routes.XXXXXX)
trap 'clean_up "$live"' EXIT
# The pool's user makes rings in it, and reads the page.
chmod 755 "$work"
chown www-data:adm "$live"
chmod 2750 "$live"
for_workers "$work/code" "$top/bench/routes/page.php" "$module"

start_pool() {
	printf '%s\n' "extension=$work/code/xhprof.so" "xhprof.live_dir=$live" opcache.enable=0 >"$work/www.ini"
	run_fpm www "pm.max_children = $workers" 'pm.max_requests = 3000' 'user = www-data' 'group = www-data'
	pool=$server_pid
	run_nginx "access_log $work/access.log took;
		location / { $(fastcgi "unix:$work/www.sock" "$work/code/page.php") }" \
		"log_format took '\$uri \$upstream_response_time \$upstream_http_x_took \$upstream_http_x_cpu';"
}

start_agent() {
	local ship=("$php" -n -d "extension=$work/code/xhprof.so" -d extension=curl "$top/cli/bin/xhprof" ship)
	"$top/tools/clickhouse.sh" "$work/store" >"$work/store.out" 2>&1 &
	pids+=($!)
	await test -s "$work/store/url" || die "ClickHouse does not start: $(tail -n 1 "$work/store.out")"
	store=$(cat "$work/store/url")
	"${ship[@]}" --setup --to "clickhouse+$store/fleet" >"$work/setup.log" 2>&1 || die "$(cat "$work/setup.log")"
	"${ship[@]}" --live-dir "$live" --service shop --interval "$interval" --window 10s --spool "$work/spool" \
		--to "clickhouse+$store/fleet" >"$work/ship.log" 2>&1 &
	agent=$!
	pids+=("$agent")
	sleep 12 # a window begins
}

# A page may still be served when the load has ended, and its window must end, too.
load_pool() {
	ROUTES_PAUSE=$pause wrk -t 1 -c "$workers" -d "${seconds}s" --timeout 600s -s "$top/bench/routes/load.lua" \
		"http://127.0.0.1:$port" >"$work/wrk.out" 2>&1 &
	local load=$! reloads=0 end=$((SECONDS + 60))
	while is_running "$load"; do
		if [ $SECONDS -ge $end ]; then
			kill -USR2 "$pool"
			reloads=$((reloads + 1)) end=$((SECONDS + 60))
		fi
		sleep 1
	done
	sleep 15
	kill -TERM "$agent"
	wait "$agent" || die "the agent has failed: $(tail -n 3 "$work/ship.log")"
	echo "$seconds s, sampled every $interval, $reloads reloads of the pool, load $(cut -d' ' -f1-3 /proc/loadavg)"
	echo
}

# Prints a line for each route that was shipped: its name, and its seconds of wall time and of CPU time.
shipped() {
	curl -s "$store/?database=fleet" --data-binary "select route, sum(wall) / 1e9, sum(cpu) / 1e9 from samples final
		any join series using series where kind = 'samples' and route like '/%' group by route order by route format TSV"
}

print_table() {
	shipped >"$work/shipped"
	echo '| route | requests | nginx % | page % | shipped % | CPU, page % | CPU, shipped % |'
	echo '|---|---:|---:|---:|---:|---:|---:|'
	awk 'NR == FNR { found[$1] = $2; cpu[$1] = $3; founds += $2; cpus += $3; next }
		{ n[$1]++; all++; up[$1] += $2; ups += $2; took[$1] += $3; tooks += $3; own[$1] += $4; owns += $4 }
		function row(r) { return sprintf("| %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f |", r, n[r], 100 * up[r] / ups, 100 * took[r] / tooks,
			100 * found[r] / founds, 100 * own[r] / owns, 100 * cpu[r] / cpus) }
		END { for (r in n) print row(r) | "sort"; close("sort")
			printf "| all, seconds | %d | %.1f | %.1f | %.1f | %.1f | %.1f |\n", all, ups, tooks / 1e9, founds, owns / 1e9, cpus }' \
		"$work/shipped" "$work/access.log"
}

start_pool
start_agent
load_pool
print_table
