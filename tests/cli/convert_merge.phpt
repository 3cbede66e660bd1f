--TEST--
xhprof convert and merge make the same runs as Profile does
--FILE--
<?php
require __DIR__ . '/cli.inc';

$file = own_file('run.tmp');
xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU);
function work() { return strrev(substr('abc', 1)); }
work();
work();
$profile = xhprof_stop();
try {
	$profile->export('pprof', $file);
	$formats = ['json', 'folded', 'speedscope', 'callgrind', 'xhprof'];
} catch (ValueError) {
	$profile->export('xhprof', $file); // without zlib
	$formats = ['json', 'callgrind', 'xhprof'];
	$profile = read_run($file);
}
foreach (['json', 'folded', 'speedscope', 'callgrind', 'xhprof'] as $format) {
	echo $format, ' ', !in_array($format, $formats) || cli(['convert', $file, '--to', $format])['out'] === $profile->export($format)
		? 'same' : 'DIFFERENT', "\n";
}
$sum = own_file('sum.xhprof');
echo cli(['merge', $file, $file, $file, '--out', $sum])['status'], "\n";
echo unserialize(file_get_contents($sum)) === $profile->merge($profile, $profile)->pairs() ? 'same' : 'DIFFERENT', "\n";
?>
--EXPECT--
json same
folded same
speedscope same
callgrind same
xhprof same
0
same
