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
$profile->export('json', $file);
$hasZlib = true;
try {
	$profile->export('json.gz');
} catch (ValueError) {
	$hasZlib = false;
}
foreach (['json', 'json.gz', 'folded', 'speedscope', 'callgrind', 'xhprof', 'xhprof.gz', 'xhgui', 'xhgui.gz',
	'pprof'] as $format) {
	echo $format, ' ', (!$hasZlib && ($format === 'pprof' || str_ends_with($format, '.gz')))
		|| cli(['convert', $file, '--format', $format])['out'] === $profile->export($format) ? 'same'
		: 'DIFFERENT', "\n";
}
$sum = own_file('sum.xhprof');
echo cli(['merge', $file, $file, $file, '--out', $sum])['status'], "\n";
echo unserialize(file_get_contents($sum)) === $profile->merge($profile, $profile)->pairs() ? 'same' : 'DIFFERENT', "\n";
?>
--EXPECT--
json same
json.gz same
folded same
speedscope same
callgrind same
xhprof same
xhprof.gz same
xhgui same
xhgui.gz same
pprof same
0
same
