--TEST--
xhprof report of several runs has their sum and medians; of two sets the numbers of xhprof diff, medians and intervals
--SKIPIF--
<?php
if (!extension_loaded('zlib')) die('skip needs zlib');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../format/html.inc';

use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Run\SetFile;
use XHProf\Cli\Statistics\Noise;

$files = [canned('1.xhprof'), canned('2.xhprof', 2), canned('3.xhprof', 5)];
$out = own_file('page.html');
echo cli(['report', substr($files[0], 0, -8) . '*.xhprof', '--out', $out])['err'];
$page = file_get_contents($out);
$head = report_head($page)['runs'][0];
echo $head['summary']['runs'], ' runs, ', json_encode($head['set']), "\n";
$runs = array_map(read_run(...), $files);
usort($runs, fn($a, $b) => $a->summary()['wall_ns'] <=> $b->summary()['wall_ns']);
check_report($runs[0]->merge($runs[1], $runs[2]), $page);

/* Runs of which one in three takes twice as long: their medians have skewed intervals. */
function skewed_set(string $name, int $runs, int $percent): string
{
	$set = new RunSet();
	for ($i = 0; $i < $runs; $i++) {
		$part = (100 + $i % 5) * ($i % 3 === 0 ? 2 : 1);
		$set->add(XHProf\Profile::fromPairs([
			'main()==>größe' => ['ct' => 7 + $i % 2, 'wt' => $part * $percent, 'cpu' => $part * 10],
			'main()==>same' => ['ct' => 2, 'wt' => 3000, 'cpu' => 3000],
			'main()' => ['ct' => 1, 'wt' => 2 * $part * $percent + 5000, 'cpu' => $part * 40],
		]));
	}
	SetFile::save($set, ['app.php'], $file = own_file($name));

	return $file;
}

foreach ([[3, 3], [20, 20], [7, 20], [1, 20]] as [$before, $after]) {
	$sets = [skewed_set('before.set.json', $before, 100), skewed_set('after.set.json', $after, 110)];
	cli(['report', ...$sets, '--out', $out]);
	$diff = json_decode(cli(['diff', ...$sets, '--limit', '1000', '--json'])['out'], true);
	$page = file_get_contents($out);
	$change = report_head($page)['change'];
	$wrong = 0;
	foreach ($diff['totals'] as $total) {
		$ours = $change['totals'][['wt' => 'wall', 'cpu' => 'cpu'][$total['metric']] ?? ''] ?? null;
		$wrong += $total['metric'] !== 'ct' && $ours != array_intersect_key($total, ['before' => 0, 'after' => 0,
			'interval' => 0, 'relative' => 0]) + ['noise' => Noise::hides($total['interval'])] ? 1 : 0;
	}
	$blocks = report_blocks($page, 'gzip');
	$table = json_decode($blocks['b-change-wall'] ?? 'null', true);
	foreach ($diff['functions'] as $row) {
		$at = array_search(report_name($row['name']), $table['name'], true);
		$theirs = [$row['before']['own_wall_ns'], $row['after']['own_wall_ns'], $row['before']['wall_ns'],
			$row['after']['wall_ns'], $row['before']['calls'], $row['after']['calls'],
			...$row['interval'] ?? [null, null], Noise::hides($row['interval'])];
		$wrong += array_map(fn($column) => $table[$column][$at], ['own_before', 'own_after', 'inclusive_before',
			'inclusive_after', 'calls_before', 'calls_after', 'low', 'high', 'noise']) != $theirs ? 1 : 0;
	}
	$wall = $change['totals']['wall'];
	echo "$change[basis], $change[doubt]\n  ", count($diff['functions']), " functions, $wrong wrong; wall ",
		json_encode($wall), "\n";
	echo '  ', preg_replace('/.*^(wall .*?)$.*/ms', '$1', cli(['diff', ...$sets])['out']), "\n";
}
?>
--EXPECT--
3 runs, {"runs":3,"totals":{"wall":{"median":12000000,"interval":null},"cpu":{"median":6000000,"interval":null},"memory":{"median":4194304,"interval":null},"peak":{"median":4194304,"interval":null}}}
medians of 3 and 3 runs, 3 and 3 runs cannot tell a change from noise: that takes 5 of each
  3 functions, 0 wrong; wall {"before":25400000,"after":27440000,"interval":null,"relative":null,"noise":false}
  wall       25.4 ms   27.4 ms   +2.04 ms    +8.0 %
medians of 20 and 20 runs, 
  3 functions, 0 wrong; wall {"before":25700000,"after":27770000,"interval":[-17320000,23400000],"relative":[-0.3831858407079646,0.9140625],"noise":true}
  wall       25.7 ms   27.8 ms   +2.07 ms    +8.1 %  -38.3 % to +91.4 %
medians of 7 and 20 runs, 
  3 functions, 0 wrong; wall {"before":25800000,"after":27770000,"interval":[-17850000,23200000],"relative":[-0.3931718061674009,0.8992248062015504],"noise":true}
  wall       25.8 ms   27.8 ms   +1.97 ms    +7.6 %  -39.3 % to +89.9 %
medians of 1 and 20 runs, 1 and 20 runs cannot tell a change from noise: that takes 5 of each
  3 functions, 0 wrong; wall {"before":45000000,"after":27770000,"interval":null,"relative":null,"noise":false}
  wall       45.0 ms   27.8 ms   -17.2 ms   -38.3 %
