--TEST--
Every command that reads rings ends with forged ones among them, whatever numbers they claim; SIGTERM ends an agent
--SKIPIF--
<?php
require __DIR__ . '/../live/skipif.inc';
if (!function_exists('pcntl_signal')) die('skip needs pcntl');
?>
--FILE--
<?php
require __DIR__ . '/live_rings.inc';

$folder = __DIR__ . '/forged.tmp';
@mkdir($folder);
$numbers = array_fill_keys(['samples', 'weight_ns', 'late', 'cut', 'functions_lost', 'refused', 'dumps', 'handler_ns',
	'helper_ns', 'interval_ns', 'asked_ns', 'budget_ppm', 'memory_bytes', 'peak_bytes', 'began_unix_us', 'made_ns'],
	-1);
$rings = $fifos = [];
foreach ([[-8, -1], [-32768, -8], [(1 << 62) - 32768, -1], [1 << 62, 1 << 62],
	...array_fill(0, 12, [0, 0])] as $i => [$head, $reserved]) {
	$rings[] = $fake = new FakeRing($folder, $numbers + ['pid' => getmypid(), 'tid' => $i + 1, 'ring_bytes' => 32768,
		'state' => FakeRing::RUNNING, 'is_on' => 1, 'sapi' => 'fpm-fcgi', 'pool' => 'www', 'began_ns' => 1,
		'head' => $head, 'reserved' => $reserved]);
	$fake->write();
	$fifos[] = $fake->control();
}

/* More time than an integer holds, all together. */
function sample(): void
{
	global $rings, $numbers;
	foreach (array_slice($rings, 4) as $fake) {
		for ($n = 0; $n < 680; $n++) {
			$fake->sample([[0, 1]], 1 << 50);
		}
		$fake->set($numbers);
		$fake->write();
	}
}

function say(string $command, int $status, string $text): void
{
	echo "$command: status $status, ",
		preg_match('/(Fatal|Warning|Deprecated|Notice|TypeError).*/', $text, $found) === 1
			? $found[0] : 'no fault', "\n";
}

foreach ([['dump'], ['live', '--duration', '2s'], ['live', '--duration', '2s', '--json'],
	['record', '--duration', '1s', '--out', "$folder/run.json"]] as $arguments) {
	$text = shell_exec(implode(' ', array_map(escapeshellarg(...), tool(...$arguments, ...[$folder])))
		. ' 2>&1; echo " $?"');
	say($arguments[0], (int) strrchr($text, ' '), $text);
}

/* Waits for a number of the agent. */
function await(string $number): void
{
	global $folder;
	for ($i = 0; $i < 1800; $i++) {
		if (str_contains((string) @file_get_contents("$folder/metrics"), "\nxhprof_ship_$number\n")) {
			echo "$number\n";
			return;
		}
		usleep(100_000);
	}
	echo "never $number\n";
}

$process = proc_open(tool('ship', '--live-dir', $folder, '--to', "file:$folder/out",
	'--spool', "$folder/spool", '--window', '1s', '--metrics-file', "$folder/metrics"),
	[['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
await('rings 16');
sample();
await('read_samples_total 8160');
proc_terminate($process);
$text = stream_get_contents($pipes[1]);
say('ship', proc_close($process), $text);
array_map(fn (FakeRing $ring) => $ring->remove(), $rings);
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
dump: status 0, no fault
live: status 0, no fault
live: status 0, no fault
record: status 2, no fault
rings 16
read_samples_total 8160
ship: status 0, no fault
