--TEST--
A merged run knows of how many runs it is, keeps the highest peak and the meta they share, and is compared by its average
--FILE--
<?php
require __DIR__ . '/../helper.inc';

use XHProf\Profile;

function pairs(int $calls, int $us, int $peak): array
{
	$row = fn($calls, $us) => ['ct' => $calls, 'wt' => $us, 'mu' => 100 * $calls, 'pmu' => $peak];
	return ['f==>g' => $row($calls, $us), 'main()==>f' => $row(1, 2 * $us), 'main()' => $row(1, 3 * $us)];
}
function show_error(callable $call): void
{
	try {
		$call();
	} catch (ValueError $error) {
		echo $error->getMessage(), "\n";
	}
}

$a = Profile::fromPairs(pairs(2, 10, 500), ['url' => '/a', 'env' => ['x' => 1, 'y' => 2], 'mine' => true]);
$b = Profile::fromPairs(pairs(4, 20, 999), ['url' => '/b', 'env' => ['x' => 1, 'y' => 3], 'mine' => true]);
$c = Profile::fromPairs(pairs(6, 60, 700));

$sum = $a->merge($b, $c);
foreach ($sum->pairs() as $key => $row) {
	echo $key, ' ', json_encode($row), "\n";
}
echo json_encode(array_map(fn($run) => $run->summary()['runs'], [$a, $sum, $sum->merge($b), $a->merge()])), "\n";
echo json_encode([$sum->summary()['peak_bytes'], $c->merge($sum, $b)->summary()['peak_bytes']]), "\n";

$many = $a;
for ($i = 0; $i < 62; $i++) {
	$many = $many->merge($many);
}
var_dump($many->summary()['runs'] === 1 << 62);
try {
	$many->merge($a, $many);
} catch (RuntimeException $error) {
	echo $error->getMessage(), "\n";
}

echo "-- meta\n";
$meta = $a->merge($b)->meta();
echo json_encode(['env' => $meta['env'], 'mine' => $meta['mine'], 'url' => $meta['url']]), "\n";
var_dump($a->merge()->meta() === $a->meta(), $sum->meta());

echo "-- the average: 4 calls, 30 us\n";
foreach ([$sum->diff($b), $b->diff($sum), $sum->merge($sum)->diff($sum)] as $changes) {
	foreach ($changes as $name => $row) {
		echo $name, ' ', json_encode([$row['calls'], $row['wall_ns'], $row['own_wall_ns'], $row['memory_bytes'],
			$row['peak_bytes']]), "\n";
	}
}

echo "-- samples\n";
xhprof_sample_enable();
$samples = xhprof_stop();
show_error(fn() => $a->merge($b, $samples));
show_error(fn() => $samples->merge($a));
show_error(fn() => $a->diff($samples));
show_error(fn() => $samples->diff($a));
?>
--EXPECT--
f==>g {"ct":12,"wt":90,"mu":1200,"pmu":999}
main()==>f {"ct":3,"wt":180,"mu":300,"pmu":999}
main() {"ct":3,"wt":270,"mu":300,"pmu":999}
[1,3,4,1]
[999,999]
bool(true)
Could not merge: the profiles have more than 9223372036854775807 runs in total
-- meta
{"env":{"x":1},"mine":true,"url":"unknown"}
bool(true)
NULL
-- the average: 4 calls, 30 us
f [0,20000,10000,0,0]
g [0,10000,10000,0,0]
main() [0,30000,10000,0,0]
f [0,-20000,-10000,0,0]
g [0,-10000,-10000,0,0]
main() [0,-30000,-10000,0,0]
f [0,0,0,0,0]
g [0,0,0,0,0]
main() [0,0,0,0,0]
-- samples
XHProf\Profile::merge(): Argument #2 must be a profile of calls, like this one: record both in the same mode
XHProf\Profile::merge(): Argument #1 must be a profile of samples, like this one: record both in the same mode
XHProf\Profile::diff(): Argument #1 ($before) must be a profile of calls, like this one: record both in the same mode
XHProf\Profile::diff(): Argument #1 ($before) must be a profile of samples, like this one: record both in the same mode
