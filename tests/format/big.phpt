--TEST--
A run of a hundred thousand call paths is exported to each format and read back
--SKIPIF--
<?php
require __DIR__ . '/tools.inc';
once_is_enough();
xhprof_enable(XHPROF_FLAGS_TREE);
try { xhprof_stop()->export('pprof'); } catch (ValueError) { die('skip needs zlib'); }
?>
--FILE--
<?php
require __DIR__ . '/tools.inc';

function left($n) { if ($n > 0) { left($n - 1); right($n - 1); } }
function right($n) { if ($n > 0) { left($n - 1); right($n - 1); } }

// 2^17 - 1 paths below main().
xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_NO_BUILTINS);
left(16);
$profile = xhprof_stop();
$summary = $profile->summary();
echo $summary['nodes'], ' ', $summary['calls'], ' ', $summary['truncated_calls'], "\n";

$file = temporary('big.tmp');
foreach (['xhprof', 'json', 'callgrind', 'folded', 'speedscope', 'pprof', 'json.gz'] as $format) {
	$profile->export($format, $file);
	clearstatcache();
	echo $format, ' ', filesize($file) > 1000 ? 'written' : 'EMPTY', "\n";
}
$loaded = XHProf\Profile::load($file);
var_dump($loaded->pairs() === $profile->pairs(), $loaded->functions(false) === $profile->functions(false));

// The same with room for less: all calls are there, in fewer paths; one of them is xhprof_stop().
xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_NO_BUILTINS, ['max_nodes' => 1000]);
left(16);
$cut = xhprof_stop();
echo $cut->summary()['nodes'] < 3000 ? 'bounded' : 'too many', ' ', $cut->summary()['calls'] - $summary['calls'], ' ',
	$cut->summary()['truncated_calls'], "\n";
$counts = fn($profile) => array_map(fn($row) => $row['ct'], $profile->pairs());
var_dump($counts($cut) === $counts($profile));
?>
--EXPECT--
131072 131072 0
xhprof written
json written
callgrind written
folded written
speedscope written
pprof written
json.gz written
bool(true)
bool(true)
bounded 0 130072
bool(true)
