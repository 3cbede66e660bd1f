#!/bin/bash
# Which tests of other projects fail while all that they run is profiled, by settings alone, and pass otherwise?
# Usage: bench/suites.sh SO [NAME...]      SO: the module; NAME: monolog, twig, ..., as below; the default is all of them
#   Prints a table: the tests; those whose result differs between two runs without us, with the same test's other data
#   sets, which say nothing; those that fail with us once, and pass once more with us; and for each mode how many fail
#   only with us, in two runs, and its CPU time by that without us. Fails if any test does, or if more than 5 of a
#   package fail once.
# Composer gets packages once, outside of the checkout, and as sources, as archives of releases are without tests.
set -eu

[ $# -ge 1 ] || { sed -n '3,9s/^# //p' "$0" >&2; exit 2; }
so=$(realpath "$1")
shift
# What has no PHPUnit of its own, or one that gets itself, is given one.
declare -A packages=(
	[monolog]=monolog/monolog:^3 [php-parser]=nikic/php-parser:^5 [psr7]=guzzlehttp/psr7:^2 [promises]=guzzlehttp/promises:^2
	[guzzle]='guzzlehttp/guzzle:^7 php-http/client-integration-tests:^3' [collections]=doctrine/collections:^2 [amp]=amphp/amp:^3
	[phpunit]=phpunit/phpunit:^10.5 [dbal]='doctrine/dbal:^4 phpunit/phpunit:^9.6' [twig]='twig/twig:^3 phpunit/phpunit:^9.6'
	[console]='symfony/console:^6.4 phpunit/phpunit:^9.6 symfony/phpunit-bridge:^6.4'
	[process]='symfony/process:^6.4 phpunit/phpunit:^9.6 symfony/phpunit-bridge:^6.4'
)
modes=(ex observer timeline sample ring)
[ $# -gt 0 ] || set -- monolog php-parser psr7 promises collections process console twig amp guzzle dbal phpunit
cache=${XDG_CACHE_HOME:-$HOME/.cache}/xhprof-tests/suites
work=$(mktemp -d)
live=$(mktemp -d /dev/shm/xhprof-suites.XXXXXX)
trap 'rm -rf "$work" "$live"' EXIT
# Suites leave servers behind.
cc -O1 -o "$work/guard" "$(dirname "$0")/../tools/guard.c"
failed=0 most_once=5

# compose PACKAGE:VERSION [MORE...]: into $folder. Tools for development that are not to be had are left out.
compose() {
	local package=$1 lacking
	shift
	composer create-project -n --prefer-source --keep-vcs --no-install "${package%:*}" "$folder" "${package#*:}"
	[ $# = 0 ] || composer require -n -d "$folder" --dev --no-update "$@"
	for _ in 1 2 3; do
		composer update -n -d "$folder" --prefer-dist 2>&1 | tee "$work/update"
		[ ! -e "$folder/vendor/autoload.php" ] || return 0
		mapfile -t lacking < <(sed -nE 's/.*Root composer.json requires ([^ ,]+).*/\1/p' "$work/update" | sort -u)
		[ ${#lacking[@]} -gt 0 ] || return 1
		composer remove -n -d "$folder" --dev --no-update "${lacking[@]}"
		# PHPUnit runs nothing if a folder of tests is missing, as of one that was left out.
		grep -ohE 'vendor/[^<*]+</directory>' "$folder"/phpunit*.xml* | sed "s|^|$folder/|; s|<.*||" | xargs -r mkdir -p
	done
	return 1
}

# get NAME: into $folder; where that is not to be had it says why in $why, and fails.
get() {
	local wanted
	[ -n "${packages[$1]-}" ] || { why='no package of that name is listed'; return 1; }
	folder=$cache/$1-$(cksum <<<"${packages[$1]}" | cut -d ' ' -f 1)
	if [ ! -e "$folder/vendor/autoload.php" ]; then
		command -v composer >/dev/null || { why='no composer; on Debian: apt-get install composer'; return 1; }
		rm -rf "$folder"
		mkdir -p "$cache"
		read -ra wanted <<<"${packages[$1]}"
		compose "${wanted[@]}" >"$cache/$1.log" 2>&1 || { why="composer does not get it: $cache/$1.log"; return 1; }
	fi
	compgen -G "$folder/phpunit*.xml*" >/dev/null || { why='what composer gets is without its tests'; return 1; }
}

# settings MODE: lines for php.ini. The flight recorder is allowed more than it is by default.
settings() {
	local auto="xhprof.auto=always xhprof.output_dir=$work/runs xhprof.save_timeout_ms=60000 xhprof.keep=1000M,1G/run"
	echo "extension=$so"
	# shellcheck disable=SC2086 # a list
	case $1 in
		ex | observer) printf '%s\n' $auto xhprof.auto_mode=tree "xhprof.hook=$1" ;;
		timeline) printf '%s\n' $auto xhprof.auto_mode=timeline xhprof.auto_flags='"cpu,memory,alloc"' ;;
		sample) printf '%s\n' $auto xhprof.auto_mode=sample xhprof.sampling_interval=1ms ;;
		ring) printf '%s\n' "xhprof.live_dir=$live" xhprof.live_interval=1ms xhprof.live_budget=50 ;;
	esac
}

# run NAME [MODE]: leaves its exit status in NAME.status, its milliseconds of CPU time in NAME.ms, and "result test" in
# NAME.results.
run() {
	local name=$1 phpunit=vendor/bin/phpunit status=0 TIMEFORMAT='%U %S'
	rm -rf "$work/ini" "$work/runs" "$work/$name.xml"
	mkdir -p "$work/ini" "$work/runs"
	[ $# = 1 ] || settings "$2" >"$work/ini/xhprof.ini"
	[ ! -x "$folder/phpunit" ] || phpunit=./phpunit
	# Processes that a test starts read it, too.
	{ time {
		(cd "$folder" && PHP_INI_SCAN_DIR=:$work/ini timeout -k 10 1200 "$work/guard" php "$phpunit" --order-by default \
			--do-not-cache-result --log-junit "$work/$name.xml") >"$work/$name.log" 2>&1 </dev/null || status=$?
	}; } 2>"$work/time"
	awk '{ print 1000 * ($1 + $2) }' "$work/time" >"$work/$name.ms"
	echo $status >"$work/$name.status"
	# shellcheck disable=SC2016 # PHP's variables
	php -r '
		$file = @simplexml_load_file($argv[1], options: LIBXML_PARSEHUGE);
		foreach ($file ? $file->xpath("//testcase") : [] as $test) {
			$result = isset($test->error) || isset($test->failure) ? "failed" : (isset($test->skipped) ? "skipped" : "passed");
			echo preg_replace("/\s+/", " ", "$result {$test["class"]}::{$test["name"]}"), "\n";
		}' "$work/$name.xml" | sort -u >"$work/$name.results"
	[ $# = 1 ] || [ "$2" = ring ] || compgen -G "$work/runs/*" >/dev/null || { failed=1; echo "    $2: no run was saved" >&2; }
}

# steady: the results that both runs without us have. If one of a test's data sets differs, none of them says anything: they
# wait for the same clock or the same file.
steady() {
	comm -3 "$work/plain.results" "$work/again.results" >"$work/differ"
	comm -12 "$work/plain.results" "$work/again.results" | awk '
		function test(line) { sub(/^\t*[a-z]+ /, "", line); sub(/ with data set .*/, "", line); return line }
		FILENAME == "-" { if (!(test($0) in unsteady)) print; next }
		{ unsteady[test($0)] }' "$work/differ" -
}

# faults RUN: what fails in that run, or is not in it, and passed twice without us; how the whole ended, if otherwise.
faults() {
	comm -23 <(grep '^passed ' "$work/steady") "$work/$1.results" | cut -d ' ' -f 2-
	cmp -s "$work/plain.status" "$work/again.status" && ! cmp -s "$work/plain.status" "$work/$1.status" || return 0
	echo "exit status $(cat "$work/$1.status"), not $(cat "$work/plain.status")"
}

# try NAME MODE: adds to $row how many fail only with us, and the time; to "once", by name, what then passes.
try() {
	local count
	run "$2" "$2"
	faults "$2" | sort >"$work/faults"
	if [ -s "$work/faults" ]; then
		run "$2-again" "$2"
		faults "$2-again" | sort | comm -12 - "$work/faults" >"$work/faults.twice"
		comm -23 "$work/faults" "$work/faults.twice" | sed "s|^|    $1, $2, failed once: |" >>"$work/once"
		mv "$work/faults.twice" "$work/faults"
	fi
	count=$(grep -c . "$work/faults" || :)
	[ "$count" = 0 ] || { failed=1; sed "s|^|    $1, $2: |" "$work/faults" | head -n 20 >&2; }
	row+=$(awk -v count="$count" -v plain="$(cat "$work/plain.ms" "$work/again.ms" | awk '{ sum += $1 } END { print sum / 2 }')" \
		'{ printf " %d, %.2f |", count, $1 / plain }' "$work/$2.ms")
}

suite() {
	local why mode row='' once
	: >"$work/once"
	get "$1" || { skipped "$1" "$why"; return; }
	run plain
	run again
	[ -s "$work/plain.results" ] || { skipped "$1" 'no test runs without us'; return; }
	steady >"$work/steady"
	for mode in "${modes[@]}"; do
		try "$1" "$mode"
	done
	once=$(grep -c . "$work/once" || :)
	head -n 20 "$work/once" >&2
	[ "$once" -le $most_once ] || { failed=1; echo "    $1: $once failed once and passed once, more than $most_once" >&2; }
	echo "| $1 | $(grep -c . "$work/plain.results") | $(comm -13 "$work/steady" "$work/plain.results" | grep -c . || :) | $once |$row |"
}

# skipped NAME WHY: a row without numbers.
skipped() {
	echo "| $1 | | | |${modes[*]/#*/ |} skipped: $2 |"
}

echo '| package | tests | unsteady | failed once |' "${modes[@]/%/ |}" '|'
echo '|---|---:|---:|---:|'"$(printf -- '---:|%.0s' "${modes[@]}")"'---|'
for name in "$@"; do
	suite "$name"
done
[ $failed = 0 ]
