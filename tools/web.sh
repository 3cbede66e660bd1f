# shellcheck shell=bash disable=SC2034,SC2154
# For scripts that start servers of PHP: their programs and their end. Sourced, by bash under set -eu.
# Sets php, fpm, nginx, apache (each the program's path or nothing; php-fpm is of php's release), pids=(), failures=0 and note=''. The script
# sets work, a folder of its own. A server's settings are those of $work/NAME.ini alone, unless php_env says otherwise.

# shellcheck source=tools/needs.sh
. "${BASH_SOURCE[0]%/*}/needs.sh"

PATH=$PATH:/usr/sbin:/usr/local/sbin
php=$(command -v php)
release=$("$php" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
extensions=$("$php" -n -r 'echo PHP_EXTENSION_DIR;')
fpm=$(command -v "php-fpm$release" || command -v php-fpm || :)
nginx=$(command -v nginx || :)
apache=$(command -v apache2 || :)
apache_modules=/usr/lib/apache2/modules
fpm_options=()
pids=() # what the script has started
php_env=() # of servers, as for env: assignments
under=() # a command that runs servers, as taskset

# need_web PROGRAM...: ends the script where one of them is missing.
need_web() {
	local program
	for program in "$@"; do
		[ "$program" != php-fpm ] || [ -n "$fpm" ] || die "no php-fpm for PHP $release"
		[ "$program" = php-fpm ] || command -v "$program" >/dev/null || die "no $program"
	done
}

# It is built in since 8.5, a shared extension before.
has_opcache() {
	[ -f "$extensions/opcache.so" ] || "$php" -n -m | grep -q 'Zend OPcache'
}

# Lines of php.ini.
with_opcache() {
	[ ! -f "$extensions/opcache.so" ] || echo zend_extension=opcache
	echo opcache.enable=1
}

# load_extensions NAME...: lines of php.ini that load those that are shared.
load_extensions() {
	local name
	for name in "$@"; do
		[ ! -f "$extensions/$name.so" ] || echo "extension=$name"
	done
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
	await answers "tcp://127.0.0.1:$port" || die "nginx does not start: $(tail -n 1 "$work/nginx.log")"
}

# start_server NAME COMMAND...: in the background, as $server_pid.
start_server() {
	local name=$1
	shift
	env "PHPRC=$work/$name.ini" PHP_INI_SCAN_DIR= "${php_env[@]}" "${under[@]}" "$@" &
	server_pid=$!
	pids+=("$server_pid")
}

# run_fpm NAME LINE...: php-fpm with a pool at $work/NAME.sock. The lines are settings of the pool, or further pools. With
# daemonize=yes it goes to the background, as where a service starts it.
run_fpm() {
	local name=$1
	shift
	printf '%s\n' '[global]' "pid = $work/$name.pid" "error_log = $work/$name.log" 'process_control_timeout = 10s' \
		"[$name]" "listen = $work/$name.sock" 'listen.backlog = 511' 'listen.mode = 0666' 'pm = static' 'catch_workers_output = yes' "$@" >"$work/$name.conf"
	rm -f "$work/$name.sock" "$work/$name.pid"
	if [ "${daemonize-no}" = yes ]; then
		env "PHPRC=$work/$name.ini" PHP_INI_SCAN_DIR= "${php_env[@]}" "${under[@]}" "$fpm" -D -y "$work/$name.conf" 2>"$work/$name.err" || :
		await test -s "$work/$name.pid" && server_pid=$(cat "$work/$name.pid") && pids+=("$server_pid")
	else
		start_server "$name" "$fpm" -F -y "$work/$name.conf" "${fpm_options[@]}" 2>"$work/$name.err"
	fi
	await answers "unix://$work/$name.sock" || { cat "$work/$name.err" "$work/$name.log" >&2; die 'php-fpm does not start'; }
}

# run_apache NAME FOLDER LINE...: Apache's prefork with mod_php serves the folder on a free port, in $port; as www-data where root
# starts it, with $workers workers.
run_apache() {
	local name=$1 folder=$2 as=()
	shift 2
	[ "$(id -u)" != 0 ] || as=('User www-data' 'Group www-data')
	port=$(free_port)
	printf '%s\n' 'ServerName localhost' "ServerRoot $work" "PidFile $work/$name.pid" "ErrorLog $work/$name.log" "DefaultRuntimeDir $work" \
		"Listen 127.0.0.1:$port" "LoadModule mpm_prefork_module $apache_modules/mod_mpm_prefork.so" \
		"LoadModule authz_core_module $apache_modules/mod_authz_core.so" "LoadModule php_module $apache_modules/libphp$release.so" \
		"StartServers $workers" "MaxRequestWorkers $workers" "DocumentRoot $folder" '<FilesMatch "\.php$">' 'SetHandler application/x-httpd-php' \
		'</FilesMatch>' "${as[@]}" "$@" >"$work/$name.conf"
	rm -f "$work/$name.pid"
	# It signals its process group, and an end by QUIT would leave its children.
	stop_by=TERM
	start_server "$name" setsid "$apache" -f "$work/$name.conf" -DFOREGROUND
	await test -s "$work/$name.pid" || { cat "$work/$name.log" >&2; die 'Apache does not start'; }
}

# run_cli_server NAME SCRIPT: php -S answers all with it, on a free port, in $port.
run_cli_server() {
	port=$(free_port)
	stop_by=TERM
	start_server "$1" "$php" -S "127.0.0.1:$port" "$2" >"$work/$1.log" 2>&1
	await answers "tcp://127.0.0.1:$port" || { cat "$work/$1.log" >&2; die 'php -S does not start'; }
}

# True once something listens there: a socket has a name before that.
answers() {
	# shellcheck disable=SC2016 # PHP's variables, not the shell's
	"$php" -n -r 'exit(@stream_socket_client($argv[1]) ? 0 : 1);' "$1"
}

# figure FILE NAME: the number in the line "NAME NUMBER" of a file, such as the report of a load.
figure() {
	awk -v what="$2" '$1 == what { print $2 }' "$1"
}

# How many of the rings in $live are sampled, by the extension $module.
sampled() {
	# shellcheck disable=SC2016 # PHP's variables, not the shell's
	"$php" -n -d "extension=$module" -r '$on = 0;
		foreach (glob("$argv[1]/*.data") as $file) { $on += XHProf\Ring::open($file)->status()["sampling"]["is_on"]; }
		echo $on;' "$live"
}

nobody_samples() {
	[ "$(sampled)" = 0 ]
}

# Pids, in a line.
children_of() {
	cat "/proc/$1/task/$1/children"
}

# all_new PIDS SERVER_PID: the server has children, none of which is among these pids, in a line.
all_new() {
	local pid now
	now=$(children_of "$2" 2>/dev/null) && [ -n "$now" ] || return 1
	for pid in $now; do
		case " $1 " in *" $pid "*) return 1 ;; esac
	done
}

is_running() {
	kill -0 "$1" 2>/dev/null && ! grep -qs '^State:.Z' "/proc/$1/status"
}

# wait_gone PID SIGNAL: it was sent this signal, which may have come before the program was ready for it.
wait_gone() {
	local tenths
	for tenths in $(seq 1200); do
		is_running "$1" || return 0
		[ $((tenths % 20)) != 0 ] || kill "-$2" "$1" 2>/dev/null || :
		[ "$tenths" != 600 ] || kill -TERM "$1" 2>/dev/null || :
		# The last means, as a server that is killed leaves its workers.
		[ "$tenths" != 1100 ] || kill -KILL "$1" 2>/dev/null || :
		sleep 0.1
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
		wait_gone "$pid" "${stop_by-QUIT}"
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

# await COMMAND...: until it succeeds. It fails after ten minutes, which no machine needs: what has not come by then never comes.
await() {
	local end=$((SECONDS + 600))
	while ! "$@"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.1
	done
}

failures=0
note='' # why something was skipped, "skipped:" and what: the last line of a script that passes, for steps.sh
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
