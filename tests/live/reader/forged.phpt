--TEST--
A look at a forged ring ends: heads that no writer makes are refused, and bytes, names and waits are bounded
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function ring(array $fields): FakeRing
{
	return new FakeRing(__DIR__, $fields + ['pid' => 1, 'start_ticks' => 15]);
}

echo "heads near 2^64 and 2^62\n";
foreach ([[-8, -8], [-32768, -8], [-16376, -1], [PHP_INT_MAX, -1], [(1 << 62) + 8, -1], [1 << 62, -1],
	[1 << 62, 1 << 62], [4096, 4088]] as [$head, $reserved]) {
	foreach ([32768, 65536] as $bytes) {
		$fake = ring(['ring_bytes' => $bytes]);
		$path = $fake->write();
		$rings = [XHProf\Ring::open($path), XHProf\Ring::open($path)];
		$fake->set(['head' => $head, 'reserved' => $reserved]);
		$fake->write();
		$late = XHProf\Ring::open($path, true);
		$rings[0]->read();
		(new XHProf\Tally())->read($rings[1]);
		$late->stacks(1000);
		$late->read();
		$found = array_map(fn ($ring) =>
			"{$ring->status()['ring']['position']} damaged {$ring->status()['ring']['damaged']}", [...$rings, $late]);
		printf("%d, %d of %d: %s\n", $head, $reserved, $bytes, implode(', ', $found));
	}
}

echo "a sparse file of 1 GiB\n";
$fake = ring(['ring_bytes' => 32768]);
$f = $fake->function('f');
$fake->sample([[$f, 0]]);
$path = $fake->write();
$file = fopen($path, 'r+');
ftruncate($file, (1 << 30) + (1 << 20));
foreach (['ring_bytes' => 1 << 30, 'functions_at' => FakeRing::HEADER, 'texts_at' => FakeRing::HEADER,
	'head' => 1 << 30, 'reserved' => 1 << 30] as $field => $value) {
	fseek($file, FakeRing::FIELDS[$field][0]);
	fwrite($file, pack(FakeRing::FIELDS[$field][1], $value));
}
fclose($file);
$ring = XHProf\Ring::open($path, true);
echo $ring->collect(), ' and ', $ring->collect(), " bytes in a look\n";
echo (new XHProf\Tally())->read(XHProf\Ring::open($path, true))['bytes'], " bytes in a look of a tally\n";
var_dump(count($ring->stacks(1000)));

echo "tables of more than any writer has\n";
foreach (['functions_size' => 1 << 17, 'text_bytes' => 1 << 25] as $field => $value) {
	$fake = ring(['ring_bytes' => 32768]);
	$fake->set([$field => $value]);
	try {
		XHProf\Ring::open($fake->write());
	} catch (RuntimeException $e) {
		echo strrchr($e->getMessage(), ':'), "\n";
	}
}

echo "functions that share their texts\n";
$fake = ring(['ring_bytes' => 65536]);
foreach (range(1, 400) as $i) {
	$fake->sample([[$fake->function("f$i", '', $i), $i]]);
}
$path = $fake->write();
$file = fopen($path, 'r+');
foreach (range(1, 400) as $i) {
	fseek($file, FakeRing::HEADER + 65536 + 16 * $i);
	fwrite($file, pack('LLSSSS', 0, $i, 0, 60000, 0, 1));
}
fseek($file, FakeRing::HEADER + 65536 + 16 * FakeRing::FUNCTIONS);
fwrite($file, str_repeat('x', 60000));
fclose($file);
$tally = new XHProf\Tally();
$tally->read(XHProf\Ring::open($path, true));
foreach (['read' => XHProf\Ring::open($path, true)->read()[''],
	'tally' => $tally->take()[0]['profile']] as $by => $profile) {
	$names = array_map(strlen(...), array_keys($profile->functions()));
	echo "$by: ",
		array_sum($names) < 2 * FakeRing::TEXTS ? 'no more bytes of names than of texts' : array_sum($names), "\n";
}

echo "a slot that is never whole, and a sample of another request each time\n";
$fake = ring(['ring_bytes' => 65536, 'sequence' => 1]);
for ($i = 1; $i <= 1300; $i++) {
	$fake->sample([[0, 0]], 1, 0, $i);
}
$path = $fake->write();
$waits = getrusage()['ru_nvcsw'];
$ring = XHProf\Ring::open($path, true);
$samples = $ring->read('uri')['(none)']->summary()['samples'];
$waits = getrusage()['ru_nvcsw'] - $waits;
// Without a bound ten for each sample.
echo "$samples samples, ", $waits < 1000 ? 'few waits' : "$waits waits", "\n";
$fake->remove();
?>
--EXPECT--
heads near 2^64 and 2^62
-8, -8 of 32768: 0 damaged 1, 0 damaged 1, 0 damaged 1
-8, -8 of 65536: 0 damaged 1, 0 damaged 1, 0 damaged 1
-32768, -8 of 32768: 0 damaged 1, 0 damaged 1, 0 damaged 1
-32768, -8 of 65536: 0 damaged 1, 0 damaged 1, 0 damaged 1
-16376, -1 of 32768: 0 damaged 1, 0 damaged 1, 0 damaged 1
-16376, -1 of 65536: 0 damaged 1, 0 damaged 1, 0 damaged 1
9223372036854775807, -1 of 32768: 0 damaged 1, 0 damaged 1, 0 damaged 1
9223372036854775807, -1 of 65536: 0 damaged 1, 0 damaged 1, 0 damaged 1
4611686018427387912, -1 of 32768: 0 damaged 1, 0 damaged 1, 0 damaged 1
4611686018427387912, -1 of 65536: 0 damaged 1, 0 damaged 1, 0 damaged 1
4611686018427387904, -1 of 32768: 4611686018427387904 damaged 0, 4611686018427387904 damaged 0, 4611686018427387904 damaged 0
4611686018427387904, -1 of 65536: 4611686018427387904 damaged 0, 4611686018427387904 damaged 0, 4611686018427387904 damaged 0
4611686018427387904, 4611686018427387904 of 32768: 4611686018427387904 damaged 0, 4611686018427387904 damaged 0, 4611686018427387904 damaged 0
4611686018427387904, 4611686018427387904 of 65536: 4611686018427387904 damaged 0, 4611686018427387904 damaged 0, 4611686018427387904 damaged 0
4096, 4088 of 32768: 0 damaged 1, 0 damaged 1, 0 damaged 1
4096, 4088 of 65536: 0 damaged 1, 0 damaged 1, 0 damaged 1
a sparse file of 1 GiB
16777216 and 16777216 bytes in a look
16777216 bytes in a look of a tally
int(0)
tables of more than any writer has
: it has impossible sizes
: it has impossible sizes
functions that share their texts
read: no more bytes of names than of texts
tally: no more bytes of names than of texts
a slot that is never whole, and a sample of another request each time
1300 samples, few waits