--TEST--
Garbage in a ring costs one block at most; what is overwritten is counted
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function ring(array $fields = []): array
{
	$fake = new FakeRing(__DIR__, $fields + ['pid' => 1, 'start_ticks' => 3]);
	return [$fake, $fake->function('f'), XHProf\Ring::open($fake->write())];
}

function say(string $what, FakeRing $fake, XHProf\Ring $ring): void
{
	$fake->write();
	$samples = $ring->read()['']->summary()['samples'];
	$numbers = $ring->status()['ring'];
	echo "$what: $samples samples, lost $numbers[lost_bytes], damaged $numbers[damaged]\n";
}

/* A good record, the bad one, and one that is lost with it; the next block is read. */
foreach ([
	'shorter than a record' => pack('LSSQQ', 16, 1, 0, 0, 0),
	'not a multiple of 8' => pack('LSSQQ', 25, 1, 0, 0, 0),
	'longer than the block' => pack('LSSQQ', 16400, 1, 0, 0, 0),
	'4 GB' => pack('LSSQQ', 0xFFFFFFF8, 1, 0, 0, 0),
	'more frames than bytes' => pack('LSSQQQLL', 48, 1, 0, 0, 0, 1, 2, 0) . str_repeat("\0", 8),
	'4 billion frames' => pack('LSSQQQLL', 48, 1, 0, 0, 0, 1, 0xFFFFFFFF, 0) . str_repeat("\0", 8),
	'a sample without room for its weight' => pack('LSSQQ', 24, 1, 0, 0, 0),
] as $what => $record) {
	[$fake, $f, $ring] = ring();
	$fake->sample([[$f, 0]]);
	$fake->append($record);
	$fake->sample([[$f, 0]]);
	$fake->append(str_repeat("\0", FakeRing::BLOCK - $fake->head() % FakeRing::BLOCK));
	$fake->sample([[$f, 0]]);
	say($what, $fake, $ring);
}
[$fake, $f, $ring] = ring();
$fake->append(pack('LSSQQ', 24, 77, 0xFFFF, 0, 0));
$fake->append(pack('LSSQQQLL', 40, 1, 0, 0, 0, PHP_INT_MAX, 0, 0));
$fake->append(pack('LSSQQ', 24, 2, 0, 0, 0));
$fake->append(pack('LSSQQ', 32, 2, 0, 0, 0) . 'no zeros');
$fake->sample([[$f, 0]]);
say('an unknown kind, a weight of centuries, a request without texts', $fake, $ring);
echo json_encode(array_keys($ring->read('uri'))), "\n";

echo "positions that make no sense\n";
[$fake, $f, $ring] = ring();
$fake->sample([[$f, 0]]);
say('one sample', $fake, $ring);
foreach ([8, 0, 3, PHP_INT_MAX, -1, 48] as $head) {
	$fake->set(['head' => $head]);
	say("head $head", $fake, $ring);
}
$fake->set(['reserved' => -1]);
$fake->sample([[$f, 0]]);
$fake->set(['reserved' => -1]);
say('reserved -1', $fake, $ring);
var_dump($ring->stack());

echo "overrun\n";
[$fake, $f, $ring] = ring();
for ($i = 0; $i < 3000; $i++) {
	$fake->sample([[$f, 0]]);
}
say('3000 samples of 48 bytes in 4 blocks', $fake, $ring);
$fake->sample([[$f, 0]]);
$fake->set(['reserved' => $fake->head() + 65536]);
say('all that is read may be overwritten already', $fake, $ring);
$fake->set(['reserved' => $fake->head()]);
$fake->sample([[$f, 0]]);
say('and goes on', $fake, $ring);

echo "functions\n";
foreach ([
	'text beyond' => [FakeRing::TEXTS, 0, 0, 1, 0, 0], 'text far beyond' => [0xFFFFFFFF, 0, 0, 1, 0, 0],
	'lengths beyond' => [FakeRing::TEXTS - 8, 0, 4, 4, 1, 1],
	'whole' => [0, 7, 0, 7, 0, 0], 'an unknown kind' => [0, 0, 0, 7, 0, 99], 'empty' => [0, 0, 0, 0, 0, 1],
	'lengths of 64 K' => [0, 0, 65535, 65535, 65535, 1],
] as $what => $entry) {
	[$fake, $f, $ring] = ring();
	$fake->sample([[$f, 0]]);
	$path = $fake->write();
	$file = fopen($path, 'r+');
	fseek($file, FakeRing::HEADER + 65536 + 16 * $f);
	fwrite($file, pack('LLSSSS', ...$entry));
	fclose($file);
	echo "$what: ", json_encode(array_keys($ring->read()['']->functions())), ' ',
		$ring->stack()['frames'][0]['function'], "\n";
}
[$fake, $f, $ring] = ring();
$fake->set(['functions_count' => -1]);
$fake->sample([[$f, 0], [FakeRing::FUNCTIONS - 1, 0], [FakeRing::FUNCTIONS, 0], [0xFFFFFFFF, 0]]);
$fake->write();
echo 'a count beyond the table: ', json_encode(array_column($ring->stack()['frames'], 'function')), "\n";

echo "a file that shrinks while it is open\n";
[$fake, $f, $ring] = ring();
$fake->request(1, 'GET', '/');
$fake->sample([[$f, 0]]);
$path = $fake->write();
foreach ([FakeRing::HEADER + 65536 + 8, FakeRing::HEADER + 24, 600, 100, 0] as $size) {
	$file = fopen($path, 'r+');
	ftruncate($file, $size);
	fclose($file);
	$again = XHProf\Ring::class;
	try {
		echo "$size: ", json_encode(array_map(fn ($profile) => $profile->summary()['samples'], $ring->read('uri'))),
			' ', json_encode($ring->stack()['frames'] ?? null), ' ';
		echo $ring->status()['state'], "\n";
	} catch (RuntimeException $e) {
		echo str_replace(__DIR__ . '/', '', $e->getMessage()), "\n";
	}
}
$fake->remove();
?>
--EXPECT--
shorter than a record: 2 samples, lost 0, damaged 1
not a multiple of 8: 2 samples, lost 0, damaged 1
longer than the block: 2 samples, lost 0, damaged 1
4 GB: 2 samples, lost 0, damaged 1
more frames than bytes: 2 samples, lost 0, damaged 1
4 billion frames: 2 samples, lost 0, damaged 1
a sample without room for its weight: 2 samples, lost 0, damaged 1
an unknown kind, a weight of centuries, a request without texts: 1 samples, lost 0, damaged 0
[]
positions that make no sense
one sample: 1 samples, lost 0, damaged 0
head 8: 0 samples, lost 0, damaged 1
head 0: 0 samples, lost 0, damaged 2
head 3: 0 samples, lost 0, damaged 2
head 9223372036854775807: 0 samples, lost 0, damaged 3
head -1: 0 samples, lost 0, damaged 4
head 48: 1 samples, lost 0, damaged 4
reserved -1: 0 samples, lost 4611686018427322320, damaged 4
NULL
overrun
3000 samples of 48 bytes in 4 blocks: 1295 samples, lost 81920, damaged 0
all that is read may be overwritten already: 0 samples, lost 85248, damaged 0
and goes on: 0 samples, lost 85248, damaged 1
functions
text beyond: ["(other)","main()"] (other)
text far beyond: ["(other)","main()"] (other)
lengths beyond: ["(other)","main()"] (other)
whole: ["(other)","main()"] (other)
an unknown kind: ["(other)","main()"] (other)
empty: ["?","main()"] ?
lengths of 64 K: ["(other)","main()"] (other)
a count beyond the table: ["f","?","(other)","(other)"]
a file that shrinks while it is open
69640: {"\/":1} [{"function":"(other)","file":null,"line":null}] idle
4120: [] null idle
600: [] null Could not read the ring 1-3.data: it was truncated in the meantime
100: [] null Could not read the ring 1-3.data: it was truncated in the meantime
0: [] null Could not read the ring 1-3.data: it was truncated in the meantime
