--TEST--
Each option that is a time takes units, and names the nearest spelling of a number without one
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Duration;

require __DIR__ . '/../../cli/autoload.php';

putenv('XHPROF_SECRET=s'); // of xhprof curl
foreach (['1ns', '1us', '10ms', '1.5s', '2m', '1h30m', '1w 1h', '3d', '1', '', 'ms', '-1s', '1 parsec',
	'9999w'] as $text) {
	$ns = Duration::parse($text);
	echo str_pad($text, 9), $ns === null ? 'no time' : number_format($ns) . ' ' . Duration::spelled($ns), "\n";
}
foreach ([['run', '--mode', 'sample', '--interval'], ['live', '--interval'], ['live', '--duration'],
	['record', '--interval'], ['record', '--duration'], ['record', '--last'],
	['ship', '--to', 'file:x', '--live-dir', __DIR__, '--interval'], ['ship', '--to', 'file:x', '--window'],
	['list', __DIR__, '--since'], ['list', __DIR__, '--slower-than'],
	['curl', 'http://127.0.0.1:9/', '--dir', __DIR__, '--timeout']] as $command) {
	echo "$command[0]: ";
	foreach (['10', 'soon'] as $value) {
		echo preg_replace('/\s+/', ' ',
			cli([...$command, $value, ...($command[0] === 'run' ? ['--', __FILE__] : [])])['err']),
			$value === '10' ? '/ ' : "\n";
	}
}
/* More exact than the command can be. */
foreach ([['run', '--mode', 'sample', '--interval', '100.5us', '--', __FILE__], ['live', '--duration', '1500ms'],
	['ship', '--to', 'file:x', '--live-dir', __DIR__, '--window', '1.5s']] as $command) {
	echo "$command[0]: ", preg_replace('/\s+/', ' ', cli($command)['err']), "\n";
}
?>
--EXPECT--
1ns      1 1ns
1us      1,000 1us
10ms     10,000,000 10ms
1.5s     1,500,000,000 1500ms
2m       120,000,000,000 2m
1h30m    5,400,000,000,000 90m
1w 1h    608,400,000,000,000 169h
3d       259,200,000,000,000 3d
1        no time
         no time
ms       no time
-1s      no time
1 parsec no time
9999w    4,611,686,018,427,387,904 4611686018427387903ns
run: xhprof: --interval 10: give a unit, as in 100us / xhprof: --interval takes a time, not "soon" write it like 1ms or 10ms 
live: xhprof: --interval 10: give a unit, as in 1ms / xhprof: --interval takes a time, not "soon" write it like 1ms or 10ms 
live: xhprof: --duration 10: give a unit, as in 10s / xhprof: --duration takes a time, not "soon" write it like 30s or 1m 
record: xhprof: --interval 10: give a unit, as in 1ms / xhprof: --interval takes a time, not "soon" write it like 1ms or 10ms 
record: xhprof: --duration 10: give a unit, as in 10s / xhprof: --duration takes a time, not "soon" write it like 30s or 1m 
record: xhprof: --last 10: give a unit, as in 10s / xhprof: --last takes an age or a date, not "soon" write it like 90s, 30m, 1h, 2d, 1w, 1w1h or "2026-11-22 14:00" 
ship: xhprof: --interval 10: give a unit, as in 1ms / xhprof: --interval takes a time, not "soon" write it like 1ms or 10ms 
ship: xhprof: --window 10: give a unit, as in 10s / xhprof: --window takes a time, not "soon" write it like 30s or 1m 
list: xhprof: --since 10: give a unit, as in 10s / xhprof: --since takes an age or a date, not "soon" write it like 90s, 30m, 1h, 2d, 1w, 1w1h or "2026-11-22 14:00" 
list: xhprof: --slower-than 10: give a unit, as in 10ms / xhprof: --slower-than takes a time, not "soon" write it like 500ms or 1.5s 
curl: xhprof: --timeout 10: give a unit, as in 10s / xhprof: --timeout takes a time, not "soon" write it like 30s or 1m 
run: xhprof: --interval takes whole microseconds, not 100.5us write it like 100us 
live: xhprof: --duration takes whole seconds, not 1500ms write it like 1s 
ship: xhprof: --window takes whole seconds, not 1.5s write it like 1s 
