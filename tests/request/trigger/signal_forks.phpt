--TEST--
SIGTERM ends a forked child that comes to no safe point after two seconds, as it does its parent
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (shipped_module('pcntl') === null && !extension_loaded('pcntl')) die('skip needs pcntl');
if (getenv('XHPROF_VALGRIND')) die('skip what a signal ends frees nothing');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
function before($x) { return $x; }
before(1);
[$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$child = pcntl_fork();
if ($child === 0) {
	before(2);
	if ($argv[1] === 'waits') {
		$sleeps = proc_open(['sleep', '600'], [], $pipes);
		fwrite($its, proc_get_status($sleeps)['pid']);
	}
	fwrite($its, "\n");
	if ($argv[1] === 'waits') {
		proc_close($sleeps); // waits on, however often a signal interrupts it
	}
	for ($end = hrtime(true) + 400e9; hrtime(true) < $end;) { strrev('x'); }
}
$sleeps = (int) fgets($ours);
while ($argv[1] === 'waits' && is_file("/proc/$child/stat") && !str_contains(file_get_contents("/proc/$child/stat"), ') S ')) {
	usleep(1000); // there is a safe point in front of what waits
}
shell_exec("kill $child");
for ($end = hrtime(true) + 180e9; ($ended = pcntl_waitpid($child, $status, WNOHANG)) === 0 && hrtime(true) < $end;) {
	usleep(1000);
}
echo $argv[1], ': ', $ended === 0 ? 'NEVER' : 'by signal ' . pcntl_wtermsig($status), "\n";
shell_exec('kill -9 ' . ($ended === 0 ? "$child " : '') . ($sleeps === 0 ? '' : $sleeps) . ' 2>&1');
PHP);
$pcntl = extension_loaded('pcntl') ? [] : ['extension=' . shipped_module('pcntl')];
foreach (['waits', 'runs'] as $how) {
	forget("$folder/runs");
	$said = ltrim(child_php("$folder/program.inc", auto_settings("$folder/runs", ...$pcntl), [], [$how]));
	echo $said;
	$saved = [];
	foreach (runs("$folder/runs") as $i => $run) {
		$saved[] = $run->functions()['before']['calls'] . ' calls, status '
			. metas("$folder/runs")[$i]['xhprof']['status'] . "\n";
	}
	sort($saved);
	echo implode($saved);
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/signal_forks.tmp');
?>
--EXPECT--
waits: by signal 15
1 calls, status 0
runs: by signal 15
1 calls, status 0
2 calls, status 143
