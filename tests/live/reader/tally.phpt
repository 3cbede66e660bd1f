--TEST--
XHProf\Tally adds up many rings by label and tags, to what Ring::read('tags') has of each
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function say(array $series): void
{
	foreach ($series as $one) {
		$summary = $one['profile']->summary();
		echo '    ', json_encode([$one['label'], $one['tags']]),
			" $summary[samples] samples, $summary[wall_ns] ns, cpu $summary[cpu_ns], interval $summary[interval_ns]\n";
		echo preg_replace('/^/m', '        ', rtrim($one['profile']->export('folded'))), "\n";
	}
}

function ring(int $number, int $interval_ns = 1000): FakeRing
{
	return new FakeRing(__DIR__, ['pid' => 1, 'tid' => $number, 'start_ticks' => 4, 'interval_ns' => $interval_ns]);
}

/* Their functions have other numbers. */
$one = ring(2);
$two = ring(3, 2000);
[$main, $work, $include] = [$one->main('/app/index.php'), $one->function('work', '/app/work.php', 3),
	$one->main('/app/inc.php')];
$one->request(1, 'GET', '/a', ['route' => 'cart']);
$one->sample([[$work, 4], [$main, 1]], 1000);
$one->sample([[$work, 4], [$include, 9], [$main, 1]], 1000, FakeRing::OFF_CPU);
$one->sample([[$work, 4], [$main, 1]], 0, FakeRing::DUMP);
$one->sample([[$work, 4], [$main, 1]], 1000, FakeRing::CUT);
$one->request(2, 'GET', '/b');
$one->sample([[$work, 5], [$work, 4], [$main, 1]], 3000, 0, 2);
$one->sample([], 4000, 0, 2);
$one->sample([[9999, 1], [0, 0], [$main, 1]], 5000, 0, 2);
[$sleep, $work, $main] = [$two->function('sleep'), $two->function('work', '/app/work.php', 3),
	$two->main('/app/index.php')];
$two->request(1, 'GET', '/a', ['route' => 'cart']);
$two->sample([[$work, 4], [$main, 1]], 10000);
$two->sample([[$sleep, 0], [$work, 4], [$main, 1]], 10000, FakeRing::WAITS_FOR_CPU);
$rings = array_map(fn (FakeRing $fake): XHProf\Ring => XHProf\Ring::open($fake->write(), true), [$one, $two]);

echo "nothing yet\n";
$tally = new XHProf\Tally();
echo json_encode($tally->take()), "\n";

echo "of one label, all rings together; intervals that differ are none\n";
foreach ($rings as $i => $ring) {
	echo json_encode($tally->read($ring, 'www')), ' of ', [$one, $two][$i]->head(), ', then ',
		json_encode($tally->read($ring, 'www')), "\n";
}
say($series = $tally->take());
echo json_encode(array_map(fn (array $row): array => [$row['calls'], $row['file'], $row['line']],
	$series[0]['profile']->functions())), "\n";
echo json_encode($tally->take()), "\n";

echo "labels set rings apart; functions that came later are found\n";
$one->sample([[$one->function('late', '/app/late.php', 7), 8], [$one->main('/app/index.php'), 1]], 1000, 0, 2);
$two->sample([[$two->function('later'), 0]], 1000);
$one->write();
$two->write();
$tally->read($rings[0], 'www');
$tally->read($rings[1], 'admin');
say($tally->take());

echo "the same as of each ring alone\n";
const ERRORS = ['error' => 0, 'share_error_points' => 0, 'cpu_share_error_points' => 0, 'effective_samples' => 0];
mt_srand(3);
$fakes = $alone = $rings = $sums = [];
for ($i = 0; $i < 5; $i++) {
	$fake = $fakes[] = ring(10 + $i);
	for ($j = 0; $j < 200; $j++) {
		if ($j % 7 === 0) {
			$fake->request($j, 'GET', '/', mt_rand(0, 3) ? ['n' => (string) mt_rand(0, 3)] : []);
		}
		$frames = array_map(fn (): array => [mt_rand(0, 9) ? $fake->function('f' . mt_rand(0, 4), '/f.php', 1)
			: $fake->main('/inc.php'), mt_rand(1, 2)], range(0, mt_rand(0, 6)));
		$fake->sample([...$frames, [$fake->main('/index.php'), mt_rand(1, 3)]], 1000 * $j,
			mt_rand(0, 7), intdiv($j, 7) * 7);
	}
	$path = $fake->write();
	$tally->read(XHProf\Ring::open($path, true));
	foreach (XHProf\Ring::open($path, true)->read('tags') as $tags => $profile) {
		$alone[$tags] = isset($alone[$tags]) ? $alone[$tags]->merge($profile) : $profile;
	}
}
foreach ($tally->take() as $series) {
	[$mine, $other] = [$series['profile'], $alone[$series['tags']]];
	$lists = array_map(function (XHProf\Profile $profile): array {
		$stacks = array_map(json_encode(...), $profile->stacks());
		$lines = array_map(json_encode(...), $profile->lines());
		sort($stacks);
		sort($lines);

		return [$stacks, $lines, array_diff_key($profile->summary(), ['started' => 0] + ERRORS)];
	}, [$mine, $other]);
	/* The squares of a merged profile are rounded. */
	$isNear = abs($mine->summary()['effective_samples'] / $other->summary()['effective_samples'] - 1) < 0.02;
	echo json_encode([$series['tags'], $lists[0] === $lists[1], count($lists[0][0]) > 5, $isNear]), "\n";
}

echo "more than 1,000 series\n";
for ($i = 0; $i < 1003; $i++) {
	$one->request(10 + $i, 'GET', '/a', ['n' => (string) $i]);
	$one->sample([], 1000, 0, 10 + $i);
	if ($i % 100 === 0 || $i === 1002) {
		$one->write();
		$tally->read($rings[0] ??= XHProf\Ring::open($one->path, true), 'www');
	}
}
$series = $tally->take();
echo count($series), ' ', json_encode([$series[1000]['tags'], $series[1000]['profile']->summary()['samples']]), "\n";

foreach ([fn () => $tally->read(new stdClass()), fn () => clone $tally, fn () => serialize($tally)] as $call) {
	try {
		$call();
	} catch (Throwable $e) {
		echo get_class($e), ': ', $e->getMessage(), "\n";
	}
}
array_map(fn (FakeRing $fake) => $fake->remove(), [$one, $two, ...$fakes]);
?>
--EXPECT--
nothing yet
[]
of one label, all rings together; intervals that differ are none
{"samples":6,"wall_ns":15000,"bytes":480} of 480, then {"samples":0,"wall_ns":0,"bytes":0}
{"samples":2,"wall_ns":20000,"bytes":168} of 168, then {"samples":0,"wall_ns":0,"bytes":0}
    ["www","route\u0000cart\u0000"] 5 samples, 23000 ns, cpu 12000, interval 0
        main();work 13000
        main();work;sleep 10000
    ["www",""] 3 samples, 12000 ns, cpu 12000, interval 1000
        main() 4000
        main();work;work 3000
        main();(other);(other) 5000
{"work":[5,"\/app\/work.php",3],"sleep":[1,null,null],"main()":[5,"\/app\/index.php",null]}
[]
labels set rings apart; functions that came later are found
    ["www",""] 1 samples, 1000 ns, cpu 1000, interval 1000
        main();late 1000
    ["admin","route\u0000cart\u0000"] 1 samples, 1000 ns, cpu 1000, interval 2000
        main();later 1000
the same as of each ring alone
["n\u00000\u0000",true,true,true]
["",true,true,true]
["n\u00001\u0000",true,true,true]
["n\u00002\u0000",true,true,true]
["n\u00003\u0000",true,true,true]
more than 1,000 series
1001 ["(other)",5]
TypeError: XHProf\Tally::read(): Argument #1 ($ring) must be of type XHProf\Ring, stdClass given
Error: Trying to clone an uncloneable object of class XHProf\Tally
Exception: Serialization of 'XHProf\Tally' is not allowed
