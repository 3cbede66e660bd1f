#!/bin/bash
# The quick check, for each edit: builds, runs the phpt tests once and checks the sources. Less than two minutes with a
# warm build. tools/test.sh is the full one.
# Usage: tools/check.sh [MODULE | TEST...]
#   MODULE  a folder of tests, as "trace": the units and its tests but for the slow ones, and meanwhile the checks, some
#           of them only if what they read has changed since they passed
#   TEST    these phpt tests, files or folders; without it all but the slow ones, as those in a browser; "tests" is all
set -eu

cd "$(dirname "$0")/.."
. tools/needs.sh
. tools/steps.sh
started=$SECONDS

# has_version VERSION COMMAND: other versions of clang's tools format differently.
has_version() {
	"$2" --version | grep -q "version $1\." || { echo "needs version $1 of $2"; return 1; }
}
has_tool() { has "$1" || { echo "needs $1"; return 1; }; }

# if_changed PATH... -- COMMAND...: for a module, passes at once if the command passed with these files as they are.
if_changed() {
	local paths=() files said known=${XDG_CACHE_HOME:-$HOME/.cache}/xhprof-tests/passed
	while [ "$1" != -- ]; do
		paths+=("$1")
		shift
	done
	shift
	files=$(git ls-files -z --cached --others --exclude-standard -- "${paths[@]}" 2>/dev/null | xargs -0 -r cksum 2>/dev/null) || :
	known+=/$({ echo "$@"; php -n -r 'echo PHP_VERSION;'; echo "$files"; } | cksum | tr -d ' ')
	if [ -n "$module" ] && [ -n "$files" ] && [ -e "$known" ]; then
		echo 'note: as it is unchanged'
		return
	fi
	said=$("$@" 2>&1) || { echo "$said"; return 1; }
	echo "$said"
	# What git does not know may change, and what was skipped has not passed.
	[ -n "$files" ] && ! grep -q skipped <<<"$said" || return 0
	mkdir -p "${known%/*}"
	find "${known%/*}" -type f -mtime +30 -delete
	touch "$known"
}

check_documents() {
	[ -z "$module" ] || tools/build.sh build/dev --phpize "$phpize" --enable-xhprof-dev
	php -n -d extension="$PWD/build/dev/modules/xhprof.so" tools/check-docs.php
}

check_php
phpize=$(phpize_of_php)

module='' built=build/dev
if [ $# = 1 ] && [[ $1 != */* ]] && [ -d "tests/$1" ]; then
	module=$1 built=build/fake
	set -- "tests/$1"
	[ "$module" = base ] || set -- tests/base/units.phpt "$1"
fi
for test; do
	compgen -G "$test" >/dev/null || compgen -G "$test.phpt" >/dev/null ||
		{ echo "$0: $test is no folder of tests and no test" >&2; exit 2; }
done
[ -n "$module" ] || step 'compile the extension' tools/build.sh build/dev --phpize "$phpize" --enable-xhprof-dev
step 'compile it with a fake clock' \
	tools/build.sh build/fake --phpize "$phpize" --enable-xhprof-dev --enable-xhprof-fake-clock
if [ $# = 0 ] || [ -n "$module" ]; then export SKIP_SLOW_TESTS=1; fi
[ -z "$module" ] || beside # tests mostly wait
suite "${module:-${1:+some}}${1:+-}tests" build/fake --ini xhprof.hook=ex "$@"
step 'layers, circles, symbols' tools/lint.sh $built
step 'arginfo is that of the stub' tools/gen-arginfo.sh --check
# Documents name files anywhere, and the check reads what it compares them with.
step 'documents and formats' if_changed . -- check_documents
step 'package files agree' php -n tools/check-packages.php
if_only tools/phpstan.sh --get
step 'phpstan on the command' if_changed cli fleet integrations xhprof.stub.php tools/phpstan.sh -- tools/phpstan.sh
if_only tools/phpcs.sh --get
step 'layout of PHP' tools/phpcs.sh
if_only tools/viewer.sh --get
step 'build and test the viewer' if_changed viewer format/viewer.inc tests/cli/unit tests/format/page tools/viewer.sh -- tools/viewer.sh
if_only has_tool shellcheck
step 'shellcheck' if_changed '*.sh' .ci -- tools/shellcheck.sh
if_only has_version 14 clang-format
step 'clang-format' make -s -C $built format-check
if_only has_tool clang-14
step 'sources of the fuzzers' tools/fuzz-load.sh --syntax $built
if_only has_version 14 clang-tidy
step 'clang-tidy on changed files' tools/tidy.sh $built --changed

announce '1 to 3 minutes with a warm build'
run_steps
if [ $failed -gt 0 ]; then
	printf -v list ', %s' "${failures[@]}"
	echo "FAILED in $(duration $((SECONDS - started))): ${list#, }"
	exit 1
fi
echo "All passed in $(duration $((SECONDS - started)))."
