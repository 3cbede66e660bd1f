<?php
/* Shows that xhprof diff of sets tells a change from noise, with a real clock: pairs of the same script must not fail, one that does
 * 10 % more must. Also how many pairs of single runs fail, which is why there are sets.
 *   php -n -d extension=$PWD/build/dev/modules/xhprof.so bench/pairs.php [PAIRS] [RUNS] [THRESHOLD]
 * On a busy machine take cpu>+3% for a threshold instead of wt>+3%. */
declare(strict_types=1);

[$pairs, $runs, $threshold] = [(int) ($argv[1] ?? 10), (int) ($argv[2] ?? 20), $argv[3] ?? 'wt>+3%'];
$folder = sys_get_temp_dir() . '/xhprof-bench-pairs-' . getmypid();
mkdir($folder, 0700);
file_put_contents("$folder/work.php", '<?php
function inner($n) { $x = 0; for ($i = 0; $i < $n; $i++) { $x = ($x * 31 + $i) % 1000003; } return $x; }
function work($rounds) { $sum = 0; for ($i = 0; $i < $rounds; $i++) { $sum += inner(3000); } return $sum; }
work((int) $argv[1]);
');
$module = '';
foreach (explode("\0", (string) file_get_contents('/proc/self/cmdline')) as $word) {
	$module = str_starts_with($word, 'extension=') ? substr($word, 10) : $module;
}

/* The JSON that it printed. */
function tool(array $arguments): array
{
	$process = proc_open([PHP_BINARY, '-n', '-d', "extension=$GLOBALS[module]", dirname(__DIR__) . '/cli/bin/xhprof', ...$arguments],
		[['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
	$text = stream_get_contents($pipes[1]);
	proc_close($process);

	return json_decode($text ?: '[]', true);
}

/* One line: what the sets say, and how many of their single runs would have failed in pairs. */
function compare(int $rounds, string $what): bool
{
	[$folder, $runs, $threshold] = [$GLOBALS['folder'], $GLOBALS['runs'], $GLOBALS['threshold']];
	tool(['run', '--quiet', '--repeat', (string) $runs, '--out', "$folder/new.json", '--against', "$folder/work.php 500", '--', "$folder/work.php", (string) $rounds]);
	$diff = tool(['diff', "$folder/new.against.json", "$folder/new.json", '--fail-if', $threshold, '--json']);
	$check = $diff['thresholds'][0];
	$values = array_map(fn (string $file): array => json_decode(file_get_contents("$folder/$file"), true)['totals'][str_starts_with($threshold, 'cpu') ? 'cpu_ns' : 'wall_ns'], ['new.against.json', 'new.json']);
	$singles = count(array_filter(array_map(fn (int $before, int $after): bool => $after > 1.1 * $before, ...$values)));
	printf("%-16s %-12s %+6.1f %%  (%+.1f to %+.1f)   of its %d pairs of single runs %d are over +10 %%\n", $what,
		$check['broken'] === null ? 'cannot tell' : ($check['broken'] ? 'FAILED' : 'ok'), 100 * ($check['after'] - $check['before']) / $check['before'],
		100 * $check['interval'][0] / $check['before'], 100 * $check['interval'][1] / $check['before'], $runs, $singles);

	return $check['broken'] === true;
}

$failed = 0;
for ($i = 1; $i <= $pairs; $i++) {
	$failed += compare(500, "equal $i") ? 1 : 0;
}
$isFound = compare(550, '10 % more');
printf("%d of %d equal pairs fail %s; 10 %% more is %s\n", $failed, $pairs, $threshold, $isFound ? 'found' : 'NOT found');
array_map(unlink(...), glob("$folder/*") ?: []);
rmdir($folder);
exit($failed === 0 && $isFound ? 0 : 1);
