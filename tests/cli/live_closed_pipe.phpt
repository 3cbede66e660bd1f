--TEST--
xhprof live --json ends when nobody reads its lines any more
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/live_rings.inc';

$rings = new Rings(__FILE__);
register_shutdown_function($rings->remove(...));
$rings->add(1001, ['state' => FakeRing::IDLE]);

// Without --seconds it prints a line each second for ever.
$process = proc_open(tool('live', $rings->folder, '--json'),
	[['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
echo json_decode(fgets($pipes[1]))->schema, "\n";
fclose($pipes[1]);
echo 'status ', proc_close($process), "\n";
?>
--EXPECT--
xhprof-live
status 0
