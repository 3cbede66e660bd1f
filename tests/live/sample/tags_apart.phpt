--TEST--
Time that no sample saw before a tag changed its value is never that of the value behind it, and in the end is that of its own
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

/* So long that neither a tick nor, mostly, a look comes in the short jobs. */
const INTERVAL_NS = 2_000_000_000;

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function work(): int { $x = 1; for ($i = 0; $i < 300000; $i++) { $x = ($x * 31 + $i) & 0xffff; } return $x; }
xhprof_tag("worker", "first");
xhprof_tag("job", "none");
echo "begun\n";
fgets(STDIN);
for ($i = $short_ns = 0; $i < 20; $i++) {
	$start = hrtime(true);
	xhprof_tag("job", "short");
	work();
	usleep(1000);
	$short_ns += hrtime(true) - $start;
	xhprof_tag("job", $i % 2 === 0 ? "empty" : "");
}
xhprof_tag("job", "long");
echo "$short_ns\n";
fgets(STDIN);
');
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_budget=100'));
fgets($child->out);
$file = live_file($folder, $child->pid);
live_send($file, live_message(LIVE_ASK, ['lease_ms' => 300000, 'interval_ns' => INTERVAL_NS, 'clock' => 0]));
live_wait('on', fn () => live_header($file)['is_on']);
fwrite($child->in, "\n");
$short_ns = (int) fgets($child->out);
$long = hrtime(true);
live_send($file, live_message(LIVE_ASK, ['lease_ms' => 0]));
live_wait('off', fn () => !live_header($file)['is_on']);
$off = hrtime(true);

$weights = [];
foreach (live_records($file) as $record) {
	if ($record['kind'] === 2) {
		$tags = $record['texts'];
	} elseif ($record['kind'] === 1) {
		$job = end($tags);
		$weights[$job] = ($weights[$job] ?? 0) + $record['weight_ns'];
	}
}
$ratio = $weights['short'] / $short_ns;
echo 'of the short ones: ', abs($ratio - 1) < 0.1 ? "all of it\n" : "$ratio of it\n";
echo 'the long one: ', $weights['long'] <= $off - $long ? "no more than its age\n" : "older than it is\n";
fwrite($child->in, "\n");
live_end($child);
live_clean($folder);
?>
--EXPECT--
of the short ones: all of it
the long one: no more than its age
