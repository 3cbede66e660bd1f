--TEST--
reduce() folds libraries and leaves out small functions of pairs; to hide needs call paths
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';

$run = profiled(0);
show_reduced('fold', $run->reduce(['fold' => 'packages/*']), $run);
show_reduced('fold all', $run->reduce(['fold' => 'packages']), $run);
show_reduced('threshold', $run->reduce(['threshold' => 0.2]), $run);
foreach (['hide', 'hide_functions'] as $key) {
	try {
		$run->reduce([$key => 'packages/*']);
	} catch (RuntimeException $e) {
		echo $e->getMessage(), "\n";
	}
}

// The blocks of memory stay, too.
$run = profiled(XHPROF_FLAGS_ALLOC);
$sums = static fn(XHProf\Profile $run): array =>
	array_map(static fn(string $key): int => array_sum(array_column($run->functions(), $key)),
		['own_allocs', 'own_frees', 'own_alloc_bytes', 'own_freed_bytes']);
var_dump($sums($run) === $sums($run->reduce(['fold' => 'packages', 'threshold' => 0.1])));
$run = profiled(XHPROF_FLAGS_ALLOC | XHPROF_FLAGS_TREE);
var_dump($sums($run) === $sums($run->reduce(['fold' => 'packages', 'threshold' => 0.1])));

// And events.
foreach (['hier', 'tree'] as $mode) {
	$run = profiled(0, ['events' => ['fake'], 'mode' => $mode])->reduce(['fold' => 'packages', 'threshold' => 0.1]);
	echo $run->summary()['events']['fake'], ' ', array_sum(array_column($run->functions(), 'own_fake')), ' ',
		$run->functions()['[packages]']['own_fake'], "\n";
}
?>
--EXPECT--
fold
   2    2  array_map==>App\row
   1    5  [packages/orm]==>array_map
   1   11  App\controller==>[packages/orm]
   2    2  [packages/lib]==>md5
   1    3  App\controller==>[packages/lib]
   1    1  App\controller==>App\small
   1   19  [packages/lib]==>App\controller
   1   27  main()==>[packages/lib]
   1   29  main()
{"calls":11,"hidden_calls":4,"left_out":0,"left_out_ns":0}
fold all
   2    2  array_map==>App\row
   1    5  [packages]==>array_map
   2   14  App\controller==>[packages]
   2    2  [packages]==>md5
   1    1  App\controller==>App\small
   1   19  [packages]==>App\controller
   1   27  main()==>[packages]
   1   29  main()
{"calls":11,"hidden_calls":4,"left_out":0,"left_out_ns":0}
threshold
   1    5  Orm\find@2==>(left out)
   1    7  Orm\find@1==>Orm\find@2
   1    9  Orm\find==>Orm\find@1
   1   11  App\controller==>Orm\find
   2    2  Lib\Kernel::log==>(left out)
   1    3  App\controller==>Lib\Kernel::log
   1    1  App\controller==>(left out)
   1   19  Lib\Kernel::run==>App\controller
   1    3  Lib\Kernel::run==>Lib\Kernel::log
   1   25  Lib\Kernel::handle==>Lib\Kernel::run
   1   27  main()==>Lib\Kernel::handle
   1   29  main()
{"calls":13,"hidden_calls":2,"left_out":4,"left_out_ns":8000}
Hiding functions needs call paths (XHPROF_FLAGS_TREE); this run has none. "fold" and "threshold" do not need them
Hiding functions needs call paths (XHPROF_FLAGS_TREE); this run has none. "fold" and "threshold" do not need them
bool(true)
bool(true)
29 29 15
29 29 20