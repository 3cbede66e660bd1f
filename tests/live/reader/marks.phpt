--TEST--
Ring::marks() lists what is no call, requests() and status() sum it up, also of rings that lie
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function say(XHProf\Ring $ring): void
{
	foreach ($ring->marks() as $mark) {
		echo json_encode($mark, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
	}
	foreach ($ring->requests() as $request) {
		echo "$request[number]: ",
			json_encode($request['marks'], JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
	}
	echo 'now: ',
		json_encode($ring->status()['request']['marks'], JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}

$ms = 1_000_000;
$new = function () use ($ms): FakeRing {
	return new FakeRing(__DIR__,
		['start_ticks' => 4, 'made_ns' => 1000 * $ms, 'made_unix_us' => 1_700_000_000_000_000]);
};
$fake = $new();
$fake->mark(1, 7 * $ms, request: 1, time_ns: 2000 * $ms, amount: 10000);
$fake->mark(4, text: 'PDOException', request: 1, time_ns: 2001 * $ms);
$fake->mark(1, 9 * $ms, count: 3, amount: 30000, request: 1, flags: 128, time_ns: 2002 * $ms);
$fake->mark(4, count: 20, text: 'PDOException', request: 1, flags: 128, time_ns: 2002 * $ms);
$fake->end(1, 1900 * $ms, 102 * $ms, 1);
$fake->mark(2, 2 * $ms, '/app/a.php', request: 2, time_ns: 2100 * $ms);
$fake->mark(2, 2 * $ms, '/app/a.php', request: 2, flags: 128, time_ns: 2110 * $ms);
$fake->end(2, 2050 * $ms, 60 * $ms, 1);
$fake->end(3, 2150 * $ms, 60 * $ms, 1);
$fake->slot(['request' => 4]);
$fake->marks(4, [5 => [1, 0, 96 << 20, 100 << 20], 8 => [1]]);
$ring = XHProf\Ring::open($fake->write());
say($ring);
echo count($ring->marks(1)), ' ', count($ring->requests(2)[1]['marks']), ' ', count($ring->requests(1)), "\n";
echo "none are samples: ", $ring->read()[''] ->summary()['samples'] ?? 0, "\n";
try {
	$ring->marks(0);
} catch (ValueError $e) {
	echo $e->getMessage(), "\n";
}

echo "of another request than the slot's\n";
$fake->marks(3, [1 => [1]]);
$fake->write();
echo json_encode($ring->status()['request']['marks']), "\n";

echo "rings that lie\n";
$fake = $new();
$fake->append(pack('LSSQQ', 24, 4, 128, 0, 1));
$fake->append(pack('LSSQQ', 56, 4, 0, 0, 1) . str_repeat("\xff", 32));
$fake->append(pack('LSSQQLLQQQQ', 64, 4, 0, 0, 1, 1, 1, 1, 1, 1, 1));
$fake->append(pack('LSSQQLLQQQQ', 72, 4, 0, 0, 1, 4, -1, -1, -1, -1, -1) . "no zeros");
$fake->mark(0, request: 1);
$fake->mark(9, request: 1, flags: 128);
$fake->mark(-1, request: 1, flags: 128);
$fake->mark(1, count: 1, request: 7, flags: 128);
$fake->mark(1, count: 2, request: 1, flags: 128);
$fake->mark(1, count: 3, request: 1, flags: 128);
$fake->end(1, 0, -1, -1);
$fake->mark(1, count: 4, request: 1, flags: 128);
$fake->slot(['request' => 1]);
$fake->marks(1, [1 => [-1, -1, -1, -1, str_repeat('x', 64)], 9 => [1], 12 => [1, 1, 1, 1, "\xff"]]);
$ring = XHProf\Ring::open($fake->write());
say($ring);
echo 'damaged: ', $ring->status()['ring']['damaged'], "\n";
$fake->remove();
?>
--EXPECT--
{"time":1700000001.1,"request":2,"kind":"compile","count":1,"duration_ns":2000000,"amount":0,"limit":0,"text":"/app/a.php"}
{"time":1700000001.001,"request":1,"kind":"exception","count":1,"duration_ns":0,"amount":0,"limit":0,"text":"PDOException"}
{"time":1700000001,"request":1,"kind":"gc","count":1,"duration_ns":7000000,"amount":10000,"limit":0,"text":""}
3: []
2: {"compile":{"count":1,"longest_ns":2000000,"duration_ns":2000000,"amount":0,"limit":0,"text":"/app/a.php"}}
1: {"exception":{"count":20,"longest_ns":0,"duration_ns":0,"amount":0,"limit":0,"text":"PDOException"},"gc":{"count":3,"longest_ns":9000000,"duration_ns":9000000,"amount":30000,"limit":0,"text":""}}
now: {"memory":{"count":1,"time":1700000000,"longest_ns":0,"duration_ns":0,"amount":100663296,"limit":104857600,"text":""},"opcache_full":{"count":1,"time":1700000000,"longest_ns":0,"duration_ns":0,"amount":0,"limit":0,"text":""}}
1 1 1
none are samples: 0
XHProf\Ring::marks(): Argument #1 ($limit) must be between 1 and 1000000
of another request than the slot's
[]
rings that lie
{"time":1699999999,"request":1,"kind":"exception","count":4294967295,"duration_ns":9223372036854775807,"amount":9223372036854775807,"limit":9223372036854775807,"text":"no zeros"}
{"time":1699999999,"request":1,"kind":"gc","count":1,"duration_ns":1,"amount":1,"limit":1,"text":""}
1: {"gc":{"count":2,"longest_ns":0,"duration_ns":0,"amount":0,"limit":0,"text":""}}
now: {"gc":{"count":4294967295,"time":1700000000,"longest_ns":9223372036854775807,"duration_ns":9223372036854775807,"amount":9223372036854775807,"limit":9223372036854775807,"text":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}}
damaged: 0
