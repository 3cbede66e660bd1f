#!/bin/bash
# The screen of `xhprof live` with its colours, as tmux captures it, while a pool of php-fpm serves tools/picture-site.php.
# Usage: tools/picture-live.sh MODULE FILE     FILE gets the text with ANSI sequences
# Needs php-fpm, nginx, curl, wrk, tmux. As another user than root the pool is the user's own.
set -eu

[ $# = 2 ] || { sed -n '3,4s/^# //p' "$0" >&2; exit 2; }
# shellcheck source=tools/web.sh
. "$(dirname "$0")/web.sh"
need_web php-fpm nginx wrk
top=$(cd "$(dirname "$0")/.." && pwd)
columns=96 lines=27
work=$(mktemp -d)
live=$(mktemp -d /dev/shm/xhprof-picture.XXXXXX)

cleanup() {
	tmux -S "$work/tmux" kill-server 2>/dev/null || :
	stop_by=TERM stop_all
	rm -rf "$work" "$live"
}
trap cleanup EXIT

cp "$1" "$work/xhprof.so"
cp "$top/tools/picture-site.php" "$work/site.php"
chmod 755 "$work"
chmod 644 "$work"/*
user=$(id -un)
if [ "$user" = root ]; then
	user=www-data
	chown www-data "$live"
fi
chmod 2750 "$live"

printf '%s\n' zend_extension=opcache extension=tokenizer extension=ctype extension=mbstring "extension=$work/xhprof.so" "xhprof.live_dir=$live" >"$work/www.ini"
pool=('pm.max_children = 8')
[ "$(id -u)" != 0 ] || pool+=("user = $user" "group = $user")
run_fpm www "${pool[@]}"

run_nginx "location / { $(fastcgi "unix:$work/www.sock" "$work/site.php") }"
for _ in $(seq 100); do
	[ ! -S "$work/www.sock" ] || ! curl -s -o /dev/null "http://127.0.0.1:$port/" || break
	sleep 0.1
done
for path in /class/NodeFinder /class/NameContext '/search?q=visitor' /class/Lexer /class/BuilderFactory; do
	wrk -t 1 -c 1 -d 60 "http://127.0.0.1:$port$path" >/dev/null &
	pids+=($!)
done

tmux -S "$work/tmux" -f /dev/null new-session -d -x $columns -y $lines \
	env -u NO_COLOR TERM=screen-256color php -n -d extension="$work/xhprof.so" "$top/cli/bin/xhprof" live "$live"
# The functions are those of the last 10 s: wait for as much, in samples.
for _ in $(seq 60); do
	sleep 0.5
	tmux -S "$work/tmux" capture-pane -e -p >"$2"
	samples=$(sed -n 's/.* \([0-9,]*\) samples.*/\1/p' "$2" | tr -d ,)
	[ "${samples:-0}" -lt 1000 ] || break
done
sed -i "s#$live#/dev/shm/xhprof#" "$2"
