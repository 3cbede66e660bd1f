# shellcheck shell=bash disable=SC2034,SC2154
# For scripts that start php-fpm and nginx: their programs, free ports, and their end. Sourced, by bash under set -eu.
# Sets php, fpm, nginx (each the program's path; php-fpm is of php's release), pids=() and failures=0. The script
# sets work, a folder of its own.

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

# fastcgi PLACE SCRIPT: the lines of a location that let FPM at PLACE answer with SCRIPT.
fastcgi() {
	cat <<END
	fastcgi_pass $1;
	fastcgi_param SCRIPT_FILENAME $2;
	fastcgi_param SCRIPT_NAME /${2##*/};
	fastcgi_param QUERY_STRING \$query_string;
	fastcgi_param REQUEST_METHOD \$request_method;
	fastcgi_param REQUEST_URI \$request_uri;
	fastcgi_param CONTENT_TYPE \$content_type;
	fastcgi_param CONTENT_LENGTH \$content_length;
	fastcgi_param SERVER_PROTOCOL \$server_protocol;
	fastcgi_param SERVER_NAME \$server_name;
	fastcgi_param REMOTE_ADDR \$remote_addr;
	fastcgi_read_timeout 60s;
END
}

# pool_places SCRIPT POOL...: /POOL/ is answered with SCRIPT by FPM at $work/POOL.sock.
pool_places() {
	local pool script=$1
	shift
	for pool in "$@"; do
		echo "location /$pool/ { $(fastcgi "unix:$work/$pool.sock" "$script") }"
	done
}

# run_nginx SERVER [HTTP]: on a free port, in $port, with all that it writes in $work. SERVER and HTTP are lines of
# those blocks.
run_nginx() {
	port=$(free_port)
	cat >"$work/nginx.conf" <<END
daemon off;
worker_processes 1;
pid $work/nginx.pid;
error_log $work/nginx.log warn;
events { worker_connections 512; }
http {
	access_log off;
	client_body_temp_path $work/nginx-body;
	fastcgi_temp_path $work/nginx-fastcgi;
	proxy_temp_path $work/nginx-proxy;
	scgi_temp_path $work/nginx-scgi;
	uwsgi_temp_path $work/nginx-uwsgi;
	keepalive_requests 10000000;
	${2-}
	server {
		listen 127.0.0.1:$port;
		$1
	}
}
END
	"$nginx" -e "$work/nginx.log" -c "$work/nginx.conf" &
	pids+=($!)
}

is_running() {
	kill -0 "$1" 2>/dev/null && ! grep -qs '^State:.Z' "/proc/$1/status"
}

wait_gone() {
	local i
	for i in $(seq 100); do
		is_running "$1" || return 0
		# A signal may have come before its program was ready for it; a server that is killed leaves its workers.
		[ "$i" != 40 ] || kill -TERM "$1" 2>/dev/null || :
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

# clean_up [FOLDER...]: stops all, and removes the folders and $work, which KEEP_WORK=1 keeps.
clean_up() {
	stop_all
	[ $# = 0 ] || rm -rf "$@"
	if [ -n "${KEEP_WORK-}" ]; then
		echo "kept: $work" >&2
	else
		rm -rf "$work"
	fi
}

# await SECONDS COMMAND...: until it succeeds.
await() {
	local end=$((SECONDS + $1))
	shift
	while ! "$@"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.1
	done
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
