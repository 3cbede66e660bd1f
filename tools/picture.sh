#!/bin/bash
# Makes the pictures in README.md of a real program, tools/picture-site.php: docs/report.png and docs/report-dark.png, the
# flame graph of its report, and docs/live.svg, what `xhprof live` shows of it in a busy pool of php-fpm.
# Usage: tools/picture.sh MODULE [report|live]
# Needs php-parser, php-twig; chromium, node and what tools/test.sh gets from npm; php-fpm, nginx, wrk, tmux.
set -eu

[ $# -ge 1 ] || { sed -n '4,5s/^# //p' "$0" >&2; exit 2; }
# shellcheck source=tools/web.sh
. "$(dirname "$0")/web.sh"
top=$(cd "$(dirname "$0")/.." && pwd)
module=$(realpath "$1")
work=$(mktemp -d)
live=$(mktemp -d /dev/shm/xhprof-picture.XXXXXX)

cleanup() {
	tmux -S "$work/tmux" kill-server 2>/dev/null || :
	stop_by=TERM clean_up "$live"
}
trap cleanup EXIT
mapfile -t modules < <(load_extensions tokenizer ctype mbstring)

is_small() {
	[ "$(stat -c %s "$1")" -lt 200000 ] || { echo "$0: $1 is larger than 200 KB" >&2; exit 1; }
}

# At GitHub's width, a frame of 30 pixels high.
make_report() {
	"$php" -n "${modules[@]/#/-d}" -d extension="$module" "$top/tools/picture-site.php" "$work/report.html"
	cat >"$work/picture.mjs" <<END_OF_JS
import { pathToFileURL } from 'node:url';
import { settled, test } from 'file://$top/tests/format/page/browser.mjs';
await test(async (browser) => {
	for (const colorScheme of ['light', 'dark']) {
		const context = await browser.chromium.newContext({ viewport: { width: 900, height: 500 }, deviceScaleFactor: 5 / 3, colorScheme });
		const page = await context.newPage();
		await page.goto(pathToFileURL('$work/report.html').href + '#flame');
		await page.locator('.strip canvas').waitFor(); // it comes last
		await settled(page);
		await page.screenshot({ path: '$top/docs/report' + (colorScheme === 'dark' ? '-dark' : '') + '.png' });
	}
});
END_OF_JS
	node "$work/picture.mjs"
	is_small "$top/docs/report.png"
	is_small "$top/docs/report-dark.png"
}

# The screen with its colours, as tmux captures it, while a pool serves tools/picture-site.php: of the user, or of www-data.
capture_live() {
	need_web php-fpm nginx wrk
	cp "$module" "$work/xhprof.so"
	cp "$top/tools/picture-site.php" "$work/site.php"
	chmod 755 "$work"
	chmod 644 "$work"/*
	local path samples pool=('pm.max_children = 8')
	if [ "$(id -u)" = 0 ]; then
		pool+=('user = www-data' 'group = www-data')
		chown www-data "$live"
	fi
	chmod 2750 "$live"
	{ with_opcache; printf '%s\n' "${modules[@]}" "extension=$work/xhprof.so" "xhprof.live_dir=$live"; } >"$work/www.ini"
	run_fpm www "${pool[@]}"
	run_nginx "location / { $(fastcgi "unix:$work/www.sock" "$work/site.php") }"
	for path in /class/NodeFinder /class/NameContext '/search?q=visitor' /class/Lexer /class/BuilderFactory; do
		wrk -t 1 -c 1 -d 60 "http://127.0.0.1:$port$path" >/dev/null &
		pids+=($!)
	done

	tmux -S "$work/tmux" -f /dev/null new-session -d -x 96 -y 27 \
		env -u NO_COLOR TERM=screen-256color "$php" -n -d extension="$work/xhprof.so" "$top/cli/bin/xhprof" live "$live"
	# The functions are those of the last 10 s: wait for as much, in samples.
	for _ in $(seq 60); do
		sleep 0.5
		tmux -S "$work/tmux" capture-pane -e -p >"$work/live.ansi"
		samples=$(sed -n 's/.* \([0-9,]*\) samples.*/\1/p' "$work/live.ansi" | tr -d ,)
		[ "${samples:-0}" -lt 1000 ] || break
	done
	sed -i "s#$live#/dev/shm/xhprof#" "$work/live.ansi"
}

make_live() {
	capture_live
	php -n "$top/tools/ansi-svg.php" 'xhprof live' <"$work/live.ansi" >"$top/docs/live.svg"
	is_small "$top/docs/live.svg"
}

case ${2-all} in
	report) make_report ;;
	live) make_live ;;
	all) make_report; make_live ;;
	*) sed -n '4,5s/^# //p' "$0" >&2; exit 2 ;;
esac
