--TEST--
The sums of the field's tables are those of their rows, and rows of Markdown tables are read by their headings
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../../../bench/sums.inc';

/* The lines of a text that have this. */
function lines_with(string $text, string $of): array
{
	return array_values(array_filter(explode("\n", $text),
		static fn (string $line): bool => str_contains($line, $of)));
}

/* Rows. */
same('two tables, and text that is none', [['' => 'a', 'x' => 'a', 'y' => '1'], ['' => '', 'z' => '']],
	sums_rows("text | no row\n\n| `x` | **y** |\n|---|---:|\n| a | 1 |\n\n| z |\n|---|\n|  |\n"));
same('of equal headings the first', [['' => 'a', 'x' => 'a', 'CPU' => '1']],
	sums_rows("| x | CPU | CPU |\n|---|---|---|\n| a | 1 | 2 |"));
same('a row that is too short', [['' => 'a', 'x' => 'a', 'y' => '']], sums_rows("| x | y |\n|---|---|\n| a |"));
same('counts', [11, 13], sums_of(['+2.1 sorting, 9 of 10', '', '2 of 3', '5']));
same('lists', ['', 'a', 'a and b', 'a, b, and c'],
	array_map(sums_list(...), [[], ['a'], ['a', 'b'], ['a', 'b', 'c']]));
same('a row of a table stays as it is', "| " . str_repeat('x ', 80) . "|\n" . str_repeat('x ', 59) . "x\nx",
	sums_wrapped("| " . str_repeat('x ', 80) . "|\n" . str_repeat('x ', 60) . "x"));

/* names */
same('names', "\n" . SUMS_LEGENDS['names']
	. "\nOf 3 shares 2 are inside the stated error: 1 of 2 alone and 1 of 1 noperf.\n", sums_names(
	"| function | condition | inside |\n|---|---|---|\n| a | alone | yes |\n| b | alone | no |\n"
		. "| a | noperf | yes |\n"));

/* truth */
$truth = <<<'TEXT'
PHP 8.2.36, Linux

| cell | function | true % | bias | rms | stated | inside |
|---|---|---:|---:|---:|---:|---:|
| parts/auto/wall/alone | loop | 10.0 | +0.10 | 0.50 | 1.00 | 10 of 10 |
| parts/auto/wall/alone | **all**, perf, 500 samples, total +0.1 %, waited 0 % | | +0.10 | 1.26 | 2.0 times | 19 of 20 |
| parts/auto/wall/alone, its CPU time | **all**, perf, 500 samples, total +0.1 %, waited 0 % | | +0.10 | 0.50 | 2.0 times | 5 of 10 |
| parts/auto/cpu/alone | **all**, perf, 500 samples, total +0.1 %, waited 0 % | | +0.10 | 2.00 | 2.0 times | 40 of 40 |

| cell | function | true % | bias | rms | stated | inside |
|---|---|---:|---:|---:|---:|---:|
| deep/ring/wall/one | **all**, timer, 500 samples, total +0.1 %, waited 0 % | | +0.10 | 3.00 | 2.0 times | 930 of 1000 |
TEXT;
same('a program has a row, an engine two columns, and a condition a row of its own', [
	'| parts | 1.3, 95 | 2.0, 100 |  |', '| deep, one |  |  | 3.0, 93 |'],
	array_merge(lines_with(sums_truth($truth), '| parts |'),
	lines_with(sums_truth($truth), '| deep, one |')));
same('the columns', ['| program | auto wall | auto CPU | ring wall |'], lines_with(sums_truth($truth), '| program |'));
same('errors by engine and clock, and CPU time of samples by the wall clock apart', [
	'| auto by the wall clock | 20 | 95 |', '| CPU time in samples by the wall clock | 10 | 50 |',
	'| auto by the CPU clock | 40 | 100 |',
	'| ring by the wall clock | 1,000 | 93 |'], lines_with(sums_truth($truth), 'clock |'));
same('all errors', ['| all | 1,070 | 93 |'], lines_with(sums_truth($truth), '| all |'));
same('how often a cell was recorded', 1, count(lines_with(sums_truth($truth), 'Each cell was recorded 10 times.')));
same('nothing recorded', '', sums_truth("PHP 8.2.36\n"));

/* routes */
same('routes', "\n" . SUMS_LEGENDS['routes'] . "\nShares of 2 routes are off by at most 1.5 points of wall time, "
	. "and by at most 0.4 points of CPU time.\n",
	sums_routes("| route | page % | shipped % | CPU, page % | CPU, shipped % |\n|---|---|---|---|---|\n"
		. "| /a | 40.0 | 41.5 | 50.0 | 49.6 |\n| /b | 60.0 | 59.0 | 50.0 | 50.1 |\n"
		. "| all, seconds | 10.0 | 99.0 | 1.0 | 9.0 |\n"));
same('no route', '', sums_routes("200 s, sampled every 10ms\n"));

/* suites */
$suites = "| package | tests | unsteady | ex | ring | |\n|---|---:|---:|---:|---:|---|\n";
same('suites', ['Of 1,234 tests of 2 projects none failed only when profiled. Skipped: 1.'], lines_with(
	sums_suites("$suites| a | 1000 | 1 | 0, 1.20 | 0, 1.00 | |\n| b | 234 | 0 | 0, 9.20 | 0, 1.00 | |\n"
		. "| c | | | | | skipped: no composer |\n"), 'Of '));
same('suites that fail', ['Of 7 tests of 1 projects 2 with ex and 1 with ring failed only when profiled.'], lines_with(
	sums_suites("$suites| a | 7 | 1 | 2, 1.20 | 1, 1.00 | |\n"), 'Of '));
same('tests that failed once', ['Of 9 tests of 2 projects 2 with ring failed only when profiled, and 3 failed once '
	. 'and passed once.'], lines_with(sums_suites(str_replace('unsteady |', 'unsteady | failed once |', $suites)
		. "| a | 7 | 1 | 1 | 0, 1.20 | 2, 1.00 | |\n| b | 2 | 0 | 2 | 0, 1.00 | 0, 1.00 | |\n"), 'Of '));

/* fuzz */
$fuzz = sums_fuzz("rings: 12345 inputs, 678 features\n"
	. "foreign: 1000 damaged files and arrays, 300 and 200 of them taken for a run: none did harm\n", 60);
same('fuzz', ['| rings | 12,345 | 678 |  |', '| foreign | 1,000 |  | 500 |'], [...lines_with($fuzz, '| rings'),
	...lines_with($fuzz, '| foreign')]);
same('all inputs', ['Of 13,345 inputs of 2 kinds, 60 s of each, none did harm.'], lines_with($fuzz, 'Of '));
same('an input that did harm', ['Of 5 inputs of 1 kinds, 60 s of each, one did harm, or a kind was not tried.'],
	lines_with(sums_fuzz("rings: 5 inputs, 6 features\n==1== ERROR: libFuzzer\nFAULT: see above, and /a\n", 60),
		'Of '));

/* fixtures */
$fixtures = sums_fixtures("\none/a\nread    folded      x/y.txt: 5 samples, 0 ns\n"
	. "refused -           z: why (empty)\nread    pprof       x/z: 5 samples, 0 ns\n\n"
	. "two/b.c\nFAULT   -           f: why (expected: pprof)\n"
	. "\nskipped, as git does not get them: c/d, e/f\n\n2 read, 1 refused as expected, 1 faults\n");
same('fixtures', ['| one/a | 2 | 1 | 0 |', '| two/b.c | 0 | 0 | 1 |'], [...lines_with($fixtures, '| one/'),
	...lines_with($fixtures, '| two/')]);
same('all files', ['Of 4 files of 2 repositories 2 were read, 1 were refused as they should be, and 1 are faults. '
	. 'Skipped: c/d, e/f.'], lines_with($fixtures, 'Of '));

/* servers */
$servers = sums_servers(<<<'TEXT'
| cell | requests | differ | lost | wall by function | CPU by function | wall by route | CPU by route | calls | |
|---|---:|---:|---:|---|---|---|---|---|---|
| fpm/alone/plain | 824 | 0 | 0 | +2.1 sorting, 9 of 11 | +16.0 x, 10 of 10 | +1.4 /a, 3 of 3 | +3.5 /a, 3 of 3 | equal | |
| fpm/busy/plain | 1176 | 0 | 0 | +2.1 sorting, 1 of 2 | +16.0 x, 0 of 1 | +1.4 /a, 0 of 3 | +3.5 /a, 1 of 1 | equal | |
| apache/one/plain | | | | | | | | | needs Apache |

| function | time | cells | true % | off at the mean | its standard error |
|---|---|---:|---:|---:|---:|
| resting | wall | 20 | 17.0 | -2.4 | 0.5 |
| sorting | CPU | 20 | 17.0 | +2.4 | 0.8 |
| asking | CPU | 20 | 20.1 | +1.9 | 0.6 |
TEXT);
same('requests of cells that ran', ['Of 2,000 requests in 2 cells none has an answer that differs or is lost; '
	. 'counts of calls are wrong in 0 cells.'], lines_with($servers, 'requests in'));
same('shares', ['| wall time by function | 10 of 13 |', '| CPU time by function | 10 of 11 |',
	'| wall time by route | 3 of 6 |', '| CPU time by route | 4 of 4 |'], lines_with($servers, 'time by'));
same('what is off by more than three standard errors', ['Off at the mean, more than chance: resting by -2.4 points of '
	. '17.0 (wall), asking by +1.9 points of 20.1 (CPU).'], lines_with($servers, 'Off'));
same('a lost request and a wrong count', ['Of 5 requests in 1 cells 1 cells have an answer that differs or is lost; '
	. 'counts of calls are wrong in 1 cells.'], lines_with(sums_servers(
		"| cell | requests | differ | lost | calls |\n|---|---|---|---|---|\n"
		. "| a | 5 | 0 | 1 (1 without us) | /wait: usleep |\n"), 'Of'));
same('how to read the cells', [SUMS_LEGENDS['servers']], array_map(static fn (string $line): string => "$line\n",
	lines_with($servers, '`+N NAME, N of M`')));
same('no cell', '', sums_servers("PHP 8.2.36\n"));

/* Parts that have measured nothing: no sentence that could be saved, and an end that fails. */
foreach (array_keys(SUMS_LEGENDS) as $part) {
	same("nothing measured of $part", '', "sums_$part"("PHP 8.2.36\n", 60.0));
}
exec(escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(__DIR__ . '/../../../bench/sums.php')
	. ' fuzz </dev/null 2>&1', $said, $status);
same('and a status', [1, ['bench/sums.php: fuzz has measured nothing']], [$status, $said]);
finish();
?>
--EXPECT--
all as expected
