--TEST--
Former names of options work, and are in no help
--FILE--
<?php
require __DIR__ . '/cli.inc';

$file = canned('a.xhprof');
$other = canned('b.xhprof');
$conditions = own_file('conditions', "ct>1\n");
foreach ([
	[['top', $file, '--sort', 'cpu'], ['top', $file, '--by', 'cpu', '--sort', 'incl']],
	[['top', $file, '--sort', 'own_mu'], ['top', $file, '--by', 'memory']],
	[['top', $file, '--threshold', '20%'], ['top', $file, '--min-share', '20%']],
	[['convert', $file, '--to', 'callgrind'], ['convert', $file, '--format', 'callgrind']],
	[['diff', $other, $file, '--thresholds', $conditions], ['diff', $other, $file, '--fail-file', $conditions]],
	[['run', '--runs', '1', '--', __FILE__], ['run', '--repeat', '1', '--', __FILE__]],
	[['live', '--seconds', '0'], ['live', '--duration', '0s']],
	[['record', '--by', 'uri', '--out', '-'], ['record', '--group-by', 'uri', '--out', '-']],
	[['record', '--seconds', '100000'], ['record', '--duration', '100000s']],
	[['ship', '--to', 'file:x', '--runs', '/nowhere', '--runs-keep', 'x'], ['ship', '--to', 'file:x', '--saved-runs', '/nowhere', '--saved-runs-keep', 'x']],
	[['heap', $file, $file, '--db', 'x'], ['heap', $file, $file, '--out', 'x']],
] as [$before, $now]) {
	$result = cli($before);
	echo implode(' ', array_slice($before, 0, 1)), ' ', $result['status'], ' ', $result === cli($now) ? 'the same' : 'ANOTHER', "\n";
	$help = cli([$before[0], '--help', '--all'])['out'];
	foreach (array_diff(preg_grep('/^--/', $before), preg_grep('/^--/', $now)) as $option) {
		echo $option !== '--sort' && preg_match("/^  $option /m", $help) === 1 ? "$option IS THERE\n" : '';
	}
}
?>
--EXPECT--
top 0 the same
top 0 the same
top 0 the same
convert 0 the same
diff 1 the same
run 2 the same
live 2 the same
record 2 the same
record 2 the same
ship 2 the same
heap 2 the same
