#!/bin/bash
# Tries the extension where users have it, and prints a table of each part. For developers: it takes long, and figures are of
# the machine that it runs on.
# Usage: tools/field.sh [--save] PART [ARGUMENT...]
#   --save                 puts what it prints into docs/field.md as well, as the section "PART ARGUMENT...", with date and machine, unless it fails
#   names [PHP...]         small programs by xhprof run --mode sample: is the function named, also without perf, without timers?
#                          PHP: as for tools/matrix.sh; this machine's without one
#   truth [PHP] [CELL...]  programs that time themselves against samples, rings and attach: bench/sample.php; all cells of "alone",
#                          and the verdicts of --limits
#   routes [SECONDS...]    shares by route from a reloaded pool through ClickHouse, beside nginx's log: bench/routes.sh (as root)
#   suites [NAME...]       other projects' own tests, in five modes, beside the same without us: bench/suites.sh
#   fuzz [SECONDS]         each kind of input for 60 seconds: tools/fuzz-load.sh, and files of other tools by tests/fuzz/files.php
#   fixtures [FOLDER]      files of other tools, as their repositories have them, read by the command: bench/fixtures.php
#   servers [PHP...] [CELL...]  php-fpm, Apache, php -S and workers under hostile conditions: bench/servers.sh, 10 minutes a PHP (as root);
#                          --list names the cells; of a PHP in a chroot those whose servers are there
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(dirname "$here")
# shellcheck source=tools/debian.sh
. "$here/debian.sh"
usage() { sed -n '2,16s/^# //p' "$0" >&2; exit 2; }

# save SECTION: the standard input becomes that section; a new one takes its place by the alphabet.
save() {
	local heading="## $1" now=docs/field.md new
	new=$(mktemp)
	{
		printf '%s\n\n%s, Linux %s, %s CPUs, load %s to %s.\n\n' "$heading" "$(date -u '+%Y-%m-%d %H:%M')" "$(uname -r)" "$(nproc)" \
			"$load" "$(cut -d ' ' -f 1 /proc/loadavg)"
		cat
		echo
	} >"$new"
	awk -v heading="$heading" -v new="$new" '
		function put(line) { while ((getline line <new) > 0) print line; is_put = 1 }
		/^## / { if (!is_put && $0 >= heading) put(); is_old = $0 == heading }
		!is_old
		END { if (!is_put) { print ""; put() } }' "$now" | cat -s | sed '${/^$/d}' >"$now.new"
	mv "$now.new" "$now"
	rm "$new"
}

cd "$top"
if [ "${1-}" = --save ]; then
	shift
	set -o pipefail
	load=$(cut -d ' ' -f 1 /proc/loadavg) said=$(mktemp) status=0
	"$here/field.sh" "$@" | tee "$said" || status=$?
	if [ $status != 0 ]; then
		echo "$0: $* has failed and is not saved" >&2
	elif [ -s "$said" ]; then
		save "$*" <"$said"
	fi
	rm "$said"
	exit $status
fi
[ $# -ge 1 ] || usage
part=$1
shift
failed=0

# build_for [PHP]: builds for that one, or for this machine's, in $build; "${at[@]}" runs a command where it is, and "${with[@]}" it with
# the module.
build_for() {
	if [ $# = 0 ]; then
		at=() php=php build=$top/build/field
		tools/build.sh "$build" >/dev/null
	else
		find_php "$1" || die "no PHP $1 to be had"
		build=$builds/field-$1
		"${at[@]}" "$tools/build.sh" "$build" --phpize "$phpize" >/dev/null
	fi
	with=("${at[@]}" "$php" -n -d "extension=$build/modules/xhprof.so")
}

is_php() {
	[[ $1 =~ ^(8\.[0-9]|zts.*|asan)$ ]]
}

print_names() {
	local version
	for version in "${@:-}"; do
		build_for ${version:+"$version"}
		"${with[@]}" -r 'echo "PHP ", PHP_VERSION, "\n\n";'
		"${with[@]}" bench/names.php
	done
}

print_truth() {
	local cell
	if is_php "${1-}"; then
		build_for "$1"
		shift
	else
		build_for
	fi
	[ $# -gt 0 ] || { "${with[@]}" bench/sample.php --limits || failed=1; set -- '*/*/*/alone'; }
	for cell in "$@"; do
		"${with[@]}" bench/sample.php --cell "$cell" --times 30
	done
}

print_routes() {
	build_for
	bench/routes.sh "$build" "$@"
}

print_servers() {
	local name names=()
	[ "${1-}" != --list ] || { bench/servers.sh --list; return; }
	while is_php "${1-}"; do
		names+=("$1")
		shift
	done
	if [ ${#names[@]} = 0 ]; then
		build_for
		bench/servers.sh "$build" "$@" || failed=1
	fi
	for name in "${names[@]}"; do
		build_for "$name"
		"${at[@]}" bench/servers.sh "$build" "$@" || failed=1
	done
}

print_suites() {
	build_for
	bench/suites.sh "$build/modules/xhprof.so" "$@"
}

print_fuzz() {
	local files
	tools/fuzz-load.sh --seconds "${1-60}" build/field-fuzz || failed=1
	build_for
	files=$(mktemp -d "$top/build/field-files.XXXXXX")
	"${with[@]}" -d memory_limit=256M tests/fuzz/files.php --dir "$files" --seconds "${1-60}" --only foreign >"$files/said" 2>&1 ||
		{ failed=1; tail -n 40 "$files/said"; }
	echo "foreign: $(tail -n 1 "$files/said")"
	[ $failed = 1 ] || rm -r "$files"
}

print_fixtures() {
	build_for
	"${with[@]}" bench/fixtures.php "$@" || failed=1
}

case $part in
	names) print_names "$@" ;;
	truth) print_truth "$@" ;;
	routes) print_routes "$@" ;;
	suites) print_suites "$@" ;;
	fuzz) print_fuzz "$@" ;;
	fixtures) print_fixtures "$@" ;;
	servers) print_servers "$@" ;;
	*) usage ;;
esac
[ $failed = 0 ]
