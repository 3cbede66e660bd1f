--TEST--
A reader of one trace counts its samples only; a record that is too short for its trace has none
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function say(string $path, string $by, ?string $trace): void
{
	foreach (XHProf\Ring::open($path, true, trace: $trace)->read($by) as $key => $profile) {
		echo '    ', json_encode((string) $key),
			" {$profile->summary()['samples']} samples, {$profile->summary()['wall_ns']} ns\n";
	}
}

[$trace, $other, $span] = ['4bf92f3577b34da6a3ce929d0e0e4736', 'a3ce929d0e0e47364bf92f3577b34da6', '00f067aa0ba902b7'];
$fake = new FakeRing(__DIR__);
$main = $fake->main('/app/index.php');
$sample = fn (int $weight_ns, int $request): mixed => $fake->sample([[$main, 1]], $weight_ns, 0, $request);
$fake->request(1, 'GET', '/a', ['route' => 'a'], trace: $trace, span: $span);
$sample(1000, 1);
$fake->request(1, 'GET', '/a', ['route' => 'a'], trace: $trace);
$sample(2000, 1);
$fake->request(1, 'GET', '/a', ['route' => 'a'], trace: $other);
$sample(4000, 1);
$fake->request(2, 'GET', '/b');
$sample(8000, 2);
$fake->request(3, 'GET', '/1234567', trace: $trace, span: $span);
$sample(16000, 3);
// As of request 1, but of other bytes.
foreach (['', str_repeat("\xFF", 16), str_repeat("\xFF", 24), "\0\0" . str_repeat("\xFF", 22)] as $i => $text) {
	$fake->append(pack('LSSQQ', 24 + strlen($text), 2, 64, hrtime(true), 4 + $i) . $text);
	$sample(32000, 4 + $i);
}
$path = $fake->write();
foreach ([null, $trace, $other, str_repeat('f', 32), str_repeat('1', 32)] as $only) {
	echo $only ?? 'all', "\n";
	say($path, '', $only);
	say($path, 'tags', $only);
	say($path, 'method uri', $only);
}
echo "overwritten: the slot's\n";
$fake->slot(['request' => 9, 'tags' => ['route' => 'slot'], 'trace' => hex2bin($trace)]);
$ring = XHProf\Ring::open($path, trace: $trace);
$sample(1000, 9);
$sample(1000, 10);
$fake->write();
echo $ring->read()['']->summary()['samples'], "\n";
echo json_encode(array_intersect_key($ring->status()['request'], ['trace' => 1, 'span' => 1])), "\n";
$fake->remove();

echo "requests that are over count as long as they took\n";
$fake = new FakeRing(__DIR__);
[$main, $work] = [$fake->main('/app/index.php'), $fake->function('work')];
$now = hrtime(true);
$at = static fn (int $us): int => $now + 1000 * $us;
$fake->request(1, 'GET', '/');
$fake->sample([[$main, 1]], 1000, 0, 1, $at(1));
// A weight that has time of shorter requests before.
$fake->request(2, 'GET', '/', trace: $trace);
$fake->sample([[$main, 1]], 50_000, 0, 2, $at(40));
$fake->sample([[$work, 0], [$main, 1]], 10_000, 0, 2, $at(50));
$fake->end(2, $at(20), 32_000, 32_000, trace: $trace);
// Without a sample; then of two traces, of which no time is exact; of another one.
$fake->end(3, $at(60), 7_000, 7_000, trace: $trace);
$fake->request(4, 'GET', '/', trace: $other);
$fake->sample([[$main, 1]], 4_000, 0, 4, $at(80));
$fake->request(4, 'GET', '/', trace: $trace);
$fake->sample([[$work, 0], [$main, 1]], 5_000, 0, 4, $at(85));
$fake->end(4, $at(70), 90_000, 90_000, trace: $trace);
$fake->end(5, $at(170), 90_000, 90_000, trace: $other);
// Begun before the first sample; and behind the last one.
$fake->end(6, $at(-5), 100_000, 100_000, trace: $trace);
$fake->request(7, 'GET', '/');
$fake->sample([[$main, 1]], 1000, 0, 7, $at(300));
$fake->end(8, $at(310), 1_000_000, 1_000_000, trace: $trace);
echo XHProf\Ring::open($fake->write(), true, trace: $trace)->read()['']->export('folded');
$fake->remove();
?>
--EXPECT--
all
    "" 9 samples, 159000 ns
    "route\u0000a\u0000" 3 samples, 7000 ns
    "" 6 samples, 152000 ns
    "GET \/a" 3 samples, 7000 ns
    "GET \/b" 1 samples, 8000 ns
    "GET \/1234567" 1 samples, 16000 ns
    "(none)" 4 samples, 128000 ns
4bf92f3577b34da6a3ce929d0e0e4736
    "" 3 samples, 19000 ns
    "route\u0000a\u0000" 2 samples, 3000 ns
    "" 1 samples, 16000 ns
    "GET \/a" 2 samples, 3000 ns
    "GET \/1234567" 1 samples, 16000 ns
a3ce929d0e0e47364bf92f3577b34da6
    "" 1 samples, 4000 ns
    "route\u0000a\u0000" 1 samples, 4000 ns
    "GET \/a" 1 samples, 4000 ns
ffffffffffffffffffffffffffffffff
    "" 1 samples, 32000 ns
    "" 1 samples, 32000 ns
    "(none)" 1 samples, 32000 ns
11111111111111111111111111111111
    "" 0 samples, 0 ns
overwritten: the slot's
1
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":null}
requests that are over count as long as they took
main() 22000
main();work 15000
main();(not sampled) 7000
