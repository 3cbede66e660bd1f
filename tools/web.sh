# shellcheck shell=bash disable=SC2034
# For scripts that start php-fpm and nginx: their programs, free ports, and their end. Sourced, by bash under set -eu.
# Sets php, fpm, nginx (each the program's path; php-fpm is of php's release), pids=() and failures=0.

die() { echo "$0: $*" >&2; exit 1; }

PATH=$PATH:/usr/sbin:/usr/local/sbin
php=$(command -v php)
release=$("$php" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
fpm=$(command -v "php-fpm$release" || command -v php-fpm) || die "no php-fpm for PHP $release"
nginx=$(command -v nginx) || die 'no nginx'
command -v wrk >/dev/null || die 'no wrk'
pids=() # what the script has started

free_port() {
	# shellcheck disable=SC2016 # PHP's variables, not the shell's
	"$php" -n -r '$s = stream_socket_server("tcp://127.0.0.1:0"); echo substr(strrchr(stream_socket_get_name($s, false), ":"), 1);'
}

is_running() {
	kill -0 "$1" 2>/dev/null && ! grep -qs '^State:.Z' "/proc/$1/status"
}

wait_gone() {
	local i
	for i in $(seq 100); do
		is_running "$1" || return 0
		[ "$i" != 80 ] || kill -KILL "$1" 2>/dev/null || :
		sleep 0.05
	done
	return 0
}

# Only what the script started, by its numbers; FPM and nginx let requests end.
stop_all() {
	local pid
	for pid in "${pids[@]}"; do
		kill "-${stop_by-QUIT}" "$pid" 2>/dev/null || :
	done
	for pid in "${pids[@]}"; do
		wait_gone "$pid"
	done
	pids=()
}

failures=0
# expect WHAT VALUE TEST VALUE: the test is eq, le or ge.
expect() {
	case $3 in
		eq) [ "$2" -ne "$4" ] || return 0 ;;
		le) [ "$2" -gt "$4" ] || return 0 ;;
		ge) [ "$2" -lt "$4" ] || return 0 ;;
	esac
	echo "FAILED: $1: $2, not $3 $4"
	failures=$((failures + 1))
}
