--TEST--
A spool keeps each batch once until all destinations have it, across crashes, and counts what it has no room for
--FILE--
<?php
require __DIR__ . '/../stub.inc';

use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\Counters;
use XHProf\Fleet\Agent\Spool;
use XHProf\Fleet\Agent\SpoolFolder;

$folder = fleet_folder(__FILE__);
$counters = new Counters();

function open(array $destinations, int $mostBytes = 1 << 20): Spool
{
	global $folder, $counters;
	$files = new SpoolFolder($folder);
	$counters = new Counters();
	return Spool::onDisk($files, $destinations, $counters, $mostBytes);
}

/* Files, and how many names the first one of a queue has. */
function files(): void
{
	global $folder;
	clearstatcache();
	foreach (fleet_files($folder) as $file) {
		echo '  ', preg_match('/\.batch$/', $file) === 1 ? "$file " . lstat("$folder/$file")['nlink'] : $file, "\n";
	}
}

/* Counters, without what differs between builds. */
function numbers(): void
{
	global $spool, $counters;
	$spool->measure();
	foreach (explode("\n", $counters->text()) as $line) {
		if ($line !== '' && $line[0] !== '#' && !str_contains($line, '_bytes')) {
			echo "  $line\n";
		}
	}
}

$spool = open(['a', 'b']);
$spool->put(fleet_batch(1, 5), ['a', 'b']);
$spool->put(fleet_batch(2), ['a']);
files();
try {
	open(['a']);
} catch (Problem $problem) {
	echo str_replace($folder, 'DIR', $problem->getMessage()), "\n";
}
[$number, $batch] = $spool->take('a');
echo "a gets $number, $batch->id\n";
$spool->accept('a', $number);
[$number, $batch] = $spool->take('b');
$spool->refuse('b', $number, 'HTTP 400: no');
echo 'b has ', $spool->isEmpty('b') ? "none\n" : "SOME\n";
files();
echo preg_replace('/^\S+ \S+/', 'DATE TIME', file_get_contents(glob("$folder/quarantine/*/*.txt")[0]));
numbers();

echo "\nkilled\n";
unset($spool, $batch);
touch("$folder/incoming/.0000000000000009-x.batch.77.tmp");
$encoded = XHProf\Fleet\Agent\BatchFile::encode(fleet_batch(3, 7));
file_put_contents("$folder/incoming/0000000000000003-agent-3.batch", $encoded);
$spool = open(['a', 'c']);
files();
for ($i = 0; $i < 2; $i++) {
	[$number, $batch] = $spool->take('a');
	$part = $batch->parts[0];
	echo "$number $batch->id $batch->agent $batch->number $batch->from $batch->until ",
		json_encode($part->series->labels(), JSON_UNESCAPED_SLASHES), ' ', $part->profile->summary()['wall_ns'], "\n";
	$spool->accept('a', $number);
}
numbers();

echo "\ndamaged\n";
$file = glob("$folder/queue/c-*/*.batch")[0];
$bytes = file_get_contents($file);
$bytes[-1] = chr(ord($bytes[-1]) ^ 1);
file_put_contents($file, $bytes);
$spool->put(fleet_batch(4), ['c']);
unset($spool);
$spool = open(['c']);
[$number, $batch] = $spool->take('c');
echo "$number $batch->id\n";
$spool->accept('c', $number);
numbers();

echo "\nagain\n";
$spool->close();
unset($spool);
$files = new SpoolFolder($folder);
echo $files->requeue(), " wait again\n";
$files->close();
$spool = open(['b', 'c']);
foreach (['b', 'c'] as $destination) {
	while (($taken = $spool->take($destination)) !== null) {
		echo "$destination: $taken[0] {$taken[1]->id}\n";
		$spool->accept($destination, $taken[0]);
	}
}
files();
numbers();

echo "\nroom\n";
unset($spool);
$bytes = strlen($encoded);
$spool = open(['c', 'd'], 4 * $bytes);
for ($i = 5; $i < 12; $i++) {
	$spool->put(fleet_batch($i, 3), $i % 2 === 0 ? ['c'] : ['c', 'd']);
	if ($i === 6) {
		$taken = $spool->take('c'); // being sent: stays
	}
}
numbers();
$spool->accept('c', $taken[0]);
[$number, $batch] = $spool->take('c');
echo "next: $batch->id\n";
$spool->release($number);
numbers();
$spool->close();

echo "\nin memory\n";
$counters = new Counters();
$spool = Spool::inMemory(['a'], $counters, 2 * $bytes + 100);
foreach ([1, 2, 3] as $i) {
	$spool->put(fleet_batch($i, $i), ['a']);
}
[$number, $batch] = $spool->take('a');
echo "$batch->id\n";
$spool->refuse('a', $number, 'no');
$spool->close();
numbers();
?>
--EXPECT--
  lock
  queue/a-550d7456/0000000000000001-agent-1.batch 2
  queue/a-550d7456/0000000000000002-agent-2.batch 1
  queue/a-550d7456/name
  queue/b-a20cadbf/0000000000000001-agent-1.batch 2
  queue/b-a20cadbf/name
another agent uses the spool DIR
a gets 1, agent-1
b has none
  lock
  quarantine/b-a20cadbf/0000000000000001-agent-1.batch 1
  quarantine/b-a20cadbf/0000000000000001-agent-1.txt
  queue/a-550d7456/0000000000000002-agent-2.batch 1
  queue/a-550d7456/name
  queue/b-a20cadbf/name
DATE TIME UTC, b:
HTTP 400: no
  xhprof_ship_accepted_batches_total{to="a"} 1
  xhprof_ship_accepted_samples_total{to="a"} 5
  xhprof_ship_accepted_seconds_total{to="a"} 0.050000000
  xhprof_ship_quarantined_batches_total{to="b"} 1
  xhprof_ship_quarantined_samples_total{to="b"} 5
  xhprof_ship_quarantined_seconds_total{to="b"} 0.050000000
  xhprof_ship_unfinished_files_total 0
  xhprof_ship_queued_batches{to="a"} 1
  xhprof_ship_queued_batches{to="b"} 0

killed
  lock
  quarantine/b-a20cadbf/0000000000000001-agent-1.batch 1
  quarantine/b-a20cadbf/0000000000000001-agent-1.txt
  queue/a-550d7456/0000000000000002-agent-2.batch 1
  queue/a-550d7456/0000000000000003-agent-3.batch 2
  queue/a-550d7456/name
  queue/b-a20cadbf/name
  queue/c-eeb00f1b/0000000000000003-agent-3.batch 2
  queue/c-eeb00f1b/name
2 agent-2 77 2 120 180 {"service":"shop","env":"prod","host":"web1","pool":"www","php":"8.2.36","route":"/cart"} 10000000
3 agent-3 77 3 180 240 {"service":"shop","env":"prod","host":"web1","pool":"www","php":"8.2.36","route":"/cart"} 70000000
  xhprof_ship_accepted_batches_total{to="a"} 2
  xhprof_ship_accepted_samples_total{to="a"} 8
  xhprof_ship_accepted_seconds_total{to="a"} 0.080000000
  xhprof_ship_unfinished_files_total 1
  xhprof_ship_queued_batches{to="a"} 0
  xhprof_ship_queued_batches{to="c"} 1

damaged
4 agent-4
  xhprof_ship_accepted_batches_total{to="c"} 1
  xhprof_ship_accepted_samples_total{to="c"} 1
  xhprof_ship_accepted_seconds_total{to="c"} 0.010000000
  xhprof_ship_lost_batches_total{to="c",reason="damaged"} 1
  xhprof_ship_lost_samples_total{to="c",reason="damaged"} 7
  xhprof_ship_lost_seconds_total{to="c",reason="damaged"} 0.070000000
  xhprof_ship_unfinished_files_total 0
  xhprof_ship_queued_batches{to="c"} 0

again
2 wait again
b: 1 agent-1
  lock
  quarantine/c-eeb00f1b/0000000000000003-agent-3.batch 1
  quarantine/c-eeb00f1b/0000000000000003-agent-3.txt
  queue/a-550d7456/name
  queue/b-a20cadbf/name
  queue/c-eeb00f1b/name
  xhprof_ship_accepted_batches_total{to="b"} 1
  xhprof_ship_accepted_samples_total{to="b"} 5
  xhprof_ship_accepted_seconds_total{to="b"} 0.050000000
  xhprof_ship_lost_batches_total{to="c",reason="damaged"} 1
  xhprof_ship_lost_samples_total{to="c",reason="damaged"} 7
  xhprof_ship_lost_seconds_total{to="c",reason="damaged"} 0.070000000
  xhprof_ship_unfinished_files_total 0
  xhprof_ship_queued_batches{to="b"} 0
  xhprof_ship_queued_batches{to="c"} 0

room
  xhprof_ship_lost_batches_total{to="c",reason="room"} 4
  xhprof_ship_lost_batches_total{to="d",reason="room"} 2
  xhprof_ship_lost_samples_total{to="c",reason="room"} 12
  xhprof_ship_lost_samples_total{to="d",reason="room"} 6
  xhprof_ship_lost_seconds_total{to="c",reason="room"} 0.120000000
  xhprof_ship_lost_seconds_total{to="d",reason="room"} 0.060000000
  xhprof_ship_unfinished_files_total 0
  xhprof_ship_queued_batches{to="c"} 3
  xhprof_ship_queued_batches{to="d"} 2
next: agent-10
  xhprof_ship_accepted_batches_total{to="c"} 1
  xhprof_ship_accepted_samples_total{to="c"} 3
  xhprof_ship_accepted_seconds_total{to="c"} 0.030000000
  xhprof_ship_lost_batches_total{to="c",reason="room"} 4
  xhprof_ship_lost_batches_total{to="d",reason="room"} 2
  xhprof_ship_lost_samples_total{to="c",reason="room"} 12
  xhprof_ship_lost_samples_total{to="d",reason="room"} 6
  xhprof_ship_lost_seconds_total{to="c",reason="room"} 0.120000000
  xhprof_ship_lost_seconds_total{to="d",reason="room"} 0.060000000
  xhprof_ship_unfinished_files_total 0
  xhprof_ship_queued_batches{to="c"} 2
  xhprof_ship_queued_batches{to="d"} 2

in memory
agent-2
  xhprof_ship_lost_batches_total{to="a",reason="room"} 1
  xhprof_ship_lost_batches_total{to="a",reason="end"} 1
  xhprof_ship_lost_samples_total{to="a",reason="room"} 1
  xhprof_ship_lost_samples_total{to="a",reason="end"} 3
  xhprof_ship_lost_seconds_total{to="a",reason="room"} 0.010000000
  xhprof_ship_lost_seconds_total{to="a",reason="end"} 0.030000000
  xhprof_ship_quarantined_batches_total{to="a"} 1
  xhprof_ship_quarantined_samples_total{to="a"} 2
  xhprof_ship_quarantined_seconds_total{to="a"} 0.020000000
  xhprof_ship_queued_batches{to="a"} 0
