--TEST--
xhprof run --lines counts lines of functions and files, names an entry of which none ran, and is not for samples
--SKIPIF--
<?php require __DIR__ . '/../hook/lines/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.php', <<<'PHP'
	<?php
	namespace App;
	function leaf(int $n): int
	{
		static $calls = 0;
		return $n + $calls++;
	}
	leaf(1);
	leaf(2);
	PHP);
$file = own_file('json');
foreach (['LEAF', '\App\leaf, run_lines.script.php', 'App\l*', 'leaf,nothing,Cart.php,eaf',
	'[,cl*/run_lines.*.php'] as $lines) {
	$result = cli(['run', '--lines', $lines, '--out', $file, '--', $script]);
	preg_match_all('/^xhprof: .*/m', $result['err'], $said);
	echo "$lines\n", implode("\n", $said[0]), "\n";
	foreach (read_run($file)->lines() as $row) {
		echo "  ", preg_replace('/::.*/', '', $row['function']), " $row[line]: $row[ct] times\n";
	}
}
foreach ([['--lines', ' ,'], ['--lines', 'leaf', '--mode', 'sample'],
	['--lines', 'leaf', '--events', 'fake:1']] as $options) {
	$result = cli(['run', ...$options, '--', $script]);
	echo implode(' ', $options), "\nstatus $result[status] $result[out]$result[err]";
}
?>
--EXPECT--
LEAF

  App\leaf 5: 2 times
  App\leaf 6: 2 times
\App\leaf, run_lines.script.php

  App\leaf 5: 2 times
  App\leaf 6: 2 times
  run_init 8: 1 times
  run_init 9: 1 times
App\l*

  App\leaf 5: 2 times
  App\leaf 6: 2 times
leaf,nothing,Cart.php,eaf
xhprof: no line ran of nothing, Cart.php, eaf: name a function as Cart::total, or a file by the end of its path, as src/Cart.php
  App\leaf 5: 2 times
  App\leaf 6: 2 times
[,cl*/run_lines.*.php
xhprof: no line ran of [: name a function as Cart::total, or a file by the end of its path, as src/Cart.php
  App\leaf 5: 2 times
  App\leaf 6: 2 times
  run_init 8: 1 times
  run_init 9: 1 times
--lines  ,
status 2 xhprof: --lines names no function and no file
        --lines Cart::total,src/Cart.php
--lines leaf --mode sample
status 2 xhprof: --lines cannot be combined with samples
        omit it: samples have the lines of all functions; xhprof show --function NAME --source prints them
--lines leaf --events fake:1
status 2 xhprof: --lines cannot be combined with samples
        omit it: samples have the lines of all functions; xhprof show --function NAME --source prints them
