--TEST--
callgrind_annotate reads a run, and finds its total, each function and each call
--SKIPIF--
<?php
require __DIR__ . '/tools.inc';
need_program('callgrind_annotate');
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/tools.inc';

$number = fn(string $text) => (int) str_replace(',', '', $text);
$file = temporary('callgrind.out.tmp');
foreach ([0, XHPROF_FLAGS_TREE] as $flags) {
	foreach (['program', 'odd_names', 'empty_program'] as $program) {
		$profile = run($flags | XHPROF_FLAGS_CPU, $program);
		$profile->export('callgrind', $file);
		$text = run_program("callgrind_annotate --threshold=100 --auto=no --show-percs=no $file", $status);
		preg_match('/^\s*([\d,]+) +([\d,]+) +PROGRAM TOTALS/m', $text, $total);
		echo "$program: $status ", $number($total[1]) - total($profile), ' ',
			$number($total[2]) - $profile->summary()['cpu_ns'];

		// Own time by function and level, whose rows end in file:function.
		preg_match_all('/^\s*([\d,]+) +[\d,.]+ +\S.*?:(?!\d)(\S.*)$/m', substr($text, strpos($text, 'file:function')),
			$rows, PREG_SET_ORDER);
		$sum = 0;
		foreach ($rows as [, $own]) $sum += $number($own);
		echo ' ', $sum - total($profile);

		$text = run_program("callgrind_annotate --threshold=100 --auto=no --show-percs=no --inclusive=yes $file",
			$status);
		preg_match('/^\s*([\d,]+) .*:main\(\)$/m', $text, $main);
		echo ' ', $number($main[1]) - total($profile), "\n";
	}
}
?>
--EXPECT--
program: 0 0 0 0 0
odd_names: 0 0 0 0 0
empty_program: 0 0 0 0 0
program: 0 0 0 0 0
odd_names: 0 0 0 0 0
empty_program: 0 0 0 0 0
