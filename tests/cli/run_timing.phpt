--TEST--
xhprof run --timing adaptive shows the error of each time, and says how many calls are not timed
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.tmp', <<<'END'
<?php
function step(int $i): int { static $calls = 0; xhprof_fake_clock_advance($i % 7 * 1000, $i % 7 * 1000); return $calls++; }
for ($i = 0; $i < 1000; $i++) { step($i); }
END);
$file = own_file('run.json');
foreach (['exact', 'adaptive'] as $timing) {
	$result = cli(['run', '--timing', $timing, '--flags', 'none', '--out', $file, $script]);
	$head = strstr($result['err'], ' own%', true);
	preg_match('/^ own%.*$/m', $result['err'], $heading);
	preg_match('/^.*  step$/m', $result['err'], $row);
	echo $timing, ': ', preg_match('/\d calls not timed/', $head) ? 'not all timed' : 'all timed', ', ',
		strpos($heading[0], 'within') !== false ? 'errors' : 'no errors', ', step ', str_contains($row[0] ?? '', '±') ? 'about' : 'exact', "\n";
}
$rows = array_column(json_decode(cli(['top', '--json', $file])['out'], true)['functions'], null, 'name');
echo $rows['step']['calls'], ' ', $rows['step']['own_wall_error_ns'] > 0 ? 'with its error' : 'without', "\n";
foreach ([['--compensate'], ['--mode', 'timeline'], ['--mode', 'sample']] as $other) {
	echo cli(['run', '--timing', 'adaptive', ...$other, $script])['err'];
}
echo cli(['run', '--timing', 'some', $script])['err'];
?>
--EXPECT--
exact: all timed, no errors, step exact
adaptive: not all timed, errors, step about
1000 with its error
xhprof: --timing adaptive is neither for --compensate nor for --mode timeline
        these need the times of all calls
xhprof: --timing adaptive is neither for --compensate nor for --mode timeline
        these need the times of all calls
xhprof: --timing is not for --mode sample
        samples have no calls to count or to measure
xhprof: --timing cannot be "some"
        it is one of: exact, adaptive
