--TEST--
Each request leaves a record with its exact times, status, URI and tags in the ring, and its samples add up to it
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../sampler/skipif.inc';
need_wall_by_signal();
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function wait(): void { fgets(STDIN); }
for ($i = 1; $i <= 3; $i++) {
	$begin = hrtime(true);
	xhprof_request_begin(["method" => "JOB", "url" => "job $i"]);
	$inside = hrtime(true);
	xhprof_tag("step", (string) $i);
	echo "begun\n";
	wait();
	$end = hrtime(true);
	xhprof_request_end(40 + $i);
	echo json_encode([$end - $inside, hrtime(true) - $begin]), "\n";
	fgets(STDIN);
}
');
$child = live_start("$folder/program.php", live_settings($folder));
$ring = null;
for ($i = 1; $i <= 3; $i++) {
	fgets($child->out);
	if ($ring === null) {
		$ring = XHProf\Ring::open(live_file($folder, $child->pid));
	}
	if ($i > 1) { // nobody samples the first one
		$ring->control(['sample' => ['interval_ns' => 5_000_000, 'clock' => 'wall', 'lease_ms' => 60000]]);
		live_wait('samples', fn () => array_filter(live_records(live_file($folder, $child->pid)),
			fn (array $record): bool => $record['request'] === $ring->status()['request']['number']
				&& str_starts_with(implode(' ', $record['frames'] ?? []), 'fgets:0 wait:')));
	}
	fwrite($child->in, "\n");
	[$least, $most] = json_decode(fgets($child->out));
	$ended = $ring->requests()[0];
	echo "$ended[method] $ended[uri] $ended[status] ", json_encode($ended['tags']), ' ',
		$ended['wall_ns'] >= $least && $ended['wall_ns'] <= $most && $ended['cpu_ns'] > 0
			&& $ended['cpu_ns'] <= $ended['wall_ns'] ? 'in time' : json_encode([$ended, $least, $most]), "\n";
	$profile = $ring->request($ended['number']);
	$rows = $profile->functions();
	echo '  ', $rows['main()']['wall_ns'] === $ended['wall_ns'] ? 'whole' : 'in part', ', ',
		isset($rows['wait']) ? 'sampled' : 'not sampled', "\n";
	fwrite($child->in, "\n");
}
$all = $ring->requests();
$totals = live_wait('the last one', fn () => $ring->status()['state'] === 'ended' ? $ring->status()['ended'] : null)
	?? $ring->status()['ended'];
$all = $ring->requests();
var_dump($totals === ['requests' => count($all), 'wall_ns' => array_sum(array_column($all, 'wall_ns')),
	'cpu_ns' => array_sum(array_column($all, 'cpu_ns'))]);
live_end($child);
live_clean($folder);
?>
--EXPECT--
JOB job 1 41 {"step":"1"} in time
  whole, not sampled
JOB job 2 42 {"step":"2"} in time
  whole, sampled
JOB job 3 43 {"step":"3"} in time
  whole, sampled
bool(true)
