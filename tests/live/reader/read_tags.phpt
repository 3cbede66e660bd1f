--TEST--
Ring::read('tags') tells samples apart by all tags of their requests
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function say(array $profiles): void
{
	foreach ($profiles as $key => $profile) {
		echo '    ', json_encode((string) $key),
			" {$profile->summary()['samples']} samples, {$profile->summary()['wall_ns']} ns\n";
	}
}

$fake = new FakeRing(__DIR__, ['ring_bytes' => 65536]);
$main = $fake->main('/app/index.php');
$work = $fake->function('work', '/app/work.php', 3);
$sample = fn (int $weight_ns, int $request): mixed => $fake->sample([[$work, 4], [$main, 1]], $weight_ns, 0, $request);

echo "as they stand in the ring, whatever fills up its records\n";
foreach (['1234567', '12345678', '123456781'] as $i => $value) {
	$fake->request($i + 1, 'GET', '/a', ['route' => 'cart', 'tenant' => $value]);
	$sample(1000, $i + 1);
}
$fake->request(4, 'GET', '/a', ['tenant' => '1234567', 'route' => 'cart']);
$sample(2000, 4);
$fake->request(5, 'GET', '/a', ['route' => 'cart', 'tenant' => '1234567']);
$sample(3000, 5);
$sample(3000, 5);
$fake->request(6, 'GET', '/a');
$sample(4000, 6);
$fake->request(7, 'GET', '/a', [5 => '6']);
$sample(5000, 7);
$path = $fake->write();
$ring = XHProf\Ring::open($path, true);
echo $ring->collect('tags') === $fake->head() ? "all of it is collected\n" : "not all of it\n";
say($ring->read('tags'));

echo "tags that are overwritten are those of the slot, or not known\n";
$fake->slot(['request' => 8, 'tags' => ['route' => 'slot']]);
$sample(1000, 8);
$sample(1000, 9);
$fake->write();
say($ring->read('tags'));

echo "more than 1,000\n";
for ($i = 0; $i < 1003; $i++) {
	$fake->request(10 + $i, 'GET', '/a', ['n' => (string) $i]);
	$sample(1000, 10 + $i);
	if ($i % 100 === 0) {
		$fake->write();
		$ring->collect('tags');
	}
}
$fake->write();
$profiles = $ring->read('tags');
echo count($profiles), "\n";
say(array_slice($profiles, -2));

echo "a hostile ring: only whole pairs count\n";
foreach (["key", "key\0", "key\0value", "key\0value\0\0\0\0more\0", "\0key\0value\0",
	"key\0\0key2\0value2\0"] as $i => $tags) {
	$text = str_pad("GET\0/\0$tags", (int) (8 * ceil((6 + strlen($tags)) / 8)), $i < 3 ? 'x' : "\0");
	$fake->append(pack('LSSQQ', 24 + strlen($text), 2, 0, hrtime(true), 2000 + $i) . $text);
	$sample(1000, 2000 + $i);
}
$fake->write();
say($ring->read('tags'));
$fake->remove();
?>
--EXPECT--
as they stand in the ring, whatever fills up its records
all of it is collected
    "route\u0000cart\u0000tenant\u00001234567\u0000" 3 samples, 7000 ns
    "route\u0000cart\u0000tenant\u000012345678\u0000" 1 samples, 1000 ns
    "route\u0000cart\u0000tenant\u0000123456781\u0000" 1 samples, 1000 ns
    "tenant\u00001234567\u0000route\u0000cart\u0000" 1 samples, 2000 ns
    "" 1 samples, 4000 ns
    "5\u00006\u0000" 1 samples, 5000 ns
tags that are overwritten are those of the slot, or not known
    "route\u0000slot\u0000" 1 samples, 1000 ns
    "(other)" 1 samples, 1000 ns
more than 1,000
1001
    "n\u0000999\u0000" 1 samples, 1000 ns
    "(other)" 3 samples, 3000 ns
a hostile ring: only whole pairs count
    "" 4 samples, 4000 ns
    "key\u0000value\u0000" 1 samples, 1000 ns
    "key\u0000\u0000key2\u0000value2\u0000" 1 samples, 1000 ns
