--TEST--
Time that no sample saw before a tag changed its value is never that of the value behind it, and in the end is that of its own
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

/*
 * So long that neither a tick nor a look comes in the short jobs, mostly; on a slow machine it is longer, ten seconds
 * at most.
 */
const INTERVAL_NS = 2_000_000_000;

/* Between its outer reads of the clock is all that a short job has, and between its inner ones nothing else. */
$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function work(): int { $x = 1; for ($i = 0; $i < 100000; $i++) { $x = ($x * 31 + $i) & 0xffff; } return $x; }
xhprof_tag("worker", "first");
xhprof_tag("job", "none");
echo "begun\n";
fgets(STDIN);
for ($i = $least_ns = $most_ns = 0; $i < 20; $i++) {
	$outer = hrtime(true);
	xhprof_tag("job", "short");
	$inner = hrtime(true);
	work();
	usleep(1000);
	$least_ns += hrtime(true) - $inner;
	xhprof_tag("job", $i % 2 === 0 ? "empty" : "");
	$most_ns += hrtime(true) - $outer;
}
$long = hrtime(true);
xhprof_tag("job", "long");
echo json_encode([$least_ns, $most_ns, $long]), "\n";
fgets(STDIN);
');
foreach (tries() as $factor) {
	$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_budget=100'));
	fgets($child->out);
	$file = live_file($folder, $child->pid);
	live_send($file, live_message(LIVE_ASK, ['interval_ns' => min(5, $factor) * INTERVAL_NS]));
	live_wait('on', fn () => live_header($file)['is_on']);
	fwrite($child->in, "\n");
	[$least_ns, $most_ns, $long] = json_decode(fgets($child->out));
	live_send($file, live_message(LIVE_ASK, ['lease_ms' => 0]));
	live_wait('off', fn () => !live_header($file)['is_on']);
	$off = hrtime(true);
	$records = live_records($file);
	fwrite($child->in, "\n");
	live_end($child);
	if (!array_filter($records, live_has_stack(...))) {
		break;
	}
}

$weights = [];
foreach ($records as $record) {
	if ($record['kind'] === 2) {
		$tags = $record['texts'];
	} elseif ($record['kind'] === 1) {
		$job = end($tags);
		$weights[$job] = ($weights[$job] ?? 0) + $record['weight_ns'];
	}
}
$short_ns = $weights['short'];
echo 'of the short ones: ', $short_ns > 0.99 * $least_ns && $short_ns < 1.01 * $most_ns ? "all of it\n"
	: "$short_ns of $least_ns to $most_ns\n";
echo 'the long one: ', $weights['long'] <= $off - $long ? "no more than its age\n" : "older than it is\n";
live_clean($folder);
?>
--EXPECT--
of the short ones: all of it
the long one: no more than its age
