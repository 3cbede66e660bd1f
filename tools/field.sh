#!/bin/bash
# Tries the extension where users have it, and prints a table of each part. For developers: it takes long, and figures are of
# the machine that it runs on.
# Usage: tools/field.sh PART [ARGUMENT...]
#   names [PHP...]         small programs by xhprof run --mode sample: is the function named, also without perf, without timers?
#                          PHP: 8.1, 8.3 to 8.6, in a chroot (tools/php-chroot.sh, as root); this machine's without one
#   truth [CELL...]        programs that time themselves against samples, rings and attach: bench/sample.php; all cells of "alone"
#   routes [SECONDS...]    shares by route from a reloaded pool through ClickHouse, beside nginx's log: bench/routes.sh (as root)
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
usage() { sed -n '2,9s/^# //p' "$0" >&2; exit 2; }

[ $# -ge 1 ] || usage
part=$1
shift
cd "$top"
build=$top/build/field

build_here() {
	tools/build.sh "$build" >/dev/null
	with=(php -n -d "extension=$build/modules/xhprof.so")
}

print_names() {
	local version
	if [ $# = 0 ]; then
		build_here
		"${with[@]}" bench/names.php
	fi
	for version in "$@"; do
		echo "PHP $version"
		tools/php-chroot.sh "$version" sh -euc 'tools/build.sh /build/field >/dev/null
			exec php -n -d extension=/build/field/modules/xhprof.so bench/names.php'
	done
}

print_truth() {
	local cell
	build_here
	[ $# -gt 0 ] || set -- '*/*/*/alone'
	for cell in "$@"; do
		"${with[@]}" bench/sample.php --cell "$cell" --times 30
	done
}

print_routes() {
	build_here
	bench/routes.sh "$build" "$@"
}

case $part in
	names) print_names "$@" ;;
	truth) print_truth "$@" ;;
	routes) print_routes "$@" ;;
	*) usage ;;
esac
