#!/bin/bash
# Tries the extension where users have it, and prints a table of each part and what it adds up to (bench/sums.php). For developers: it
# takes long, and figures are of the machine that it runs on.
# Usage: tools/field.sh [--save] PART [ARGUMENT...]
#   --save                 puts what it prints into docs/field.md as well, as the section "PART ARGUMENT...", with date and machine, unless it fails.
#                          So a piece of a part has a section of its own.
#   names [PHP...]         small programs by xhprof run --mode sample: is the function named, also without perf, without timers?
#                          PHP: as for tools/matrix.sh; this machine's without one
#   truth [PHP] [PIECE...] programs that time themselves against samples, by bench/sample.php. A piece is limits (shares that were wrong
#                          once, with limits), auto, signal, interrupt, ring or attach (all programs by that engine, alone), conditions
#                          (four programs by auto, on one processor, beside loops, with the JIT, without perf, without timers), or a
#                          CELL as bench/sample.php --list names them, with "*". Without one: limits, auto, ring, attach, conditions.
#                          Each cell is recorded $FIELD_TIMES times, 30 unless set, in 18 to 25 s; an engine has some 55 cells, conditions
#                          40. What each function took goes to standard error
#   routes [SECONDS...]    shares by route from a reloaded pool through ClickHouse, beside nginx's log: bench/routes.sh (as root)
#   suites [NAME...]       other projects' own tests, in five modes, beside the same without us: bench/suites.sh
#   fuzz [SECONDS]         each kind of input for 60 seconds: tools/fuzz-load.sh, and files of other tools by tests/fuzz/files.php
#   fixtures [FOLDER]      files of other tools, as their repositories have them, read by the command: bench/fixtures.php. FOLDER has
#                          checkouts. Each file goes to standard error
#   servers [PHP...] [CELL...]  php-fpm, Apache, php -S and workers under hostile conditions: bench/servers.sh, 10 minutes a PHP (as root);
#                          --list names the cells; of a PHP in a chroot those whose servers are there
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
top=$(dirname "$here")
# shellcheck source=tools/debian.sh
. "$here/debian.sh"
usage() { sed -n '/^set/q; s/^# //p' "$0" >&2; exit 2; }

# save SECTION: the standard input becomes that section; a new one takes its place by the alphabet.
save() {
	local heading="## $1" now=docs/field.md new
	new=$(mktemp)
	{
		printf '%s\n\n%s, Linux %s, %s CPUs, load %s to %s.\n\n' "$heading" "$(date -u '+%Y-%m-%d %H:%M')" "$(uname -r)" "$(nproc)" \
			"$load" "$(cut -d ' ' -f 1 /proc/loadavg)"
		php -n bench/sums.php wrap
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

print_php() {
	"${with[@]}" -r 'echo "PHP ", PHP_VERSION, "\n\n";'
}

# summed PART: the table of standard input, and what it adds up to.
summed() {
	local table status=0
	table=$(mktemp)
	tee "$table"
	php -n bench/sums.php "$1" <"$table" || status=$?
	rm "$table"
	return $status
}

# short PART [ARGUMENT]: instead of the many lines of standard input, which go to standard error, a short table and its sums.
short() {
	tee >(cat >&2) | php -n bench/sums.php "$@"
}

print_names() {
	local version
	for version in "${@:-}"; do
		build_for ${version:+"$version"}
		print_php
		"${with[@]}" bench/names.php | summed names
	done
}

# cells PIECE: the cells that it means, a pattern a line.
cells() {
	case $1 in
		auto | signal | interrupt | ring | attach) echo "*/$1/*/alone" ;;
		conditions) printf '%s\n' {parts,opcodes,internal-4us,sleeps}/auto/*/{one,busy,jit,noperf,refused} ;;
		*) echo "$1" ;;
	esac
}

record_cells() {
	local cell
	for cell in "$@"; do
		"${with[@]}" bench/sample.php --cell "$cell" --times "${FIELD_TIMES-30}" || return 1
	done
}

print_truth() {
	local piece list=()
	if is_php "${1-}"; then
		build_for "$1"
		shift
	else
		build_for
	fi
	print_php
	[ $# -gt 0 ] || set -- limits auto ring attach conditions
	for piece in "$@"; do
		if [ "$piece" = limits ]; then
			"${with[@]}" bench/sample.php --limits || failed=1
			echo
		else
			mapfile -t -O ${#list[@]} list < <(cells "$piece")
		fi
	done
	[ ${#list[@]} = 0 ] || record_cells "${list[@]}" | short truth || failed=1
}

print_routes() {
	build_for
	print_php
	bench/routes.sh "$build" "$@" | summed routes || failed=1
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
		bench/servers.sh "$build" "$@" | summed servers || failed=1
	fi
	for name in "${names[@]}"; do
		build_for "$name"
		"${at[@]}" bench/servers.sh "$build" "$@" | summed servers || failed=1
	done
}

print_suites() {
	build_for
	print_php
	bench/suites.sh "$build/modules/xhprof.so" "$@" | summed suites || failed=1
}

# try_inputs SECONDS
try_inputs() {
	local files status=0
	tools/fuzz-load.sh --seconds "$1" build/field-fuzz || status=1
	files=$(mktemp -d "$top/build/field-files.XXXXXX")
	"${with[@]}" -d memory_limit=256M tests/fuzz/files.php --dir "$files" --seconds "$1" --only foreign >"$files/said" 2>&1 ||
		{ status=1; tail -n 40 "$files/said"; }
	echo "foreign: $(tail -n 1 "$files/said")"
	if [ $status = 0 ]; then
		rm -r "$files"
	else
		echo "FAULT: see above, and $files"
	fi
	return $status
}

print_fuzz() {
	build_for
	print_php
	try_inputs "${1-60}" | short fuzz "${1-60}" || failed=1
}

print_fixtures() {
	build_for
	print_php
	"${with[@]}" bench/fixtures.php "$@" | short fixtures || failed=1
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
