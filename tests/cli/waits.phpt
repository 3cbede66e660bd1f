--TEST--
What was waited for, by xhprof top --group-by wait; xhprof dump, live and blame name it, and who holds the lock
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../live/skipif.inc';
require __DIR__ . '/../sampler/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/syscall')) die('skip needs /proc/self/syscall');
if (!is_readable('/proc/locks')) die('skip needs /proc/locks');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../live/live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
$lock = fopen(__DIR__ . "/sess_abcdef0123456789", "c");
echo "begins\n";
function holds($lock) { flock($lock, LOCK_EX); echo "holds\n"; fgets(STDIN); }
holds($lock);
');
$settings = live_settings($folder);
$holder = live_start("$folder/program.php", $settings);
echo fgets($holder->out), fgets($holder->out);
$waiter = live_start("$folder/program.php", $settings);
echo fgets($waiter->out);
live_wait('rings', fn () => live_file($folder, $holder->pid) !== null && live_file($folder, $waiter->pid) !== null);
$shape = fn (string $text): string => preg_replace(['~\b' . $holder->pid . '\b~', '~\b' . $waiter->pid . '\b~',
	'~\S+/(?=program)~', '~\d+(\.\d+)? (ms|s)\b~', '~  +\d+ [KM]iB~', '~^ +compiled .*\n~m'],
	['HOLDER', 'WAITER', '', 'T', '', ''], $text);
/* Once it sleeps there. */
$dump = live_wait('the wait', function () use ($waiter, $folder) {
	$text = cli(['dump', live_file($folder, $waiter->pid)])['out'];
	return str_contains($text, 'held by') ? $text : null;
});
echo $shape($dump);
$data = live_wait('the wait', function () use ($waiter, $folder): ?array {
	$data = json_decode(cli(['dump', live_file($folder, $waiter->pid), '--json'])['out'], true)['processes'][0];

	return isset($data['stack']['wait'], $data['waits_for']['in']) ? $data : null;
});
echo $data['stack']['wait'], ' ', $data['waits_for']['pid'] === $holder->pid ? 'HOLDER' : 'another', ' in ',
	$data['waits_for']['in'], "\n";
$live = live_wait('the wait', function () use ($folder) {
	$text = cli(['live', $folder, '--duration', '1s'])['out'];
	return str_contains($text, 'waits for the lock') ? $text : null;
});
echo $shape(strtok($live, "\n")), "\n";
/* Of seconds in which it has no CPU it says nothing. */
$blame = live_wait('the lock', function () use ($folder): ?array {
	$blame = json_decode(cli(['blame', $folder, '--duration', '2s', '--json'])['out'], true);

	return in_array('lock', array_column($blame['culprits'] ?? [], 'kind'), true) ? $blame : null;
});
echo $shape(implode("\n", preg_grep('/lock/', array_column($blame['culprits'], 'name')))), "\n";
echo json_encode(array_diff(array_column($blame['culprits'], 'kind'),
	['lock', 'pipe', 'cpu', 'wait for CPU', 'stopped', 'unnamed'])), "\n";
fclose($holder->in);
live_end($waiter);
proc_close($holder->process);
echo str_replace($folder, 'RINGS', cli(['blame', $folder, '--duration', '1s'])['err']);

file_put_contents("$folder/sleeps.php", '<?php usleep(100000 * $argv[1]);');
foreach (tries() as $factor) {
	$result = cli(['run', '--mode', 'sample', '--quiet', '--out', "$folder/run.json", '--',
		"$folder/sleeps.php", (string) $factor]);
	$rows = json_decode(cli(['top', "$folder/run.json", '--group-by', 'wait', '--json'])['out'], true)['waits'];
	if (($rows[0]['name'] ?? '') === 'sleep') {
		break;
	}
}
echo $result['err'];
echo $rows[0]['name'], "\n";
echo strtok(strstr(cli(['top', $folder, '--group-by', 'wait'])['out'], "own%"), "\n"), "\n";
cli(['run', '--quiet', '--out', "$folder/calls.json", '--', "$folder/sleeps.php", '0']);
echo cli(['top', "$folder/calls.json", '--group-by', 'wait'])['err'];
live_clean($folder);
?>
--EXPECT--
begins
holds
begins
cli WAITER  cli program.php  for T
    waits for flock sess_abcd… in flock(), held by pid HOLDER, cli program.php, T, in fgets from holds
     #0 flock
     #1 holds     program.php:4
     #2 main()    program.php:5
flock sess_abcd… HOLDER in fgets
1 of 2 workers waits for the lock that pid HOLDER holds
lock held by cli program.php
[]
xhprof: no process of RINGS is alive yet; waiting for one
xhprof: nothing was sampled: no process of RINGS ran a request
        --duration TIME watches for longer
sleep
own%  ± pts      own  incl%     incl  weight  wait
xhprof: recorded calls do not show what they wait for
        samples do: xhprof run --mode sample
