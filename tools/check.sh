#!/bin/bash
# The quick check, for each edit: builds, runs the phpt tests once and checks the sources. Less than two minutes with a
# warm build. tools/test.sh is the full one.
# Usage: tools/check.sh [TEST...]      TEST: these phpt tests, files or folders; without it all but the slow ones,
#                                      as those in a browser; "tests" is all
set -eu

cd "$(dirname "$0")/.."
. tools/needs.sh
. tools/steps.sh
started=$SECONDS

# has_version VERSION COMMAND: other versions of clang's tools format differently.
has_version() {
	"$2" --version | grep -q "version $1\." || { echo "needs version $1 of $2"; return 1; }
}
has_viewer() { tools/viewer.sh --get; }
has_phpstan() { tools/phpstan.sh --get; }
has_tool() { has "$1" || { echo "needs $1"; return 1; }; }

check_php
phpize=$(phpize_of_php)

step 'compile the extension' tools/build.sh build/dev --phpize "$phpize" --enable-xhprof-dev
step 'compile it with a fake clock' \
	tools/build.sh build/fake --phpize "$phpize" --enable-xhprof-dev --enable-xhprof-fake-clock
[ $# -gt 0 ] || export SKIP_SLOW_TESTS=1
suite "${1:+some-}tests" build/fake --ini xhprof.hook=ex "$@"
step 'layers, circles, symbols' tools/lint.sh build/dev
step 'arginfo is that of the stub' tools/gen-arginfo.sh --check
step 'examples in the documents' php -n -d extension="$PWD/build/dev/modules/xhprof.so" tools/check-docs.php
step 'package files agree' php -n tools/check-packages.php
if_only has_phpstan
step 'phpstan on the command' tools/phpstan.sh
if_only has_viewer
step 'build and test the viewer' tools/viewer.sh
if_only has_tool shellcheck
step 'shellcheck' tools/shellcheck.sh
if_only has_tool cppcheck
step 'cppcheck' make -s -C build/dev cppcheck
if_only has_version 14 clang-format
step 'clang-format' make -s -C build/dev format-check
if_only has_version 14 clang-tidy
step 'clang-tidy on changed files' tools/tidy.sh build/dev 5

announce '1 to 3 minutes with a warm build'
run_steps
if [ $failed -gt 0 ]; then
	printf -v list ', %s' "${failures[@]}"
	echo "FAILED in $(duration $((SECONDS - started))): ${list#, }"
	exit 1
fi
echo "All passed in $(duration $((SECONDS - started)))."
