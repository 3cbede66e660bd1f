--TEST--
A signal that ends a forked child before it executes its program ends it at once under xhprof.auto, as without
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
if (str_contains(file_get_contents(PHP_BINARY),
	'posix_spawn_file_actions_addchdir')) die('skip proc_open() forks no PHP here');
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';
require __DIR__ . '/../request/trigger/auto.inc';

$folder = fresh_folder(__FILE__);
$script = '
function work($n) { return $n + 1; }
for ($i = 0, $ended = []; $i < 20; $i++) {
	$process = proc_open(["sleep", "600"], [], $pipes);
	while (($status = proc_get_status($process))["running"] && count(array_filter($ended)) === $i && hrtime(true) < ($end ??= hrtime(true) + 120e9)) {
		usleep(1000);
	}
	$ended[] = $status["signaled"] ? $status["termsig"] : 0;
	proc_terminate($process, 9);
	work($i);
}
echo json_encode(array_count_values($ended)), "\n";
';
echo refuse('terminate', $script), refuse('terminate', $script, auto_settings($folder));
foreach (runs($folder) as $run) {
	echo 'saved: ', $run->functions()['work']['calls'], " calls\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/child_terminated.tmp');
?>
--EXPECT--
{"15":20}
{"15":20}
saved: 20 calls
