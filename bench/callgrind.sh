#!/bin/bash
# Counts the instructions that xhprof adds to each kind of call, and fails if they are 2 % more (the first call of a function: 10 %) than in
# instructions.txt. Counts do not depend on how busy the machine is, so this may fail a build.
# Usage: bench/callgrind.sh MODULE [--update]    MODULE: the xhprof.so to look at; --update: writes the file anew
#        bench/callgrind.sh --comparable         says whether this PHP and compiler are those of the file
set -euo pipefail

usage() { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }

[ $# -ge 1 ] || usage
here=$(cd "$(dirname "$0")" && pwd)
file=$here/instructions.txt
php=$(command -v "${PHP:-php}")
# Patch releases hardly change what the engine does for a call, and that is subtracted anyway.
tools="PHP $("$php" -n -r 'echo PHP_VERSION, PHP_ZTS ? " ZTS" : "", PHP_DEBUG ? " debug" : "";')"
tools="$tools, gcc $(gcc -dumpversion | cut -d. -f1), $(uname -m)"

if [ "$1" = --comparable ]; then
	[ "$(sed -n '1s/^# //p' "$file")" = "$tools" ] || { echo "counted with $(sed -n '1s/^# //p' "$file"), not $tools"; exit 1; }
	exit 0
fi
case $1 in -*) usage ;; esac
module=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# count NAME [FLAGS]: what gate.php does, in parts. Neither the environment nor addresses are left to chance.
# bare is without the module; with flags it profiles.
count() {
	local name=$1 load=()
	shift
	[ "$name" = bare ] || load=(-d "extension=$module")
	env -i PATH="$PATH" setarch -R nice valgrind --tool=callgrind --dump-before=gc_enabled \
		--compress-strings=no --compress-pos=no --callgrind-out-file="$work/$name" \
		"$php" -n "${load[@]}" "$here/gate.php" "$@" >"$work/$name.log" 2>&1 ||
		{ echo "$0: valgrind of $name has ended with $?" >&2; cat "$work/$name.log" >&2; exit 1; }
}

# wait_for PID...: fails only when all have ended, because one that goes on needs the folder.
wait_for() {
	local pid failed=0
	for pid; do wait "$pid" || failed=1; done
	[ $failed = 0 ]
}

# The instructions of each part, without those of asking the kernel for the CPU time: how often that
# is done depends on how fast valgrind runs.
sum_parts() {
	local part
	for part in $(seq 1 27); do
		[ -s "$work/$1.$part" ] || { echo "$0: valgrind has written no part $part of $1" >&2; return 1; }
		awk '
			/^fn=/ { is_asking = /hp_timer_cpu_ask|hp_timer_thread_cpu_ns|clock_gettime/ }
			/^calls=/ { getline; next } # what a callee took
			/^[0-9]/ && !is_asking { sum += $2 }
			END { print sum }' "$work/$1.$part"
	done
}

# Cases in the order of gate.php; of three parts a case the second and third count, 100 calls and 300.
per_call() {
	sum_parts "$1" | awk -v cases="function unqualified method recursion callback generator internal internal_method new_edge" -f "$(dirname "$0")/per_call.awk"
}

count bare &
other=$!
count off &
wait_for $other $!
count none 0 &
other=$!
count cpu 2 &
wait_for $other $!
count memory 4 &
other=$!
count both 6 &
wait_for $other $!
count no_builtins 1
for name in bare off none cpu memory both no_builtins; do
	per_call "$name" >"$work/$name.calls"
done

{
	echo "# $tools"
	echo "# Instructions added to one call, by bench/callgrind.sh. On purpose more or fewer? Run it with --update."
	printf '%-16s %8s %8s %8s %8s %8s %12s\n' '# case' off none cpu memory both no_builtins
	join "$work/bare.calls" "$work/off.calls" --nocheck-order | join - "$work/none.calls" --nocheck-order |
		join - "$work/cpu.calls" --nocheck-order | join - "$work/memory.calls" --nocheck-order |
		join - "$work/both.calls" --nocheck-order | join - "$work/no_builtins.calls" --nocheck-order |
		awk '{ printf "%-16s %8.1f %8.1f %8.1f %8.1f %8.1f %12.1f\n", $1, $3 - $2, $4 - $2, $5 - $2, $6 - $2, $7 - $2, $8 - $2 }'
} >"$work/instructions.txt"

if [ "${2-}" = --update ]; then
	cp "$work/instructions.txt" "$file"
	cat "$file"
	exit 0
fi
cat "$work/instructions.txt"
awk '
	/^# case/ { for (i = 3; i <= NF; i++) mode[i - 1] = $i }
	/^#/ { next }
	NR == FNR { for (i = 2; i <= NF; i++) before[$1, i] = $i; next }
	{
		for (i = 2; i <= NF; i++) {
			# Half an instruction is what rounding and the compiler of PHP make of nothing.
			# Making an edge hashes addresses, and how many collide differs with each build.
			old = before[$1, i]
			# CPU time is read from the kernel more often where valgrind runs slowly.
			share = mode[i] == "cpu" || mode[i] == "both" ? 0.15 : $1 == "new_edge" ? 0.10 : 0.02
			slack = (old < 0 ? -old : old) * share + 0.5
			if ($i > old + slack) {
				printf "MORE: %s, %s: %s instructions a call, were %s\n", $1, mode[i], $i, old
				is_more = 1
			} else if ($i < old - slack)
				printf "fewer: %s, %s: %s instructions a call, were %s\n", $1, mode[i], $i, old
		}
	}
	END { exit is_more }' "$file" "$work/instructions.txt"
