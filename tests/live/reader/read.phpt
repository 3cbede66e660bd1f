--TEST--
Ring::read() adds samples up, in all or by what their requests are
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function say(array $profiles): void
{
	foreach ($profiles as $key => $profile) {
		$summary = $profile->summary();
		echo "\"$key\": {$summary['samples']} samples, wall {$summary['wall_ns']}, cpu {$summary['cpu_ns']}, ",
			"interval {$summary['interval_ns']}, mode {$summary['mode']}\n";
		echo preg_replace('/^/m', '    ', rtrim($profile->export('folded'))), "\n";
	}
}

$fake = new FakeRing(__DIR__, ['interval_ns' => 1000]);
$main = $fake->main('/app/index.php');
$include = $fake->main('/app/inc.php');
$work = $fake->function('work', '/app/work.php', 3);
$sleep = $fake->function('sleep');
$fake->request(1, 'GET', '/a', ['route' => 'first']);
$fake->sample([[$work, 4], [$main, 1]], 1000);
$path = $fake->write();
$ring = XHProf\Ring::open($path);

echo "what was there before is read already\n";
say($ring->read());

echo "the label is known all the same; dumps have no weight\n";
$fake->sample([[$work, 4], [$main, 1]], 1000);
$fake->sample([[$work, 4], [$main, 1]], 1000);
$fake->sample([[$sleep, 0], [$work, 5], [$include, 7], [$main, 1]], 5000, FakeRing::OFF_CPU);
$fake->sample([[$sleep, 0], [$main, 1]], 0, FakeRing::DUMP);
$fake->write();
say($ring->read('uri'));
say($ring->read('uri'));

$fake->sample([[$work, 4], [$main, 1]], 1000);
$fake->request(1, 'GET', '/a', ['route' => 'second', '12' => 'x']);
$fake->sample([[$work, 4], [$main, 1]], 2000);
$fake->request(2, 'POST', '/a', ['12' => 'y']);
$fake->sample([[$work, 9], [$main, 1]], 3000, FakeRing::WAITS_FOR_CPU, 2);
$fake->request(3, '', '');
$fake->sample([], 4000, 0, 3);
$fake->write();
foreach (['', 'uri', 'method uri', 'tag:route', 'tag:12'] as $by) {
	echo "by \"$by\"\n";
	$ring = XHProf\Ring::open($path, true);
	say($ring->read($by));
}

echo "a request whose record is overwritten: the slot says what it is\n";
$fake->slot(['request' => 4, 'method' => 'GET', 'uri' => '/slot', 'tags' => ['route' => 'slot']]);
$fake->sample([[$work, 4], [$main, 1]], 1000, 0, 4);
$fake->sample([[$work, 4], [$main, 1]], 1000, 0, 5);
$fake->write();
say($ring->read('tag:route'));

try {
	$ring->read('url');
} catch (ValueError $e) {
	echo $e->getMessage(), "\n";
}
$lines = XHProf\Ring::open($path, true)->read()[''];
echo json_encode(array_map(fn (array $row): array => [$row['calls'], $row['own_wall_ns'], $row['wall_ns'], $row['file'],
	$row['line']], $lines->functions())), "\n";
$fake->remove();
?>
--EXPECT--
what was there before is read already
"": 0 samples, wall 0, cpu 0, interval 1000, mode sample
    
the label is known all the same; dumps have no weight
"/a": 3 samples, wall 7000, cpu 2000, interval 1000, mode sample
    main();work 2000
    main();work;sleep 5000
by ""
"": 8 samples, wall 18000, cpu 10000, interval 1000, mode sample
    main() 4000
    main();work 9000
    main();work;sleep 5000
by "uri"
"/a": 7 samples, wall 14000, cpu 6000, interval 1000, mode sample
    main();work 9000
    main();work;sleep 5000
"(none)": 1 samples, wall 4000, cpu 4000, interval 1000, mode sample
    main() 4000
by "method uri"
"GET /a": 6 samples, wall 11000, cpu 6000, interval 1000, mode sample
    main();work 6000
    main();work;sleep 5000
"POST /a": 1 samples, wall 3000, cpu 0, interval 1000, mode sample
    main();work 3000
"(none)": 1 samples, wall 4000, cpu 4000, interval 1000, mode sample
    main() 4000
by "tag:route"
"first": 5 samples, wall 9000, cpu 4000, interval 1000, mode sample
    main();work 4000
    main();work;sleep 5000
"second": 1 samples, wall 2000, cpu 2000, interval 1000, mode sample
    main();work 2000
"(none)": 2 samples, wall 7000, cpu 4000, interval 1000, mode sample
    main() 4000
    main();work 3000
by "tag:12"
"(none)": 6 samples, wall 13000, cpu 8000, interval 1000, mode sample
    main() 4000
    main();work 4000
    main();work;sleep 5000
"x": 1 samples, wall 2000, cpu 2000, interval 1000, mode sample
    main();work 2000
"y": 1 samples, wall 3000, cpu 0, interval 1000, mode sample
    main();work 3000
a request whose record is overwritten: the slot says what it is
"slot": 1 samples, wall 1000, cpu 1000, interval 1000, mode sample
    main();work 1000
"(none)": 1 samples, wall 1000, cpu 1000, interval 1000, mode sample
    main();work 1000
XHProf\Ring::read(): Argument #1 ($by) must be one of "", "uri", "method uri", "tags", or "tag:" and a key
{"work":[9,11000,16000,"\/app\/work.php",3],"sleep":[1,5000,5000,null,null],"main()":[10,4000,20000,"\/app\/index.php",null]}
