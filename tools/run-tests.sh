#!/bin/bash
# Runs the phpt tests of a folder that build.sh made, with the module built there.
# Usage: tools/run-tests.sh DIR [--php PATH] [--name NAME] [--opcache] [--jit] [--ini KEY=VALUE]... [TEST...]
#   --valgrind      runs the tests, and every PHP process they start, under valgrind
#   --static        xhprof is part of that PHP, DIR its folder in ext/: see ports.sh
#   --zend-alloc    keeps PHP's allocator, which valgrind and sanitizers turn off: for tests of it
# TEST is a file or a folder in DIR; the default is tests. Names why tests were skipped, and how many, and ends with
# "NAME: N passed, N failed, N skipped".
# Each sanitizer report of any process is a failure and stays in DIR/sanitizer-NAME.
# TEST_PHP_ARGS has more arguments for PHP's runner. The whole log is DIR/run-tests-NAME.log.
set -eu

usage() { sed -n '2,10s/^# //p' "$0" >&2; exit 2; }
# shellcheck source=tools/needs.sh
. "$(dirname "$0")/needs.sh"

[ $# -ge 1 ] || usage
dir=$1
top=$(cd "$(dirname "$0")/.." && pwd -P)
cd "$1"
shift
php='' name='' opcache=no jit=no static=no ini=() valgrind=no zend_alloc=no
while [ $# -gt 0 ]; do
	case $1 in
		--php) php=$2; shift ;;
		--name) name=$2; shift ;;
		--ini) ini+=(-d "$2"); shift ;;
		--opcache) opcache=yes ;;
		--jit) opcache=yes jit=yes ;;
		--static) static=yes ;;
		--valgrind) valgrind=yes ;;
		--zend-alloc) zend_alloc=yes ;;
		-*) usage ;;
		*) break ;;
	esac
	shift
done
runner=run-tests.php
if [ $static = yes ]; then
	runner=../../run-tests.php
else
	need_module "$PWD"
fi
[ -n "$php" ] || php=$(sed -n 's/^PHP_EXECUTABLE = //p' Makefile)
php=$(command -v "$php") || die "no such PHP: $php"
[ -n "$name" ] || name=php$("$php" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
[ $# -gt 0 ] || set -- tests
# PHP's runner is silent about a name or pattern that fits no test, and runs none at all if one is another file.
for test; do
	compgen -G "$test" >/dev/null || compgen -G "$test.phpt" >/dev/null ||
		die "$dir has no $test; tools/build.sh copies new tests to it"
	[ ! -f "$test" ] || [[ $test == *.phpt ]] || die "$test is no .phpt test"
done

if [ $opcache = yes ]; then
	# Built in since 8.5, a shared extension before, which -n does not load.
	"$php" -n -m | grep -q 'Zend OPcache' ||
		ini+=(-d "zend_extension=$("$php" -n -r 'echo PHP_EXTENSION_DIR;')/opcache.so")
	ini+=(-d opcache.enable=1 -d opcache.enable_cli=1)
	# The fourth pass of 8.1.2's optimizer makes f(...) a call without arguments.
	! "$php" -n -r 'exit(PHP_VERSION_ID < 80200 ? 0 : 1);' || ini+=(-d opcache.optimization_level=0x7FFEBFF7)
	# No JIT unless requested, whatever this version's default is.
	if [ $jit = yes ]; then
		ini+=(-d opcache.jit=tracing -d opcache.jit_buffer_size=32M)
	else
		ini+=(-d opcache.jit=disable -d opcache.jit_buffer_size=0)
	fi
fi
# As root, preloading needs this.
[ "$(id -u)" != 0 ] || ini+=(-d opcache.preload_user=root)
[ $static = yes ] || ini+=(-d "extension=$PWD/modules/xhprof.so")

# shellcheck disable=SC2016 # PHP's variables, not the shell's
# Fail if the requested mode is not active.
"$php" -n "${ini[@]}" -r '
	$status = function_exists("opcache_get_status") ? opcache_get_status(false) : [];
	extension_loaded("xhprof") || exit("the module does not load\n");
	$argv[1] == "no" || !empty($status["opcache_enabled"]) || exit("opcache is not on\n");
	$argv[2] == "no" || !empty($status["jit"]["on"]) || exit("the JIT is not on\n");
' $opcache $jit >run-tests.err 2>&1 || echo "exit code $?" >>run-tests.err
[ ! -s run-tests.err ] || { cat run-tests.err >&2; die "$name: not as asked"; }

# A function that this PHP lacks fails as the module is loaded, and not at its first call.
export LD_BIND_NOW=1
# Tests mostly wait: three workers per processor. nproc works in a chroot; getconf is for systems without it.
workers=$((3 * $(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN || echo 1)))
log=run-tests-$name.log results=run-tests-$name.txt
# A test that says nothing for that long hangs: the browser tests do not for minutes, where the machine is busy.
timeout=600
flags=(-n -q --offline --no-color)
# PHP 8.1's runner has no such option.
! grep -q -e "'--no-progress'" "$runner" || flags+=(--no-progress)
reports=$PWD/sanitizer-$name
rm -rf "$reports"
# PHP's own switch for a sanitized PHP: the allocator that the sanitizer can see. An extension that stays
# loaded has symbol names in reports of leaks. Reports go to files, as a test may ignore the output and
# the exit status of its children.
if ldd "$php" 2>/dev/null | grep -q libasan; then
	if [ $zend_alloc = no ]; then
		flags+=(--asan)
		timeout=200 # the runner makes three times as much of it
	fi
	mkdir "$reports"
	export ZEND_DONT_UNLOAD_MODULES=1 ASAN_OPTIONS="log_path=$reports/asan:${ASAN_OPTIONS-}" \
		UBSAN_OPTIONS="log_path=$reports/ubsan:print_stacktrace=1:${UBSAN_OPTIONS-}"
fi
if [ $valgrind = yes ]; then
	XHPROF_VALGRIND=$(command -v valgrind) || die 'no valgrind'
	mkdir -p valgrind
	ln -sf "$top/tools/valgrind.sh" valgrind/valgrind
	flags+=(-m)
	export XHPROF_VALGRIND PATH=$PWD/valgrind:$PATH
	if [ $zend_alloc = yes ]; then
		export XHPROF_ZEND_ALLOC=1
	else
		export USE_ZEND_ALLOC=0 # for the --SKIPIF-- sections
	fi
	# Code that PCRE compiles reads past its input.
	ini+=(-d pcre.jit=0)
	# perf's signals kill valgrind itself: sampling uses a timer.
	cc -shared -fPIC -o valgrind/refuse.so "$top/tests/faults/refuse.c" -ldl
	export REFUSE=perf LD_PRELOAD=$PWD/valgrind/refuse.so
fi

# PHP's runner tries what names a clock once more, ends only the first process of a test whose time is over, and gives
# its workers five seconds to begin: here it does none of that, and nothing outlives a test. A worker is given two tests
# at a time, not 32: at the end others would wait for one that has the long ones.
guarded=${runner%.php}.guarded.php
[ guard -nt "$top/tools/guard.c" ] || { cc -O1 -o guard.$$ "$top/tools/guard.c" && mv guard.$$ guard; }
# shellcheck disable=SC2016 # PHP's variables, not the shell's
sed -E -e 's/!\$retried && error_may_be_retried/false \&\& &/' -e 's/proc_terminate\(\$proc, 9\)/proc_terminate($proc)/' \
	-e 's/\$shuffle \? 4 : 32/2/' \
	-e 's/(stream_socket_accept\(\$listenSock|stream_set_timeout\(\$workerSock), 5\)/\1, 600)/' \
	-e 's/proc_open\((\$command(line)?), /proc_open([getenv("TEST_PHP_GUARD"), ...(is_array(\1) ? \1 : ["sh", "-c", \1])], /' \
	"$runner" >"$guarded.$$"
mv "$guarded.$$" "$guarded"

rm -f "$results"
NO_INTERACTION=1 TEST_PHP_EXECUTABLE=$php TEST_PHP_GUARD=$PWD/guard "$php" -n "$guarded" "${flags[@]}" \
	--set-timeout $timeout -W "$results" "${ini[@]}" "-j$workers" "$@" >"$log" 2>&1 </dev/null || :
[ -f "$results" ] || { tail -n 30 "$log" >&2; die "$name: PHP's runner did not run"; }

count() { grep -cE "^($1)	" "$results" || :; }
passed=$(count 'PASSED|XFAILED')
skipped=$(count SKIPPED)
failed=$(count '.*')
failed=$((failed - passed - skipped))
# What it sums up at its end: a runner that was killed, or that lost a worker, has none, and tests that did not run.
tests=$(sed -n 's/^Number of tests : *\([0-9]*\).*/\1/p' "$log" | tail -n 1)
if [ "$tests" != $((passed + failed + skipped)) ]; then
	tail -n 5 "$log"
	echo "$name: PHP's runner ended before all tests had run"
	failed=$((failed + 1))
fi

grep -E '^(FAIL|BORK|LEAK|WARN|XLEAK).*\[' "$log" || :
# Why tests were skipped: "skipped: 12 needs zlib".
sed -n 's/^SKIP .*\.phpt\] *\(reason: \)\{0,1\}/skipped: /p' "$log" | sort | uniq -c | sort -rn |
	sed 's/^ *\([0-9]*\) skipped: /skipped: \1 /'
# The first diffs, cut, so that one broken thing does not bury the rest.
sed -n 's/^\(FAILED\|BORKED\|LEAKED\|WARNED\|XLEAKED\)[^	]*	//p' "$results" | head -n 10 | while IFS= read -r test; do
	for file in "${test%.phpt}.diff" "${test%.phpt}.mem"; do
		[ ! -f "$file" ] || { echo "--- $file"; head -n 30 "$file"; echo; }
	done
done
if [ -d "$reports" ]; then
	# Some reports are only notes: that a forked process lacks its parent's threads.
	told=$(grep -lrE 'ERROR: |runtime error: ' "$reports" | sort || :)
	if [ -n "$told" ]; then
		failed=$((failed + $(wc -l <<<"$told")))
		echo "reports of a sanitizer in $reports:"
		head -n 5 <<<"$told" | while IFS= read -r file; do head -n 40 "$file"; done
	fi
fi
echo "$name: $passed passed, $failed failed, $skipped skipped"
[ $((passed + failed + skipped)) -gt 0 ] || die "no test found"
[ "$failed" = 0 ]
