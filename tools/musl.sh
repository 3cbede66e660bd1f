#!/bin/bash
# Builds for musl, another C library than Debian's, and runs the tests on a PHP that was built for it, which
# tools/php-musl.sh makes once.
# Usage: tools/musl.sh [--zts] [VERSION] [-- ARGUMENT...]      VERSION as php-musl.sh has it
# ARGUMENT is one of run-tests.sh; the default is all tests, with each way of hooking. Without the JIT: that of
# PHP 8.2 crashes on musl by itself.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=tools/debian.sh
. "$here/debian.sh"

php=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	php+=("$1")
	shift
done
prefix=$("$here/php-musl.sh" "${php[@]}")
build=${XHPROF_MUSL_BUILD:-$cache/build/$(basename "$prefix")}
# Tests that compile something need this compiler, too.
PATH=$prefix/cc:$PATH
"$prefix/bin/php" -n -v
"$here/build.sh" "$build" --phpize "$prefix/bin/phpize" --enable-xhprof-dev CC=cc
readelf -d "$build/modules/xhprof.so" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/needs \1/p'
if [ $# -gt 0 ]; then
	shift
	"$here/run-tests.sh" "$build" --name musl "$@"
else
	"$here/run-tests.sh" "$build" --name musl-ex --ini xhprof.hook=ex
	"$here/run-tests.sh" "$build" --name musl-observer-opcache --ini xhprof.hook=observer --opcache
fi
