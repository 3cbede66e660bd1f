#!/bin/bash
# Ships the samples of 30 workers of php-fpm in 3 pools to a real ClickHouse, through a proxy that lets requests go wrong in each
# way, with agents killed, clocks that step and full disks; then the store must have what the rings had, less the counted losses.
# Usage: tools/test-fleet.sh DIR [--short] [--seconds N]
# DIR is a folder that build.sh made. --short takes under a minute (CI); else each kind of fault lasts --seconds (20), and the
# store is down for a minute. KEEP_WORK=1 keeps all that was written.
set -eu

# shellcheck source=tools/web.sh
. "$(dirname "$0")/web.sh"

need_web php-fpm nginx wrk

# A disk that gets full needs a mount, which nobody else sees and which ends with this script.
if [ "$(id -u)" = 0 ] && [ -z "${XHPROF_OWN_MOUNTS-}" ] && unshare --mount true 2>/dev/null; then
	XHPROF_OWN_MOUNTS=1 exec unshare --mount "$0" "$@"
fi

usage() { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }

[ $# -ge 1 ] || usage
top=$(cd "$(dirname "$0")/.." && pwd)
need_module "$1"
shift
is_short=no seconds=20 down_seconds=60 window=10s workers=10
while [ $# -gt 0 ]; do
	case $1 in
		--short) is_short=yes seconds=3 down_seconds=3 window=2s workers=3 ;;
		--seconds) seconds=$2 down_seconds=$((3 * $2)); shift ;;
		*) usage ;;
	esac
	shift
done

work=$(mktemp -d)
live=$(mktemp -d /dev/shm/xhprof-test-fleet.XXXXXX)
trap 'rm -rf "$work" "$live"' EXIT # until there is more to clean up
web=$top/tests/fleet/web
pools='www api jobs'
spool=$work/spool
mkdir "$spool" "$work/proxy" "$work/recorder" "$work/state"
chmod 755 "$work"
[ -z "${XHPROF_OWN_MOUNTS-}" ] || mount -t tmpfs -o mode=755,size=32m tmpfs "$spool"
agent='' agents=0 as=() before_agent=()
# Where root runs this, the agent is another user, of the group that may look.
if [ "$(id -u)" = 0 ]; then
	as=(setpriv --reuid=nobody --regid=nogroup --groups=adm)
	chown www-data:adm "$live"
	chown nobody "$spool" "$work/state"
	for_workers "$work/code" "$web/page.php" "$module" "$top/cli" "$top/fleet"
	module=$work/code/xhprof.so tool=$work/code/cli/bin/xhprof page=$work/code/page.php
else
	tool=$top/cli/bin/xhprof page=$web/page.php
fi
chmod 2750 "$live"
metrics=$work/state/ship.prom
plain=("$php" -n -d "extension=$module")
ship=("${plain[@]}")
[ ! -f "$("$php" -n -r 'echo PHP_EXTENSION_DIR;')/curl.so" ] || ship+=(-d extension=curl)
ship+=("$tool" ship)

cleanup() {
	[ -z "$agent" ] || kill -KILL "$agent" 2>/dev/null || :
	[ -z "${XHPROF_OWN_MOUNTS-}" ] || umount --lazy "$spool" || :
	stop_by=TERM clean_up "$live"
}
trap cleanup EXIT

since=$SECONDS
say() {
	printf '%4d s  %s\n' $((SECONDS - since)) "$*"
}

# One master with all pools; nginx has a place for each.
start_web() {
	local pool own=() lines=()
	[ "$(id -u)" != 0 ] || own=('user = www-data' 'group = www-data')
	printf '%s\n' "extension=$module" "xhprof.live_dir=$live" xhprof.live_budget=100 opcache.enable=0 log_errors=1 \
		"error_log=$work/php.log" >"$work/${pools%% *}.ini"
	for pool in $pools; do
		[ ${#lines[@]} = 0 ] || lines+=("[$pool]" "listen = $work/$pool.sock" 'listen.mode = 0666' 'pm = static')
		lines+=("pm.max_children = $workers" "${own[@]}")
	done
	run_fpm "${pools%% *}" "${lines[@]}"
	# shellcheck disable=SC2086 # a list of words
	run_nginx "$(pool_places "$page" $pools)"
}

ask() {
	# shellcheck disable=SC2016 # PHP's variables, not the shell's
	"$php" -n -r 'echo file_get_contents($argv[1], false, stream_context_create(["http" => ["method" => "POST", "header" => "Content-Length: 0"]]));' "$1"
}

start_store() {
	"$top/tools/clickhouse.sh" "$work/store" >"$work/store.out" 2>&1 &
	pids+=($!)
	await test -s "$work/store/url" || { cat "$work/store.out" >&2; die 'ClickHouse does not start'; }
	store=$(cat "$work/store/url")
	proxy_port=$(free_port)
	"$php" -n "$web/proxy.php" "$proxy_port" "$work/proxy" "$store" &
	pids+=($!)
	to="clickhouse+http://127.0.0.1:$proxy_port/fleet?timeout=3s"
	recorder_port=$(free_port)
	"$php" -n "$web/proxy.php" "$recorder_port" "$work/recorder" &
	pids+=($!)
	for listener in "$proxy_port" "$recorder_port"; do
		await answers "tcp://127.0.0.1:$listener" || die 'a proxy does not start'
	done
	"${ship[@]}" --setup --to "$to" >"$work/setup.log" 2>&1 || { cat "$work/setup.log" >&2; die 'no tables'; }
	# What was sent twice stays to be seen.
	ask "$store/?query=SYSTEM+STOP+MERGES"
}

mode() {
	echo "$1" >"$work/proxy/mode.new"
	mv "$work/proxy/mode.new" "$work/proxy/mode"
}

# A load of some requests a second for each pool, until end_load.
start_load() {
	local pool
	loads=()
	for pool in $pools; do
		LOAD_DELAY=20 LOAD_PAGE="/$pool/" wrk -t 1 -c "$workers" -d 3600s --timeout 600s -s "$top/tests/live/web/load.lua" \
			"http://127.0.0.1:$port" >"$work/$pool.load" 2>&1 &
		loads+=($!)
	done
}

# wrk ends by SIGINT, and tells its counts.
end_load() {
	local pid
	for pid in "${loads[@]}"; do
		kill -INT "$pid"
	done
	for pid in "${loads[@]}"; do
		wait "$pid" || :
	done
}

start_agent() {
	"${as[@]}" "${before_agent[@]}" "${ship[@]}" --live-dir "$live" --service shop --env test --host here --window "$window" --interval 5ms \
		--spool "$spool" --metrics-file "$metrics" --to "$to" --to "pyroscope+http://127.0.0.1:$recorder_port" >>"$work/ship.log" 2>&1 &
	agent=$!
}

kill_agent() {
	disown "$agent"
	keep_counts
	kill -KILL "$agent"
	agent=
}

# The counts of each agent, as they begin anew with it.
keep_counts() {
	agents=$((agents + 1))
	cp "$metrics" "$work/agent-$agents.prom"
}

# It ends by itself, also while the store does not answer.
end_agent() {
	kill -TERM "$agent"
	wait "$agent" || expect 'the exit of the agent' $? eq 0
	keep_counts
	agent=
}

# Batches that wait in the spool, by what the agent says. Its file is written every few seconds.
queued() {
	awk '/^xhprof_ship_queued_batches/ { sum += $2 } END { print sum + 0 }' "$metrics" 2>/dev/null || echo 1
}

is_drained() {
	[ "$(queued)" = 0 ]
}

# The agent ends in order, and nobody asks for samples any more: all sums stand still. What an agent has no time to send as it
# ends, the next one sends.
compare() {
	end_agent
	while [ -n "$(find "$spool/queue" -name '*.batch')" ]; do
		start_agent
		drain
		end_agent
	done
	await nobody_samples || expect 'rings that are still sampled' 1 eq 0
	touch "$work/witness.stop"
	wait "$witness" || :
	"$php" -n "$web/check.php" "$work/witness" "$store/?database=fleet" "$work"/agent-*.prom || failures=$((failures + 1))
	"$php" -n "$web/recorded.php" "$work/witness" "$work/recorder" || failures=$((failures + 1))
}

start_witness() {
	rm -f "$work/witness"*
	"${plain[@]}" "$web/witness.php" "$live" "$work/witness" &
	witness=$!
	pids+=($!)
}

answers_lost() {
	grep -c '^lost ' "$work/proxy/log" || :
}

is_answer_lost() {
	[ "$(answers_lost)" -gt "$lost_before" ]
}

# What the store says is right as soon as it says it: no sample may lack, whatever happens to the requests and the agent.
test_faults() {
	local fault
	for fault in ok 429 500 lost reset cut hang; do
		say "the store: $fault"
		mode "$fault"
		sleep "$seconds"
	done
	mode ok
	say 'the agent is killed, and started again'
	kill_agent
	start_agent
	sleep "$seconds"
	lost_before=$(answers_lost)
	mode lost
	await is_answer_lost || expect 'answers that got lost' 0 ge 1
	say 'it is killed before it knows what the store has'
	kill_agent
	mode down
	start_agent
	say 'the store is down'
	sleep "$down_seconds"
	say 'the agent ends in order, under load, and is started again'
	end_agent
	mode ok
	start_agent
	sleep "$seconds"
}

# A clock that steps by an hour, and back; another one that is a day late.
test_clock() {
	local library step
	library=$(find /usr/lib/*/faketime "${XHPROF_FAKETIME-/nowhere}" -name libfaketime.so.1 2>/dev/null | head -n 1)
	[ -n "$library" ] || { note='no libfaketime, skipped: clock'; return 0; }
	end_agent
	before_agent=(env "LD_PRELOAD=$library" FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1
		"FAKETIME_TIMESTAMP_FILE=$work/time")
	echo +0 >"$work/time"
	start_agent
	for step in +3600 +0 -30 -86400 +0; do
		sleep "$seconds"
		say "the clock is off by $step s"
		echo "$step" >"$work/time"
	done
	sleep "$seconds"
	before_agent=() # of the next one
}

# What is lost now is counted.
test_losses() {
	say 'the store refuses all'
	mode 400
	sleep "$seconds"
	[ -n "${XHPROF_OWN_MOUNTS-}" ] || { mode ok; return 0; }
	say 'the disk of the spool is full, the store is down'
	mode down
	dd if=/dev/zero of="$spool/filler" bs=1M 2>/dev/null || :
	sleep "$seconds"
	rm "$spool/filler"
	mode ok
}

rows() {
	ask "$store/?query=SELECT+count()+FROM+fleet.samples+$1"
}

# Until all that waits is sent. The agent's numbers of before are none: it may have written them while nothing waited yet.
drain() {
	rm -f "$metrics"
	await is_drained || { tail -n 20 "$work/ship.log"; die "$(queued) batches still wait"; }
}

settle() {
	end_load
	drain
	compare
}

run() {
	"$@"
	settle
	say "$1: compared"
	start_witness
	start_agent
	start_load
}

start_web
start_store
mode ok
start_witness
start_agent
start_load
run test_faults
expect 'rows that were sent twice' "$(($(rows '') - $(rows FINAL)))" ge 1
if [ $is_short = yes ]; then note='--short, skipped: clock'; else run test_clock; fi
test_losses
settle
for pool in $pools; do
	expect "$pool: requests that failed" "$(($(figure "$work/$pool.load" failed) + $(figure "$work/$pool.load" errors)))" eq 0
done
[ $failures = 0 ] || { tail -n 30 "$work/ship.log"; echo "$failures failures"; exit 1; }
[ -z "$note" ] || echo "note: $note"
