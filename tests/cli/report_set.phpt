--TEST--
xhprof report of several runs has their sum, and what each of them cost by function
--SKIPIF--
<?php
if (!extension_loaded('zlib')) die('skip needs zlib');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../format/html.inc';

$files = [canned('1.xhprof'), canned('2.xhprof', 2), canned('3.xhprof', 5)];
$out = own_file('page.html');
echo cli(['report', substr($files[0], 0, -8) . '*.xhprof', '--out', $out])['err'];
$page = file_get_contents($out);
$head = report_head($page)['runs'][0];
echo $head['summary']['runs'], ' runs, ', json_encode($head['set']), "\n";
$runs = array_map(read_run(...), $files);
usort($runs, fn($a, $b) => $a->summary()['wall_ns'] <=> $b->summary()['wall_ns']);
check_report($runs[0]->merge($runs[1], $runs[2]), $page);

$blocks = report_blocks($page, $head['coding']);
$names = json_decode($blocks['a-functions'], true)['name'];
foreach (['wall' => 'own_wall_ns', 'memory' => 'own_memory_bytes'] as $metric => $key) {
	$numbers = array_chunk(report_numbers($blocks["a-set-$metric"], true), 3);
	$wrong = count($numbers) - count($names);
	foreach ($names as $i => $name) {
		$theirs = [];
		foreach ($runs as $run) {
			foreach ($run->functions() as $function => $row) {
				if (report_name($function) === $name) {
					$theirs[] = $row[$key];
				}
			}
		}
		$ours = $numbers[$i];
		sort($ours);
		sort($theirs);
		$wrong += $ours === $theirs ? 0 : 1;
	}
	echo "$metric of ", count($names), " functions in 3 runs, $wrong wrong\n";
}
?>
--EXPECT--
3 runs, {"runs":3,"totals":{"wall":[10000000,12000000,18000000],"cpu":[5000000,6000000,9000000],"memory":[4194304,4194304,4194304],"peak":[4194304,4194304,4194304]}}
wall of 6 functions in 3 runs, 0 wrong
memory of 6 functions in 3 runs, 0 wrong
