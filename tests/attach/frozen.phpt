--TEST--
A process that blocks its reader in the middle of a look holds up no look at its neighbours: it is left out, comes back, or is given up
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php
require __DIR__ . '/../faults/refuse.inc';
skip_refuse();
if (PHP_ZTS) die('skip each thread has its own variables');
require __DIR__ . '/skipif.inc';
$folder = live_folder(__FILE__, 0700);
exec('cc -pthread -o ' . escapeshellarg("$folder/blocked") . ' ' . escapeshellarg(__DIR__ . '/blocked.c')
	. ' 2>/dev/null && ' . escapeshellarg("$folder/blocked") . ' </dev/null', $said, $status);
live_clean($folder);
if ($status !== 0) die('skip no page can block its reader here');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0700);
exec('cc -shared -fPIC -pthread -o ' . escapeshellarg("$folder/frozen.so") . ' ' . escapeshellarg(__DIR__ . '/frozen.c')
	. ' -ldl 2>&1', $said, $status);
echo $status === 0 ? '' : implode("\n", $said) . "\n";
$code = 'function wait() { echo "1\n"; fgets(STDIN); } for (;;) { wait(); }';
$process = proc_open([PHP_BINARY, '-n', '-r', $code], [['pipe', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w'],
	['pipe', 'r'], ['pipe', 'w']], $pipes, null, ['LD_PRELOAD' => "$folder/frozen.so"] + getenv());
$frozen = proc_get_status($process)['pid'];
$neighbour = attach_start($code);
/* Until it waits for its next line. */
$reads = function (int $pid, $out): void {
	fgets($out);
	live_wait('one that reads',
		fn (): bool => str_starts_with((string) @file_get_contents("/proc/$pid/syscall"), '0 '));
};
$reads($frozen, $pipes[1]);
$reads($neighbour->pid, $neighbour->out);
$order = function (string $order) use ($pipes): void {
	fwrite($pipes[3], $order);
	if (fread($pipes[4], 1) !== '+') {
		die("the page cannot be frozen\n");
	}
};
$attachments = XHProf\Attachment::openAll([$frozen, $neighbour->pid], $folder);
$rings = array_map(fn (int $pid): XHProf\Ring => XHProf\Ring::open(live_file($folder, $pid)), array_keys($attachments));
$dumps = fn (int $i): int => $rings[$i]->status()['sampling']['dumps'];
/* Loops until it is so. */
$run = function (string $what, callable $is, int $milliseconds) use ($attachments): void {
	live_wait($what, function () use ($attachments, $is, $milliseconds): bool {
		XHProf\Attachment::run($attachments, $milliseconds);

		return $is();
	});
};
$tell = function () use ($attachments, $dumps): void {
	echo 'dumps: ', $dumps(0), ' and ', $dumps(1), ', given up: ', implode(' and ',
		array_map(fn (XHProf\Attachment $one): string => $one->isOver() ? 'yes' : 'no', $attachments)), "\n";
};

echo "frozen\n";
$order('f');
$rings[0]->control(['dump' => true]);
$rings[1]->control(['dump' => true]);
$run('a dump of the neighbour', fn (): bool => $dumps(1) === 1, 10);
$tell();
echo "thawed\n";
$order('t');
$run('its dump', fn (): bool => $dumps(0) === 1, 10);
$tell();
echo $rings[0]->stack()['frames'][0]['function'], "\n";
echo "frozen for good\n";
fwrite($pipes[0], "\n"); // it runs: its stack must be read anew
$reads($frozen, $pipes[1]);
$order('f');
$rings[0]->control(['dump' => true]);
$run('its end', fn (): bool => $attachments[$frozen]->isOver(), 1000);
$rings[1]->control(['dump' => true]);
$run('a dump of the neighbour', fn (): bool => $dumps(1) === 2, 10);
$tell();

proc_terminate($process, 9);
array_map(fclose(...), $pipes);
proc_close($process);
posix_kill($neighbour->pid, SIGKILL);
attach_end($neighbour);
unset($attachments, $run, $tell);
live_clean($folder);
?>
--EXPECT--
frozen
dumps: 0 and 1, given up: no and no
thawed
dumps: 1 and 1, given up: no and no
fgets
frozen for good
dumps: 1 and 2, given up: yes and no
