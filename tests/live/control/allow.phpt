--TEST--
A reader gets what xhprof.live_allow has, and of snapshots one at a time, ten seconds apart; the rest is refused and counted
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
if (PHP_ZTS) die('skip with threads nothing is forked');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.php", '<?php
for ($data = []; count($data) < 200000;) { $data[] = "value " . count($data); }
echo "begun\n";
stream_set_blocking(STDIN, false);
while (!fgets(STDIN)) { usleep(1000); }
');

const MESSAGES = ['sample' => ['interval_ns' => 1000000, 'clock' => 'wall', 'lease_ms' => 1000], 'dump' => true,
	'arm' => ['requests' => 1, 'uri' => ''], 'snapshot' => true, 'locals' => true];
/* A snapshot may still be being written, or have begun to. */
function clean(string $runs): void
{
	live_alone(dirname($runs) . '/program.php');
	array_map('unlink', glob("$runs/*"));
}

foreach (['', 'dump snapshot', 'sample,dump,arm,snapshot,locals', 'all', null] as $allow) {
	$settings = $allow === null ? [] : ["xhprof.live_allow=$allow"];
	$child = live_start("$folder/program.php", live_settings($folder, "xhprof.output_dir=$folder/runs", ...$settings));
	while (trim($line = fgets($child->out)) !== 'begun') {
		echo $line;
	}
	$file = live_file($folder, $child->pid);
	$ring = XHProf\Ring::open($file);
	echo json_encode($allow), ': ', implode(' ', $ring->status()['allowed']), "\n";
	foreach (MESSAGES as $name => $value) {
		try {
			$ring->control([$name => $value]);
		} catch (RuntimeException $e) {
			echo $allow === '' ? strstr($e->getMessage(), 'the process') . "\n" : '';
		}
	}

	/* Whoever writes the messages himself is refused by the process. */
	$before = $ring->status()['sampling']['refused'];
	foreach ([LIVE_ASK, LIVE_DUMP_NOW, LIVE_SNAPSHOT_NOW, LIVE_ARM, LIVE_LOCALS_NOW] as $command) {
		live_send($file, live_message($command));
	}
	$not = 5 - count(array_diff($ring->status()['allowed'], ['budget']));
	live_wait('refused', fn () => $ring->status()['sampling']['refused'] >= $before + $not);
	fwrite($child->in, "\n");
	live_end($child);
	clean("$folder/runs");
}

echo "== 25 snapshots\n";
$child = live_start("$folder/program.php",
	live_settings($folder, "xhprof.output_dir=$folder/runs", 'xhprof.live_allow=snapshot', 'xhprof.keep=1'));
fgets($child->out);
$file = live_file($folder, $child->pid);
$ring = XHProf\Ring::open($file);
$begun = hrtime(true);
for ($i = 0, $most = 0; $i < 25 || $ring->status()['sampling']['snapshots_refused'] === 0; $i++) {
	live_send($file, live_message(LIVE_SNAPSHOT_NOW));
	usleep(5000);
	$most = max($most, count(glob("$folder/runs/*.tmp")));
}
live_wait('snapshot', fn () => glob("$folder/runs/*.heap"));
$written = count(glob("$folder/runs/*.heap"));
echo $most <= 1 ? 'one at a time' : "$most at once", ', ',
	$written <= 1 + intdiv(hrtime(true) - $begun, 10_000_000_000) ? 'ten seconds apart' : $written, "\n";
fwrite($child->in, "\n");
live_end($child);
clean("$folder/runs");
rmdir("$folder/runs");
live_clean($folder);
?>
--EXPECT--
"": 
the process does not allow it; add the word sample to xhprof.live_allow in its php.ini, and restart it
the process does not allow it; add the word dump to xhprof.live_allow in its php.ini, and restart it
the process does not allow it; add the word arm to xhprof.live_allow in its php.ini, and restart it
the process does not allow it; add the word snapshot to xhprof.live_allow in its php.ini, and restart it
the process does not allow it; add the word locals to xhprof.live_allow in its php.ini, and restart it
"dump snapshot": dump snapshot
"sample,dump,arm,snapshot,locals": sample dump snapshot arm locals

Warning: xhprof.live_allow must be a list of sample, dump, arm, budget, snapshot, locals, not "all"; using the default in Unknown on line 0
"all": sample dump arm budget
null: sample dump arm budget
== 25 snapshots
one at a time, ten seconds apart
