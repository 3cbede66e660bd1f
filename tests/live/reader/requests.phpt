--TEST--
Ring::requests() lists requests that are over, and Ring::request() has the samples of one, whose times add up to it
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

function say(?XHProf\Profile $profile): void
{
	foreach ($profile === null ? [] : $profile->functions() as $name => $row) {
		printf("  %s: %d of %d ms, CPU %d of %d\n", $name, $row['own_wall_ns'] / 1e6, $row['wall_ns'] / 1e6,
			$row['own_cpu_ns'] / 1e6, $row['cpu_ns'] / 1e6);
	}
	echo $profile === null ? "  none\n" : sprintf("  %d samples\n", $profile->summary()['samples']);
}

$ms = 1_000_000;
$fake = new FakeRing(__DIR__, ['start_ticks' => 1, 'made_ns' => 1000 * $ms, 'made_unix_us' => 1_700_000_000_000_000]);
$main = $fake->main('/app/index.php');
$work = $fake->function('work');
$wait = $fake->function('wait');
$fake->request(1, 'GET', '/a');
/* 30 ms of it are of requests before: this one had 10 by then. */
$fake->sample([[$wait, 0], [$main, 3]], 40 * $ms, FakeRing::OFF_CPU, 1, 2010 * $ms);
$fake->sample([[$work, 0], [$main, 4]], 20 * $ms, 0, 1, 2050 * $ms);
$fake->sample([[$work, 0], [$main, 4]], 0, FakeRing::DUMP, 1, 2060 * $ms);
$fake->end(1, 2000 * $ms, 100 * $ms, 25 * $ms, 404, 'GET', '/a', ['route' => 'a', 'empty' => '']);
$fake->end(2, 2200 * $ms, 1 * $ms, 1 * $ms, PHP_INT_SIZE === 8 ? -2147483648 : 0, 'cli', 'job.php');
$fake->request(3, 'POST', '/c');
$fake->sample([[$work, 0], [$main, 4]], 20 * $ms, 0, 3, 2350 * $ms);
$fake->set(['state' => 1, 'request' => 3, 'began_ns' => 2300 * $ms]);
$ring = XHProf\Ring::open($fake->write());
foreach ($ring->requests() as $request) {
	echo json_encode($request, JSON_UNESCAPED_SLASHES), "\n";
}
echo count($ring->requests(1)), "\n";
foreach ([1, 2, 3, 4, -1] as $number) {
	echo "request $number\n";
	say($ring->request($number));
}
echo "not read by that: ", $ring->status()['ring']['position'] === $ring->status()['ring']['head'] ? 'yes' : 'no', "\n";

echo "numbers that cannot be\n";
$fake->end(5, 7, -1, -1);
$fake->sample([[$work, 0], [$main, 4]], 20 * $ms, 0, 5, 1);
$fake->write();
say($ring->request(5));
try {
	$ring->requests(0);
} catch (ValueError $e) {
	echo $e->getMessage(), "\n";
}
$fake->remove();
?>
--EXPECT--
{"number":2,"began":1700000001.2,"wall_ns":1000000,"cpu_ns":1000000,"peak_bytes":2048,"status":null,"method":"cli","uri":"job.php","tags":[],"trace":null,"span":null,"marks":[]}
{"number":1,"began":1700000001,"wall_ns":100000000,"cpu_ns":25000000,"peak_bytes":2048,"status":404,"method":"GET","uri":"/a","tags":{"route":"a","empty":""},"trace":null,"span":null,"marks":[]}
1
request 1
  (not sampled): 70 of 70 ms, CPU 5 of 5
  work: 20 of 20 ms, CPU 20 of 20
  wait: 10 of 10 ms, CPU 0 of 0
  main(): 0 of 100 ms, CPU 0 of 25
  2 samples
request 2
  (not sampled): 1 of 1 ms, CPU 1 of 1
  main(): 0 of 1 ms, CPU 0 of 1
  0 samples
request 3
  (not sampled): 30 of 30 ms, CPU 0 of 0
  work: 20 of 20 ms, CPU 20 of 20
  main(): 0 of 50 ms, CPU 0 of 20
  1 samples
request 4
  none
request -1
  none
not read by that: yes
numbers that cannot be
  (not sampled): 1125899906 of 1125899906 ms, CPU 1125899906 of 1125899906
  main(): 0 of 1125899906 ms, CPU 0 of 1125899906
  work: 0 of 0 ms, CPU 0 of 0
  1 samples
XHProf\Ring::requests(): Argument #1 ($limit) must be between 1 and 1000000
