#!/bin/bash
# Stands for valgrind where PHP's runner of tests calls it by that name: run-tests.sh --valgrind puts a link
# to it into the PATH. The runner lets all processes of a test write to one log, each over what the others
# wrote, and looks for no leaks: here each has its own, and blocks that nothing points to are reported.
# XHPROF_VALGRIND is the real one; with XHPROF_ZEND_ALLOC=1 PHP's own allocator is in use.
set -u
top=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
log='' arguments=()
for argument; do
	case $argument in
		--log-file=*) log=${argument#--log-file=} arguments+=("$argument.%p") ;;
		*) arguments+=("$argument") ;;
	esac
done
[ -n "$log" ] || exec "$XHPROF_VALGRIND" "$@"
[ -z "${XHPROF_ZEND_ALLOC-}" ] || export USE_ZEND_ALLOC=1
# After a fatal error PHP frees what it had by blocks of its own allocator, without it by this list.
export USE_TRACKED_ALLOC=1
# Skip programs other than PHP, and their children.
skip='*/cc,*/gcc*,*/clang*,*/prlimit,*/mount,*/umount,*/go,*/node,*/npm,*/chromium*,*/nginx,*/perl,*/sqlite3,*/callgrind_annotate'
# A forked copy, such as the writer of a snapshot, ends with its memory in place, which is no leak. So it stays silent,
# and its other errors are not reported either. Its children are checked again; the sanitizers check copies, too.
"$XHPROF_VALGRIND" --suppressions="$top/tools/valgrind.supp" --num-callers=30 --child-silent-after-fork=yes --leak-check=full \
	--show-leak-kinds=definite --errors-for-leak-kinds=definite --trace-children-skip="$skip" "${arguments[@]}"
status=$?
# Valgrind 3.19 does not know pidfd_open() and says so, in five lines. There the call fails as on Linux before 5.3.
sed '/ unhandled [a-z0-9]*-linux syscall: 434$/,+4d' "$log".* >"$log" 2>/dev/null
rm -f "$log".*
exit $status
