#!/bin/bash
# Makes the pictures in README.md of a real program, tools/picture-site.php: docs/report.png and docs/report-dark.png, the
# flame graph of its report, and docs/live.svg, what `xhprof live` shows of it in a busy pool of php-fpm.
# Usage: tools/picture.sh MODULE [report|live]
# Needs php-parser, php-twig; chromium, node and what tools/test.sh gets from npm; php-fpm, nginx, wrk, tmux.
set -eu

[ $# -ge 1 ] || { sed -n '4,5s/^# //p' "$0" >&2; exit 2; }
top=$(cd "$(dirname "$0")/.." && pwd)
module=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

php=(php -n)
for name in tokenizer ctype mbstring; do
	php -n -r "exit(extension_loaded('$name') ? 0 : 1);" || php+=(-d "extension=$name")
done

is_small() {
	[ "$(stat -c %s "$1")" -lt 200000 ] || { echo "$0: $1 is larger than 200 KB" >&2; exit 1; }
}

# At GitHub's width, a frame of 30 pixels high.
make_report() {
	"${php[@]}" -d extension="$module" "$top/tools/picture-site.php" "$work/report.html"
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

make_live() {
	"$top/tools/picture-live.sh" "$module" "$work/live.ansi"
	php -n "$top/tools/ansi-svg.php" 'xhprof live' <"$work/live.ansi" >"$top/docs/live.svg"
	is_small "$top/docs/live.svg"
}

case ${2-all} in
	report) make_report ;;
	live) make_live ;;
	all) make_report; make_live ;;
	*) sed -n '4,5s/^# //p' "$0" >&2; exit 2 ;;
esac
