--TEST--
A batch that was put into a spool on disk is there after kill -9, whole, and once for each destination
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') {
	die('skip no signals');
}
?>
--FILE--
<?php
require __DIR__ . '/../stub.inc';

use XHProf\Fleet\Agent\Counters;
use XHProf\Fleet\Agent\Spool;
use XHProf\Fleet\Agent\SpoolFolder;

$folder = fleet_folder(__FILE__);
mkdir("$folder/spool");
file_put_contents("$folder/child.php", '<?php
require ' . var_export(__DIR__ . '/../stub.inc', true) . ';
use XHProf\Fleet\Agent\Counters;
use XHProf\Fleet\Agent\Spool;
use XHProf\Fleet\Agent\SpoolFolder;
$spool = Spool::onDisk(new SpoolFolder($argv[1]), ["a", "b"], new Counters(), 1 << 30);
for ($i = 1; $i < 100000; $i++) {
	$batch = new XHProf\Fleet\Agent\Batch("$argv[2]-$i", 7, $i, 60, 120, [fleet_part($i)]);
	echo $spool->put($batch, ["a", "b"]) ? "$batch->id $i\n" : "LOST\n";
}
');

$expected = [];
for ($round = 1; $round <= 3; $round++) {
	$module = module_path();
	$child = proc_open([PHP_BINARY, '-n', ...($module === null ? [] : ['-d', "extension=$module"]),
		"$folder/child.php", "$folder/spool", "r$round"],
		[['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', 'php://stderr', 'w']], $pipes);
	for ($i = 0; $i < 5 * $round; $i++) {
		$expected[] = trim(fgets($pipes[1]));
	}
	proc_terminate($child, 9);
	foreach (explode("\n", stream_get_contents($pipes[1])) as $line) {
		$line === '' || !str_contains($line, ' ') || $expected[] = $line; // the last may be cut by a pipe's end
	}
	proc_close($child);
}

$counters = new Counters();
$spool = Spool::onDisk(new SpoolFolder("$folder/spool"), ['a', 'b'], $counters, 1 << 30);
foreach (['a', 'b'] as $destination) {
	$got = [];
	while (($taken = $spool->take($destination)) !== null) {
		[$number, $batch] = $taken;
		$samples = $batch->parts[0]->profile->summary()['samples'];
		$got["$batch->id $samples"] = ($got["$batch->id $samples"] ?? 0) + 1;
		$samples === $batch->number || print("WRONG: $batch->id has $samples\n");
		$spool->accept($destination, $number);
	}
	echo $destination, count($expected) >= 30 ? '' : ' TOO FEW', ': missing ',
		json_encode(array_diff($expected, array_keys($got))), ', twice ',
		count(array_filter($got, fn (int $times) => $times > 1)), ', more than told ',
		count($got) - count($expected) <= 3 ? "3 at most\n" : count($got) . "\n";
}
echo 'damaged ', $counters->get('lost_batches_total', ['to' => 'a', 'reason' => 'damaged']), ', left ', implode(' ',
	array_diff(fleet_files("$folder/spool"), ['lock', 'queue/a-550d7456/name', 'queue/b-a20cadbf/name'])), "\n";
?>
--EXPECT--
a: missing [], twice 0, more than told 3 at most
b: missing [], twice 0, more than told 3 at most
damaged 0, left 
