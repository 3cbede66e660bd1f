--TEST--
Whatever bytes a ring has, reading it ends in a result or an exception
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

mt_srand(17);
$fake = new FakeRing(__DIR__, ['pid' => 1, 'start_ticks' => 4, 'made_ns' => 0, 'made_unix_us' => 0]);
$fake->slot(['began_ns' => 0, 'began_unix_us' => 0, 'tags' => ['a' => 'b']]);
for ($i = 0; $i < 1200; $i++) {
	$i % 20 || $fake->request($i, 'GET', "/$i", ['a' => (string) $i], $i);
	$fake->sample(array_map(fn (int $f) => [$fake->function("f$f", "/$f.php", $f), $f], range(0, $i % 9)),
		1000, $i % 4, $i, $i);
}
$whole = $fake->bytes();
$head = $fake->head();

/* Where damage is likely to matter: the header, the slot, records, functions. */
$places = [[0, 120], [256, 150], [512, 300], [FakeRing::HEADER, 65536], [FakeRing::HEADER + 65536, 400]];
$values = ["\0", "\1", "\x7F", "\xFF", "\x08", "\x18"];
$opened = $refused = 0;
$tally = new XHProf\Tally();
for ($round = 0; $round < 1000; $round++) {
	$bytes = $whole;
	for ($i = mt_rand(1, 30); $i > 0; $i--) {
		[$at, $length] = $places[mt_rand(0, $round % 3 ? 4 : 3)];
		$bytes[$at + mt_rand(0, $length - 1)] = mt_rand(0, 1) ? $values[mt_rand(0, 5)] : chr(mt_rand(0, 255));
	}
	if ($round % 2) { // so that most are opened
		$bytes = substr_replace($bytes, substr($whole, 0, 80), 0, 80);
	}
	file_put_contents($fake->path, $bytes);
	try {
		$ring = XHProf\Ring::open($fake->path, $round % 5 !== 0);
		$opened++;
		$ring->status();
		$ring->stacks(50);
		$profiles = $ring->read(['', 'uri', 'method uri', 'tag:a'][$round % 4]);
		$sum = array_shift($profiles)?->merge(...array_values($profiles));
		$sum?->functions();
		$sum?->export('json');
		$sum?->export('folded');
		$tally->read(XHProf\Ring::open($fake->path, true), (string) ($round % 3));
		foreach ($round % 10 ? [] : $tally->take() as $series) {
			$series['profile']->stacks();
		}
		file_put_contents($fake->path, $whole); // other bytes under a reader that has it open
		$ring->read();
		$ring->stack();
	} catch (RuntimeException) {
		$refused++;
	}
}
$fake->remove();
var_dump($opened > 300, $refused > 50);
?>
--EXPECT--
bool(true)
bool(true)
