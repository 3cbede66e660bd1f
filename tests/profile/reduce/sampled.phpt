--TEST--
reduce() keeps all samples and their time
--FILE--
<?php
require __DIR__ . '/program.inc';

$file = __DIR__ . '/sampled.tmp';
$nodes = ['parent' => [null, 0, 1, 2, 3, 0], 'function' => [0, 1, 2, 1, 3, 4],
	'level' => [0, 0, 0, 1, 0, 0], 'line' => [9, 4, 5, 6, 0, 7],
	'calls' => [1, 2, 3, 4, 5, 6], 'min_wall_ns' => array_fill(0, 6, null), 'max_wall_ns' => array_fill(0, 6, null),
	'wall_ns' => [21000, 14000, 12000, 9000, 5000, 6000], 'cpu_ns' => [21000, 14000, 12000, 9000, 5000, 6000]];
$pairs = ['caller' => [0, 1, 2, 1, 0, null], 'caller_level' => [0, 0, 0, 1, 0, 0],
	'callee' => [1, 2, 1, 3, 4, 0], 'callee_level' => [0, 0, 1, 0, 0, 0], 'calls' => [14, 12, 9, 5, 6, 21],
	'wall_ns' => [14000, 12000, 9000, 5000, 6000, 21000], 'cpu_ns' => [14000, 12000, 9000, 5000, 6000, 21000]];
file_put_contents($file, json_encode(['format' => 'xhprof', 'version' => 1, 'mode' => 'sample', 'started_ns' => 0,
	'unrecorded_calls' => 0, 'truncated_calls' => 0, 'call_cost_ps' => 0, 'runs' => 1, 'samples' => 21,
	'displaced' => 0, 'interval_ns' => 1000, 'functions' => ['name' => ['main()', 'Lib\a', 'App\b', 'strlen', 'App\c'],
		'file' => ['/x.php', '/vendor/lib/a.php', '/src/b.php', null, '/src/b.php'], 'line' => [0, 1, 1, 0, 1]],
	'pairs' => $pairs, 'nodes' => $nodes]));
$run = XHProf\Profile::load($file);
foreach ([[], ['fold' => 'vendor/*'], ['hide' => 'vendor/*'], ['hide_functions' => '*b', 'fold' => 'vendor/*'],
	['threshold' => 0.5]] as $options) {
	$reduced = $run->reduce($options);
	echo json_encode($options), ' ', $reduced->summary()['calls'], ' ',
		array_sum(array_column($reduced->functions(), 'own_wall_ns')), "\n";
	echo $reduced->export('folded');
	foreach ($reduced->pairs() as $key => $row) {
		echo "  $key $row[ct] $row[wt]\n";
	}
}
?>
--CLEAN--
<?php unlink(__DIR__ . '/sampled.tmp'); ?>
--EXPECT--
[] 21 21000
main() 1000
main();Lib\a 2000
main();Lib\a;App\b 3000
main();Lib\a;App\b;Lib\a 4000
main();Lib\a;App\b;Lib\a;strlen 5000
main();App\c 6000
  main()==>Lib\a 14 14
  Lib\a==>App\b 12 12
  App\b==>Lib\a@1 9 9
  Lib\a@1==>strlen 5 5
  main()==>App\c 6 6
  main() 21 21
{"fold":"vendor\/*"} 21 21000
main() 1000
main();[vendor/lib] 2000
main();[vendor/lib];App\b 3000
main();[vendor/lib];App\b;[vendor/lib] 9000
main();App\c 6000
  main()==>[vendor/lib] 14 14
  [vendor/lib]==>App\b 12 12
  App\b==>[vendor/lib]@1 9 9
  main()==>App\c 6 6
  main() 21 21
{"hide":"vendor\/*"} 21 21000
main() 3000
main();App\b 12000
main();App\c 6000
  main()==>App\b 12 12
  main()==>App\c 6 6
  main() 21 21
{"hide_functions":"*b","fold":"vendor\/*"} 21 21000
main() 1000
main();[vendor/lib] 14000
main();App\c 6000
  main()==>[vendor/lib] 14 14
  main()==>App\c 6 6
  main() 21 21
{"threshold":0.5} 21 21000
main() 1000
main();Lib\a 2000
main();Lib\a;App\b 3000
main();Lib\a;App\b;(left out) 9000
main();(left out) 6000
  main()==>Lib\a 14 14
  Lib\a==>App\b 12 12
  App\b==>(left out) 9 9
  main()==>(left out) 6 6
  main() 21 21