--TEST--
Ring::open() goes on where a reader before stood; what was overwritten meanwhile is counted
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function say(XHProf\Ring $ring): void
{
	$summary = $ring->read()['']->summary();
	$status = $ring->status()['ring'];
	echo "{$summary['samples']} samples of {$summary['wall_ns']} ns, position ", $status['position'] === $status['head']
		? 'at' : 'before', ' the head, ', $status['lost_bytes'] > 0 ? 'some' : 'none', " lost\n";
}

$fake = new FakeRing(__DIR__);
$work = $fake->function('work', '/app/work.php', 3);
$main = $fake->main('/app/index.php');
$fake->request(1, 'GET', '/a', ['route' => 'first']);
$fake->sample([[$work, 4], [$main, 1]], 1000);
$path = $fake->write();
$first = XHProf\Ring::open($path, true);
say($first);
$position = $first->status()['ring']['position'];
$fake->sample([[$work, 4], [$main, 1]], 2000);
$fake->sample([[$work, 5], [$main, 1]], 3000);
$fake->write();

echo "the next one\n";
say(XHProf\Ring::open($path, false, $position));
echo 'its tags are known: ', implode(array_keys(XHProf\Ring::open($path, true, $position)->read('tag:route'))), "\n";

echo "beyond the head\n";
say(XHProf\Ring::open($path, false, 1 << 40));

echo "long ago\n";
for ($i = 0; $i < 3000; $i++) {
	$fake->sample([[$work, 4], [$main, 1]], 1000);
}
$fake->write();
$late = XHProf\Ring::open($path, false, $position);
$samples = $late->read()['']->summary()['samples'];
echo $samples > 0 && $samples < 3000 ? 'some' : $samples, ' samples, ',
	$late->status()['ring']['lost_bytes'] > 0 ? 'some' : 'none', " lost\n";
try {
	XHProf\Ring::open($path, false, -1);
} catch (ValueError $e) {
	echo $e->getMessage(), "\n";
}
$fake->remove();
?>
--EXPECT--
1 samples of 1000 ns, position at the head, none lost
the next one
2 samples of 5000 ns, position at the head, none lost
its tags are known: first
beyond the head
0 samples of 0 ns, position at the head, none lost
long ago
some samples, some lost
XHProf\Ring::open(): Argument #3 ($position) must be greater than or equal to 0
