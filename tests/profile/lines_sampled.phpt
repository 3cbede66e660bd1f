--TEST--
lines() of samples has each line's weight, with and without what it called; recursion counts once, what has no lines for its caller
--FILE--
<?php
require __DIR__ . '/lines.inc';

$file = __DIR__ . '/lines_sampled.tmp';
sampled_file($file, [
	'main()=30' => 1,
	'main()=30 f=12' => 2,
	'main()=30 f=12 strlen=0' => 4,
	'main()=30 f=13 f=13 f=12' => 8,
	'main()=30 f=13 f=14 f=13 f=12 strlen=0' => 16,
	'main()=31 g=5' => 32,
], ['main()' => ['/b.php', 0], 'f' => ['/a.php', 10], 'strlen' => [null, 0], 'g' => ['/b.php', 5]]);
$run = XHProf\Profile::load($file);
unlink($file);
foreach ($run->lines() as $row) {
	echo implode(' ', array_keys($row)), ': ', implode(' ', $row), "\n";
}
$twice = $run->merge($run)->lines();
echo count($twice), ' lines, ', implode(' ', $twice[0]), "\n";
echo $run->summary()['calls'], " samples in all\n";

echo json_encode(XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1]])->lines()), "\n";
xhprof_enable(XHPROF_FLAGS_TREE);
echo json_encode(xhprof_stop()->lines()), "\n";
try {
	$run->lines(1);
} catch (ArgumentCountError $e) {
	echo $e->getMessage(), "\n";
}
?>
--EXPECT--
file line function samples own_samples: /a.php 12 f 30 30
file line function samples own_samples: /a.php 13 f 24 0
file line function samples own_samples: /a.php 14 f 16 0
file line function samples own_samples: /b.php 5 g 32 32
file line function samples own_samples: /b.php 30 main() 31 1
file line function samples own_samples: /b.php 31 main() 32 0
6 lines, /a.php 12 f 60 60
63 samples in all
[]
[]
XHProf\Profile::lines() expects exactly 0 arguments, 1 given
