#!/bin/bash
# What is too large or too long for the tests: a million functions, ten million edges, ten million call
# paths, a process without memory. Prints what each gives, and fails if one is not as docs/reliability.md says.
# Takes minutes, and up to 4 GB of memory. Usage: tools/faults.sh MODULE     a build without the fake clock
set -eu
[ $# = 1 ] || { sed -n '4s/^.*Usage: /usage: /p' "$0" >&2; exit 2; }
module=$(cd "$(dirname "$1")" && pwd -P)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

# fault NAME EXPECTED COMMAND...: its last line must match, as a pattern of bash.
fault() {
	local name=$1 expected=$2 began=$SECONDS said
	shift 2
	said=$("$@" 2>&1 | tail -n 1) || :
	# shellcheck disable=SC2053 # a pattern
	if [[ $said == $expected ]]; then
		printf '%-44s %4d s  %s\n' "$name" $((SECONDS - began)) "$said"
	else
		printf '%-44s FAILED: %s\n' "$name" "$said"
		bad=1
	fi
}

# shellcheck disable=SC2016 # PHP's variables
run() {
	php -n -d "extension=$module" -d memory_limit=-1 -d xhprof.hook="${hook:-ex}" "$@"
}

cat >"$work/functions.php" <<'END'
<?php
[, $count, $flags] = $argv;
for ($part = 0; $part < 100; $part++) {
	$code = '';
	for ($i = 0; $i < $count / 100; $i++) {
		$code .= "function f{$part}_$i() {}";
	}
	eval($code);
}
$before = resident();
xhprof_enable((int) $flags);
for ($part = 0; $part < 100; $part++) {
	for ($i = 0; $i < $count / 100; $i++) {
		"f{$part}_$i"();
	}
}
$bytes = resident() - $before;
$run = xhprof_stop();
$info = xhprof_info();
printf("%d functions, %d lost, %d bytes each\n", $run->summary()['functions'], $info['truncated_calls'], $bytes / $count);
function resident() { return 4096 * (int) explode(' ', file_get_contents('/proc/self/statm'))[1]; }
END
cat >"$work/edges.php" <<'END'
<?php
[, $side, $flags] = $argv;
$code = '';
for ($i = 0; $i < $side; $i++) {
	$code .= "function callee$i() {} function caller$i() { foreach (\$GLOBALS['names'] as \$name) \$name(); }";
	$names[] = "callee$i";
}
eval($code);
$before = resident();
xhprof_enable((int) $flags);
for ($i = 0; $i < $side; $i++) {
	"caller$i"();
}
$bytes = resident() - $before;
$run = xhprof_stop();
$sum = $run->summary();
printf("%d calls, %d pairs, %d paths, %d lost, %d bytes each\n", $sum['calls'], $sum['pairs'], $sum['nodes'],
	xhprof_info()['truncated_calls'], $bytes / ($side * $side));
function resident() { return 4096 * (int) explode(' ', file_get_contents('/proc/self/statm'))[1]; }
END

fault '1,000,000 functions' '100000[0-9] functions, 0 lost, *' run -d xhprof.max_nodes=2000000 "$work/functions.php" 1000000 0
hook=observer fault '1,000,000 functions, observer' '100000[0-9] functions, 0 lost, *' run -d xhprof.max_nodes=2000000 "$work/functions.php" 1000000 0
fault '10 million edges' '1000[0-9]* calls, 1000[0-9]* pairs, 0 paths, 0 lost, *' run -d xhprof.max_nodes=20000000 "$work/edges.php" 3163 0
fault '10 million call paths, 1 million kept' '* 1000002 paths, 90[0-9]* lost, *' \
	run "$work/edges.php" 3163 "$(run -r 'echo XHPROF_FLAGS_TREE;')"
fault 'no memory left (256 MB of addresses)' '*[Oo]ut of memory*' \
	prlimit --as=268435456 php -n -d "extension=$module" -d memory_limit=-1 -d xhprof.max_nodes=20000000 "$work/edges.php" 3163 0
exit $bad
