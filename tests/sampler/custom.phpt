--TEST--
With the clock "custom", samples are those of xhprof_sample() alone: where it is called, with its label and weight
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function show_paths(array $result): void
{
	foreach ($result['paths'] as $path) {
		echo $path['weight'];
		foreach ($path['frames'] as $frame) {
			echo ' ', $frame['function'], isset($frame['line']) ? ":$frame[line]" : '';
		}
		echo "\n";
	}
}

final class Cache
{
	public function get(string $key): ?string
	{
		if ($key !== 'known') {
			xhprof_sample('miss', strlen($key));
			return null;
		}
		xhprof_sample();
		return $key;
	}
}

function page(array $keys): array
{
	return array_map([new Cache, 'get'], $keys);
}

xhprof_sample('not running');
foreach (['custom', 'by its setting'] as $i => $clock) {
	if ($i === 1) {
		ini_set('xhprof.sampling_clock', 'custom');
	}
	xhprof_sample_enable($i === 1 ? ['depth' => 2] : ['clock' => $clock, 'interval' => 2000]);
	page(['known', 'other', 'known', 'longer']);
	page(['known']);
	$result = xhprof_sample_disable();
	show_paths($result);
	unset($result['paths'], $result['start'], $result['duration']);
	echo json_encode($result), "\n";
}

xhprof_sample_enable();
$empty = xhprof_disable();
var_dump($empty['samples'], $empty['paths']);

xhprof_sample_enable();
page(['known', 'other']);
xhprof_sample('==> ;');
$profile = xhprof_stop();
echo $profile->export('folded');
foreach ($profile->pairs() as $name => $row) {
	echo $name, ' ', json_encode($row), "\n";
}
$summary = array_diff_key($profile->summary(), ['started' => 0, 'gc' => 0]);
echo json_encode($summary), "\n";
$file = tempnam(sys_get_temp_dir(), 'xhprof');
$profile->export('json', $file);
$loaded = XHProf\Profile::load($file);
var_dump($loaded->summary() === $profile->summary(), $profile->merge($loaded)->summary()['custom']);
unlink($file);
?>
--EXPECT--
2 main():39 page:30 array_map Cache::get:23
11 main():39 page:30 array_map Cache::get:20 miss
1 main():40 page:30 array_map Cache::get:23
{"clock":"custom","engine":"none","source":"xhprof_sample","interval":1,"samples":5,"weight":14,"off_cpu":0,"custom":14,"overrun":0,"displaced":0,"late":0,"dropped":0,"truncated":0,"error":0}
3 array_map Cache::get:23
11 Cache::get:20 miss
{"clock":"custom","engine":"none","source":"xhprof_sample","interval":1,"samples":5,"weight":14,"off_cpu":0,"custom":14,"overrun":0,"displaced":0,"late":0,"dropped":0,"truncated":0,"error":0}
int(0)
array(0) {
}
main();page;array_map;Cache::get 1000
main();page;array_map;Cache::get;miss 5000
main();= => : 1000
array_map==>Cache::get {"ct":6,"wt":6,"cpu":6}
Cache::get==>miss {"ct":5,"wt":5,"cpu":5}
main()==>= => ; {"ct":1,"wt":1,"cpu":1}
main()==>page {"ct":6,"wt":6,"cpu":6}
page==>array_map {"ct":6,"wt":6,"cpu":6}
main() {"ct":7,"wt":7,"cpu":7}
{"mode":"sample","wall_ns":7000,"cpu_ns":7000,"calls":7,"functions":6,"pairs":6,"nodes":9,"own_cost_ns":0,"interval_ns":1000,"samples":3,"displaced":0,"custom":7,"error":0,"share_error_points":0,"cpu_share_error_points":0,"effective_samples":7,"share_samples_most":10000,"clock":"custom","timeline_events":12,"lost_timeline_events":0,"runs":1,"unrecorded_calls":0,"truncated_calls":0}
bool(true)
int(14)
