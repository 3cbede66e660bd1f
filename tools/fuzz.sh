#!/bin/bash
# Runs random programs under the profiler, in every mode, and compares each profile with what the
# model in tests/fuzz says it must be: every pair, every count, the order, and no callee above its
# caller. Before that, gives random arguments to every function and method of the extension, damaged
# files to what reads files, and exact lines programs that count their own.
# A seed is a program. Fails with the seed and what differs; the program is left in the folder that is
# named at the end.
# Usage: tools/fuzz.sh [--seeds A-B] [--so PATH] [--php PATH] [--modes MODE,...] [--each N] [--stop N] [--reduce]
#   --seeds   the default is 1-300
#   --so      the module; without it, one is built in build/fake
#   --modes   ex, observer, ex+opcache, observer+opcache, observer+jit, ex+tree, observer+tree, ex+alloc,
#             observer+jit+alloc, ex+tree+sampled (trees and allocations need the fake clock's module, and
#             are as without them in any other); the default is all
#   --each    runs each program in so many of the modes only, in turn
#   --stop    how many programs may fail before it stops; 1
#   --reduce  leaves out of the first seed's program what the failure does not need
set -eu

usage() { sed -n '8,17s/^# //p' "$0" >&2; exit 2; }

top=$(cd "$(dirname "$0")/.." && pwd -P)
php=php so='' seeds=1-300 pass=() jobs=2
while [ $# -gt 0 ]; do
	case $1 in
		--reduce) pass+=("$1") jobs=1 ;;
		--php | --so | --seeds | --modes | --each | --stop | --without)
			[ $# -ge 2 ] || usage
			case $1 in
				--php) php=$2 ;;
				--so) so=$2 ;;
				--seeds) seeds=$2 ;;
				*) pass+=("$1" "$2") ;;
			esac
			shift
			;;
		*) usage ;;
	esac
	shift
done
first=${seeds%-*} last=${seeds#*-}
[ -n "$so" ] || so=$("$top/tools/build.sh" "$top/build/fake" --enable-xhprof-dev --enable-xhprof-fake-clock)
so=$(cd "$(dirname "$so")" && pwd -P)/$(basename "$so")
[ $((last - first)) -ge $jobs ] || jobs=1
work=$(mktemp -d "${TMPDIR:-/tmp}/xhprof-fuzz.XXXXXX")
trap 'kill $(jobs -p) 2>/dev/null || :' EXIT

# Every function and method with random arguments, some of which are names of files to write.
mkdir "$work/arguments"
for hook in ex observer; do
	"$php" -n -d "extension=$so" -d xhprof.hook=$hook \
		"$top/tests/fuzz/arguments.php" "$work/arguments" "$first"
done

# Programs that count their own lines, by each hook, with opcache and without.
opcache=()
"$php" -n -m | grep -q 'Zend OPcache' || opcache=(-d zend_extension=opcache)
mkdir "$work/lines"
for hook in ex observer; do
	for on in 0 1; do
		"$php" -n "${opcache[@]}" -d opcache.enable_cli=$on -d opcache.file_update_protection=0 -d opcache.jit=disable \
			-d "extension=$so" -d xhprof.hook=$hook "$top/tests/fuzz/lines.php" "$work/lines" "$first" "$last" >"$work/said" 2>&1 ||
			{ echo "$hook, opcache $on:"; cat "$work/said"; exit 1; }
	done
done
tail -n 1 "$work/said"

# Damaged files to what reads them, ten for each program.
mkdir "$work/files"
if ! "$php" -n -d "extension=$so" -d memory_limit=256M "$top/tests/fuzz/files.php" \
	--dir "$work/files" --seeds "$first-$((first + 10 * (last - first + 1) - 1))" >"$work/said" 2>&1; then
	tail -n 40 "$work/said" # before it stands what the commands have shown of other files
	exit 1
fi
tail -n 1 "$work/said"

# Both halves at once, each with a report of its own.
size=$(((last - first + jobs) / jobs)) pids=()
for ((job = 0; job < jobs; job++)); do
	from=$((first + job * size)) to=$((first + (job + 1) * size - 1))
	[ $to -le "$last" ] || to=$last
	"$php" -n "$top/tests/fuzz/run.php" --so "$so" --dir "$work" --php "$php" --seeds "$from-$to" \
		"${pass[@]}" >"$work/report$job" 2>&1 &
	pids+=($!)
done
failed=0
for ((job = 0; job < jobs; job++)); do
	wait "${pids[job]}" || failed=1
	cat "$work/report$job"
done
if [ $failed = 0 ]; then
	rm -rf "$work"
else
	echo "The programs that failed are in $work"
fi
exit $failed
