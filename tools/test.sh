#!/bin/bash
# All tests and checks of the project, on the php of this machine. Installs what they need
# (Debian, Ubuntu). Ends with "N passed, N failed, N skipped" and fails if anything failed.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tools/needs.sh"
cd "$top"
passed=0 failed=0 skipped=0

# suite NAME BUILD ARGUMENT...: the phpt tests, run in one way.
suite() {
	local name=$1 build=$2 out
	shift 2
	out=$(tools/run-tests.sh "$build" --name "$name" "$@" 2>&1) || :
	printf '%s\n' "$out"
	if [[ ${out##*$'\n'} =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
		passed=$((passed + BASH_REMATCH[1]))
		failed=$((failed + BASH_REMATCH[2]))
		skipped=$((skipped + BASH_REMATCH[3]))
	else
		failed=$((failed + 1))
	fi
}

# check NAME COMMAND...: what passes or fails as one. Shows the end of its output, only if it fails.
check() {
	local name=$1 out
	shift
	if out=$("$@" 2>&1); then
		echo "$name: passed"
		passed=$((passed + 1))
	else
		tail -n 40 <<<"$out"
		echo "$name: FAILED"
		failed=$((failed + 1))
	fi
}

skip() {
	echo "$1: skipped, $2"
	skipped=$((skipped + 1))
}

has_php_extension() {
	# shellcheck disable=SC2016 # PHP's variable, not the shell's
	php -n -r 'exit(extension_loaded($argv[1])
		|| is_file(PHP_EXTENSION_DIR . "/$argv[1]." . PHP_SHLIB_SUFFIX) ? 0 : 1);' "$1"
}

has_sqlite_headers() {
	echo '#include <sqlite3.h>' | cc -E -
}

# Servers are in folders that not every user's PATH has.
has_web() {
	PATH=$PATH:/usr/sbin:/usr/local/sbin command -v "$1"
}

# Another version formats otherwise and finds other faults. Debian 12 has this one.
is_clang_14() {
	"$1" --version | grep -q 'version 14\.'
}

on_debian() {
	grep -q '^ID=debian' /etc/os-release
}

# speedscope and the validator of its schema, outside of the checkout and once only.
get_node_modules() {
	local cache=${XDG_CACHE_HOME:-$HOME/.cache}/xhprof-tests
	export XHPROF_NODE_MODULES=$cache/node_modules
	[ -d "$XHPROF_NODE_MODULES/speedscope" ] && [ -d "$XHPROF_NODE_MODULES/ajv" ] && return 0
	mkdir -p "$cache"
	npm install --prefix "$cache" --ignore-scripts --no-audit --no-fund --loglevel=error \
		speedscope@1.25.0 ajv@8 >&2
}

on_debian_12() {
	on_debian && grep -q '^VERSION_ID="12"' /etc/os-release
}

# Command one, from elsewhere and where apt would fail: all is there now, so it must not be called.
try_again() {
	local work out
	work=$(mktemp -d)
	printf '#!/bin/sh\nexit 1\n' >"$work/apt-get"
	chmod +x "$work/apt-get"
	out=$(cd "$work" && PATH=$work:$PATH "$top/tools/try.sh" 2>&1) || :
	rm -r "$work"
	grep -q '^main() ' <<<"$out" && grep -q 'PhpParser.*::' <<<"$out" && return 0
	echo "$out"
	return 1
}

# What git sees as new or changed.
state_of_tree() { git status --porcelain 2>/dev/null || :; }

is_tree_as_before() {
	local tree_now
	tree_now=$(state_of_tree)
	diff <(echo "$tree_before") <(echo "$tree_now")
}

tree_before=$(state_of_tree)
need_php
need php-parser has_php_parser
install_lacking # what follows asks for more packages of the PHP that is there now
release=$(php_release)
need "php$release-curl" has_php_extension curl
need "php$release-sqlite3" has_php_extension pdo_sqlite
need cppcheck has cppcheck
need shellcheck has shellcheck
need valgrind has valgrind
need php-pear has pear
# What opens exports; tests/export skips by name what is missing.
need "php$release-fpm" has_web "php-fpm$release"
need "php$release-cgi" has_web "php-cgi$release"
need nginx-light has_web nginx
need wrk has wrk
need golang-go has go
need npm has npm
if on_debian; then
	need chromium has chromium
	# What php-zts.sh makes PHP of.
	need dpkg-dev has dpkg-source
	need xz-utils has xz
	need pkg-config has pkg-config
	need libsqlite3-dev has_sqlite_headers
fi
if on_debian_12; then
	need clang-format is_clang_14 clang-format
	need clang-tidy is_clang_14 clang-tidy
fi
install_lacking
get_node_modules || echo 'No speedscope from npm: the tests that need it are skipped.' >&2
check_php

# What is made of PHP's source is made meanwhile; who needs it waits for the rest of it. Both are made once,
# and kept outside the checkout.
if on_debian; then
	{ nice tools/php-zts.sh --sanitize; nice tools/php-zts.sh --sanitize-threads; } >/dev/null 2>&1 </dev/null &
fi

phpize=$(phpize_of_php)
check 'build' tools/build.sh build/dev --phpize "$phpize" --enable-xhprof-dev
check 'build with the fake clock' \
	tools/build.sh build/fake --phpize "$phpize" --enable-xhprof-dev --enable-xhprof-fake-clock

for build in fake dev; do
	suite $build-ex build/$build --ini xhprof.hook=ex
	suite $build-ex-opcache build/$build --ini xhprof.hook=ex --opcache
	suite $build-observer build/$build --ini xhprof.hook=observer
	suite $build-observer-jit build/$build --ini xhprof.hook=observer --jit
done
# The rows made of call trees must be the same ones.
XHPROF_TEST_TREE=1 suite fake-tree-ex build/fake --ini xhprof.hook=ex
XHPROF_TEST_TREE=1 suite fake-tree-observer-jit build/fake --ini xhprof.hook=observer --jit
suite valgrind build/dev --valgrind tests/api tests/hier
# The conservation of the fake clock's times is exact, and is the same every time.
check 'random programs' tools/fuzz.sh --so build/fake/modules/xhprof.so --each 4

check 'requests over the web' tools/test-web.sh build/dev

check 'build without a counter' tools/build.sh build/no-tsc --phpize "$phpize" --enable-xhprof-dev --enable-xhprof-no-tsc
suite no-tsc build/no-tsc tests/faults tests/clock tests/hier

check 'sampling every 100 us' tools/stress-sample.sh build/dev 30

if on_debian; then
	check "PHP's own tests" tools/php-src-tests.sh --so build/dev/modules/xhprof.so --short
else
	skip "PHP's own tests" 'needs Debian'
fi
# Debug, with threads and with sanitizers. Their code makes gcc warn of what is not there: what is true, it
# says of the build without.
if on_debian && asan=$(tools/php-zts.sh --sanitize); then
	check 'build with threads' tools/build.sh build/zts --phpize "$asan/bin/phpize" --enable-xhprof-dev
	check 'build with sanitizers' \
		tools/build.sh build/asan --phpize "$asan/bin/phpize" --enable-xhprof-sanitize
	SKIP_SLOW_TESTS=1 suite sanitized-ex build/asan --ini xhprof.hook=ex
	# Tests of PHP's own allocator, which the sanitizer does not look into; of ours it sees all.
	suite sanitized-memory build/asan --ini xhprof.hook=ex --zend-alloc tests/memory \
		tests/faults/memory_limit.phpt tests/faults/limit_everywhere.phpt tests/trigger/auto_limit.phpt \
		tests/engine/fatal_memory.phpt tests/engine/fatal_memory_fiber.phpt
	check '8 threads at once' tools/stress-threads.sh build/asan 20
else
	skip 'sanitizers and 8 threads at once' 'no PHP with threads can be made here'
fi
if on_debian && tsan=$(tools/php-zts.sh --sanitize-threads); then
	fixed=()
	! setarch -R true 2>/dev/null || fixed=(setarch -R)
	CFLAGS='-O1 -g -fsanitize=thread' check 'build with ThreadSanitizer' \
		"${fixed[@]}" tools/build.sh build/tsan --phpize "$tsan/bin/phpize"
	check '8 threads under ThreadSanitizer' tools/stress-threads.sh build/tsan 20
else
	skip '8 threads under ThreadSanitizer' 'no PHP with ThreadSanitizer can be made here'
fi

check 'rules of the tree' tools/lint.sh build/dev
check 'arginfo' tools/gen-arginfo.sh --check
check 'documents' php -n -d extension="$top/build/dev/modules/xhprof.so" tools/check-docs.php
check 'packages' php -n tools/check-packages.php
check 'package.xml' tools/package-xml.sh --check
if why=$(tools/phpstan.sh --get); then
	check 'phpstan' tools/phpstan.sh
else
	skip 'phpstan' "$why"
fi
check 'cppcheck' make -s -C build/dev cppcheck
if why=$(bench/callgrind.sh --comparable); then
	check 'instructions a call' bench/callgrind.sh build/dev/modules/xhprof.so
else
	skip 'instructions a call' "$why"
fi
check 'shellcheck' shellcheck -x tools/*.sh bench/*.sh .ci/run
if is_clang_14 clang-format && is_clang_14 clang-tidy; then
	check 'format' make -s -C build/dev format-check
	check 'clang-tidy' make -s -C build/dev tidy
else
	skip 'format and clang-tidy' 'needs version 14 of clang-format and clang-tidy'
fi
check 'command one, a second time' try_again
check 'nothing is left in the tree' is_tree_as_before

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
