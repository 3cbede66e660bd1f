#!/bin/bash
# Builds and tests on each PHP named, in every mode, and ends with a table of the results.
# Usage: tools/matrix.sh [--smoke] [PHP...]     (default: 8.2 8.4 8.5 8.6 zts asan)
#   --smoke  only tests/programs/each_mode.phpt, which uses each kind of profile once, with and without the JIT, and what
#            only a newer PHP than Debian's has
# PHP is 8.1 to 8.6: this machine's own, if it has that version, else one in a chroot, 8.1 and 8.3 from Ubuntu; or zts, zts-8.4
# to zts-8.6, asan, musl or musl-zts: built here by tools/php.sh.
# What cannot be set up is named and passed over. Chroots need root. With nothing cached: half an hour on 2 cores.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=tools/debian.sh
. "$here/debian.sh"

modes=(
	"ex --ini xhprof.hook=ex"
	"observer --ini xhprof.hook=observer"
	"ex+opcache --ini xhprof.hook=ex --opcache"
	"observer+opcache --ini xhprof.hook=observer --opcache"
	"observer+jit --ini xhprof.hook=observer --jit"
)
smoke=(
	"ex --ini xhprof.hook=ex"
	"observer+jit --ini xhprof.hook=observer --jit"
)
# What 8.3 and later versions have.
newer=(
	tests/hook/engine/{property_hooks,property_hooks_fiber,property_hooks_observed,property_hooks_plain,pipe,exit_function}.phpt
	tests/heap/{fatal_error,kept_closures,lazy_objects}.phpt
	tests/hook/fiber/collector_suspended.phpt tests/sampler/frameless.phpt
)
table=$(mktemp) output=$(mktemp)
trap 'rm -f "$table" "$output"' EXIT
status=0 lacking=''

row() { printf '%-10s %-17s %7s %7s %7s\n' "$@" >>"$table"; }

set_up() {
	find_php "$1" || return 1
	build=$builds/$1
}

# test_mode PHP FOLDER MODE [option of run-tests.sh]...
test_mode() {
	local php=$1 folder=$2 mode=$3 last
	shift 3
	"${at[@]}" "$tools/run-tests.sh" "$folder" --name "$php-$mode" "$@" >"$output" || status=1
	cat "$output"
	last=$(tail -n 1 "$output")
	if [[ $last =~ :\ ([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
		row "$php" "$mode" "${BASH_REMATCH[@]:1}"
	else
		row "$php" "$mode" "did not run" '' ''
	fi
}

# build PHP FOLDER [flag of configure]...
build() {
	local php=$1 folder=$2
	shift 2
	"${at[@]}" "$tools/build.sh" "$folder" --phpize "$phpize" "$@" >/dev/null && return
	status=1
	row "$php" "did not build" '' '' ''
	return 1
}

# As users build it, but for the optimizer: it must compile, load with all symbols, and profile.
smoke_php() {
	local mode
	CFLAGS=-O0 build "$1" "$build-smoke" || return 0
	for mode in "${smoke[@]}"; do
		# shellcheck disable=SC2086 # words
		test_mode "$1" "$build-smoke" $mode tests/programs/each_mode.phpt
	done
	test_mode "$1" "$build-smoke" newer --ini xhprof.hook=observer "${newer[@]}"
}

test_php() {
	local php=$1 flags=(--enable-xhprof-dev) mode
	# The sanitizers' code makes gcc warn of what is not there.
	[ "$php" != asan ] || flags=(--enable-xhprof-sanitize)
	[[ $php != musl* ]] || flags+=(CC=cc)
	build "$php" "$build-fake" "${flags[@]}" --enable-xhprof-fake-clock || return 0
	for mode in "${modes[@]}"; do
		# On musl the JIT of 8.2 crashes by itself.
		[[ $php != musl* || $mode != *--jit ]] || continue
		# jammy's calls internal functions directly, and crashes where allocations are watched.
		[[ $php != 8.1 || $mode != *--jit ]] || mode+=" tests/hook/jit tests/hook/engine/hooks_equal.phpt"
		# shellcheck disable=SC2086 # words
		test_mode "$php" "$build-fake" $mode
	done
	# What users get. Tests of exact times skip themselves here.
	build "$php" "$build" "${flags[@]}" || return 0
	test_mode "$php" "$build" real-clock
}

is_smoke=no
[ "${1-}" != --smoke ] || { is_smoke=yes; shift; }
[ $# -gt 0 ] || set -- 8.2 8.4 8.5 8.6 zts asan
row PHP mode passed failed skipped
for name; do
	echo "== $name"
	if set_up "$name"; then
		if [ $is_smoke = yes ]; then smoke_php "$name"; else test_php "$name"; fi
	else
		row "$name" "not set up" '' '' ''
		lacking+=" $name"
	fi
done
echo
cat "$table"
[ -z "$lacking" ] || echo "note: could not be set up, skipped:$lacking"
grep -q ' [0-9][0-9]* *$' "$table" || status=1 # nothing ran
exit $status
