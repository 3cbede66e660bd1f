--TEST--
A disk that takes nothing makes memory the queue, bounded and counted; later the batches are written after all
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') {
	die('skip a file stands for a full disk');
}
?>
--FILE--
<?php
require __DIR__ . '/../stub.inc';

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Agent\Counters;
use XHProf\Fleet\Agent\Series;
use XHProf\Fleet\Agent\Spool;
use XHProf\Fleet\Agent\SpoolFolder;

$folder = fleet_folder(__FILE__);
$counters = new Counters();

function tell(string $what): void
{
	global $folder, $counters, $spool;
	$lost = array_map(fn ($reason) => $counters->get('lost_samples_total', ['to' => 'a', 'reason' => $reason]),
		['memory', 'end', 'room']);
	$spool->measure();
	echo "$what: ", count(glob("$folder/queue/*/*.batch")), ' on disk, ',
		$counters->get('queued_batches', ['to' => 'a']), ' wait, errors: ',
		$counters->get('spool_errors_total'), ', lost: ', json_encode($lost), "\n";
}

/* No folder: nothing can be written there, not even by root. */
function fill(bool $isFull): void
{
	global $folder;
	$isFull ? rmdir("$folder/incoming") && touch("$folder/incoming")
		: unlink("$folder/incoming") && mkdir("$folder/incoming");
}

$spool = Spool::onDisk(new SpoolFolder($folder), ['a'], $counters, 64 << 20);
echo json_encode($spool->put(fleet_batch(1, 1), ['a'])), "\n";
fill(true);
echo json_encode($spool->put(fleet_batch(2, 10), ['a'])), "\n";
tell('full');
[$number, $batch] = $spool->take('a');
$spool->accept('a', $number);
[$number, $batch] = $spool->take('a');
echo "$batch->id of memory\n";
$spool->release($number);
fill(false);
echo json_encode($spool->put(fleet_batch(3, 100), ['a'])), "\n";
tell('room again');
fill(true);
$spool->put(fleet_batch(4, 1000), ['a']);
tell('full');
$spool->close();
tell('the end');
unset($spool);
fill(false);
$spool = Spool::onDisk(new SpoolFolder($folder), ['a'], $counters, 64 << 20);
tell('the next');
// What was sent leaves room in memory for what comes, however much it was.
fill(true);
foreach ([5, 6, 7, 8] as $number) {
	$tags = ['large' => random_bytes(intdiv(Spool::MEMORY_BYTES, 3))];
	$part = new BatchPart(new Series('shop', 'prod', 'web1', 'www', '8.4.1', $tags), 'samples', fleet_profile(10_000));
	$spool->put(new Batch("agent-$number", 77, $number, 60, 120, [$part]), ['a']);
	while (($taken = $spool->take('a')) !== null) {
		$spool->accept('a', $taken[0]);
	}
}
tell('sent');
fill(false);
try {
	AtomicFile::write("$folder/none/file", 'x');
} catch (Problem $problem) {
	echo str_replace($folder, 'DIR', $problem->getMessage()), "\n";
}
?>
--EXPECT--
true
false
full: 1 on disk, 2 wait, errors: 1, lost: [0,0,0]
agent-2 of memory
true
room again: 2 on disk, 2 wait, errors: 1, lost: [0,0,0]
full: 2 on disk, 3 wait, errors: 2, lost: [0,0,0]
the end: 2 on disk, 2 wait, errors: 3, lost: [0,1000,0]
the next: 2 on disk, 2 wait, errors: 3, lost: [0,1000,0]
sent: 0 on disk, 0 wait, errors: 7, lost: [0,1000,0]
could not write DIR/none/file: Failed to open stream: No such file or directory
