--TEST--
xhprof snapshot asks a process for its heap, waits for the file in its output_dir and fetches it, or says what is in the way
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/live_rings.inc';

// Root removes nothing below a folder of another user, as this one may be.
$rings = new Rings(sys_get_temp_dir() . '/snapshot.' . getmypid());
$runs = "$rings->folder/runs";
mkdir($runs);
register_shutdown_function(function () use ($rings, $runs) {
	array_map(unlink(...), glob("$runs/*"));
	@rmdir($runs);
	@unlink("$rings->folder/app.heap");
	$rings->remove();
});
$rings->add(1001, ['state' => FakeRing::RUNNING, 'uri' => '/cart']);
$rings->add(1002, ['state' => FakeRing::IDLE]);
$rings->add(1003, ['state' => FakeRing::RUNNING, 'allowed' => 22]);
file_put_contents("$runs/live-0000000000000001-1001.xhprof.heap", 'an older one');

/* What it says, while the process does that once it is asked. */
function snapshot(array $arguments, ?callable $does = null): void
{
	global $rings;

	$process = proc_open(tool('snapshot', ...$arguments),
		[['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
	stream_set_blocking($pipes[1], false);
	for ($text = ''; !feof($pipes[1]); usleep(10_000)) {
		$text .= fread($pipes[1], 65536);
		foreach ($rings->orders() as $orders) {
			echo implode(', ', $orders), "\n";
			$does && $does();
		}
	}
	echo str_replace([$rings->folder, ' ' . PHP_BINARY . ' '], ['FOLDER', ' php '], $text), 'status ',
		proc_close($process), "\n\n";
}

$out = "$rings->folder/app.heap";
snapshot([]);
snapshot(['1001']);
snapshot(['1001', '--out', $out]);
snapshot(['1001', '--out', $out, '--dir', "$rings->folder/none"]);
$process = ["$rings->folder/1001-7.data", '--out', $out, '--dir', $runs];
$patient = [...$process, '--timeout', '300s'];
snapshot($patient, fn() => file_put_contents("$runs/live-0000000000000002-1001.xhprof.heap", 'the heap'));
echo file_get_contents($out), ', left: ', implode(' ', array_map(basename(...), glob("$runs/*"))), "\n\n";
file_put_contents("$rings->folder/secret", 'of the one who asks');
snapshot($patient, fn() => symlink("$rings->folder/secret", "$runs/live-0000000000000005-1001.xhprof.heap"));
unlink("$runs/live-0000000000000005-1001.xhprof.heap");
unlink("$rings->folder/secret");
echo file_get_contents($out), ', ', decoct(fileperms($out)), "\n\n";
snapshot(["$rings->folder/1003-7.data", '--out', $out, '--dir', $runs]);
snapshot([...$patient, '--json'],
	fn() => file_put_contents("$runs/live-0000000000000003-1001.xhprof.heap", 'a newer heap'));
snapshot([...$process, '--timeout', '1s'],
	fn() => file_put_contents("$runs/live-0000000000000004-1002.xhprof.heap", 'of another'));
snapshot(["$rings->folder/1002-7.data", '--out', $out, '--dir', $runs, '--timeout', '1s']);
?>
--EXPECT--
xhprof: no process given
        xhprof snapshot PID --out FILE; xhprof live shows the pids
status 2

xhprof: no output file given
        xhprof snapshot 1001 --out app.heap
status 2

xhprof: xhprof.output_dir of this PHP is not set
        give the xhprof.output_dir of the process with --dir DIR
status 2

xhprof: FOLDER/none: no such folder
        the process writes its snapshot to its xhprof.output_dir: give that with --dir DIR, and run this command as its user
status 2

snapshot
FOLDER/app.heap: 8 B, the heap of process 1001; xhprof heap FOLDER/app.heap looks into it
status 0

the heap, left: live-0000000000000001-1001.xhprof.heap

snapshot
xhprof: FOLDER/runs/live-0000000000000005-1001.xhprof.heap exists, but could not be fetched: it is not a regular file of its user
        only the user of the process can read a snapshot
status 2

the heap, 100600

xhprof: process 1003 does not allow readers to request snapshots
        add the word snapshot to xhprof.live_allow in its php.ini, and restart it
status 2

snapshot
{"schema":"xhprof-snapshot","version":1,"pid":1001,"file":"FOLDER/app.heap","bytes":12}
status 0

snapshot
xhprof: process 1001 wrote no snapshot to FOLDER/runs within 1s
        check that --dir is its xhprof.output_dir, and that it may write there; its error log says why it could not. A process that waits in a system call writes the snapshot when the call returns
status 2

snapshot
xhprof: process 1002 was idle for 1s
        it writes the snapshot in its next request; --timeout TIME waits longer
status 2