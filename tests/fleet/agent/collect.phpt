--TEST--
The agent reads rings that come and go by label set, keeps their processes asked, and knows exactly what it lost
--SKIPIF--
<?php require __DIR__ . '/../../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../../live/ring.inc';
require __DIR__ . '/../../../cli/autoload.php';

use XHProf\Cli\Live\Target;
use XHProf\Fleet\Agent\Collector;
use XHProf\Fleet\Agent\Labels;

$folder = __DIR__ . '/collect.tmp';
@mkdir($folder);
$now = 100.0;

/* A process of another pid namespace, which is alive as its FIFO is open. */
function process(int $pid, string $pool, array $more = []): object
{
	global $folder;
	$namespace = (int) preg_replace('/\D+/', '', (string) @readlink('/proc/self/ns/pid')) + 1;
	$fake = new FakeRing($folder,
		$more + ['pid' => $pid, 'start_ticks' => 7, 'pid_namespace' => $namespace, 'pool' => $pool]);
	$stack = [[$fake->function('work', '/app/work.php', 3), 4], [$fake->main('/app/index.php'), 1]];
	$fake->write();

	return (object) ['fake' => $fake, 'stack' => $stack, 'fifo' => $fake->control(), 'request' => 0];
}

function request(object $process, array $tags, int ...$weights_ns): void
{
	$process->fake->request(++$process->request, 'GET', '/', $tags);
	foreach ($weights_ns as $weight_ns) {
		$process->fake->sample($process->stack, $weight_ns, 0, $process->request);
	}
	$process->fake->write();
}

function asked(object $process): string
{
	$wishes = [];
	while (($message = FakeRing::message($process->fifo)) !== null) {
		$wishes[] = $message['lease_ms'] === 0 ? 'no more' : "every $message[interval_ns] ns for $message[lease_ms] ms";
	}

	return $wishes === [] ? 'nothing' : implode(', ', $wishes);
}

function collector(?array $places = null): Collector
{
	global $folder;
	$target = Target::in($folder);

	return new Collector($target->files(...), 10_000_000, 'wall', new Labels('shop', '', 'web1'), $places, function () {
		global $now;
		return $now;
	});
}

function take(Collector $collector): void
{
	$lines = [];
	foreach ($collector->take()->parts(new Labels('shop', '', 'web1')) as $part) {
		$summary = $part->profile->summary();
		$lines[] = "  {$part->series->pool} " . json_encode($part->series->tags)
			. ": $summary[samples] samples, $summary[wall_ns] ns";
	}
	sort($lines);
	echo $lines === [] ? "  nothing\n" : implode("\n", $lines) . "\n";
	$lost = $collector->lost();
	echo "  {$collector->count()} rings, lost $lost[samples] samples, $lost[weight_ns] ns\n";
}

$one = process(11, 'www');
request($one, ['route' => 'before'], 1);
$collector = collector();
$collector->tick();
request($one, ['route' => 'cart'], 10, 20);
$two = process(12, 'www');
request($two, ['route' => 'cart'], 100);
request($two, [], 200);
echo "one was there before, one is new\n";
$now += 1;
$collector->tick();
take($collector);
echo 'asked: ', asked($one), '; ', asked($two), "\n";

echo "nothing new; asked again\n";
$now += 2;
$collector->tick();
take($collector);
echo 'asked: ', asked($one), '; ', asked($two), "\n";

echo "one ends in order, one is killed and leaves its file\n";
request($one, ['route' => 'cart'], 1000);
request($two, ['route' => 'home'], 2000);
$one->fake->remove();
fclose($two->fifo);
$now += 3;
$collector->tick();
take($collector);
$now += 3;
$collector->tick();
take($collector);

echo "a ring that is overwritten\n";
$three = process(13, 'api', ['ring_bytes' => 32768]);
$now += 1;
$collector->tick();
request($three, ['route' => 'a'], ...array_fill(0, 1000, 5));
ob_start();
take($collector);
preg_match('/: (\d+) samples, (\d+) ns.*lost (\d+) samples, (\d+) ns/s', ob_get_clean(), $found);
echo 'some are lost: ', var_export($found[3] > 0, true), '; all samples: ', $found[1] + $found[3], '; all time: ',
	$found[2] + $found[4], " ns\n";

echo "another agent goes on: with those of another start, and those that died\n";
$places = $collector->places();
ksort($places);
echo implode(' ', array_map('basename', array_keys($places))), "\n";
request($three, ['route' => 'a'], 7);
$four = process(14, 'api');
request($four, ['route' => 'b'], 9);
$collector = collector($places);
$collector->tick();
take($collector);
$collector->release();
echo 'asked: ', asked($three), '; ', asked($four), "\n";

echo "one more: a ring of another boot has the name of one, another one ended meanwhile\n";
$places = $collector->places();
$places["$folder/13-7.data"]['position'] += 1 << 40;
$places["$folder/99-7.data"] = $places["$folder/14-7.data"];
$places["$folder/98-7.data"] = $places["$folder/12-7.data"];
request($four, ['route' => 'b'], 11);
$collector = collector($places);
$collector->tick();
ob_start();
take($collector);
echo preg_replace('/\d+ samples, \d+ ns(?!\Z)/', 'all of', ob_get_clean(), 1);
echo "  {$collector->vanished()} vanished\n";

echo "no access\n";
file_put_contents("$folder/15-7.data", 'garbage');
$now += 1;
$collector->tick();
echo str_replace("$folder/", '', implode("\n", $collector->refused())), "\n";
array_map('unlink', glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
one was there before, one is new
  www []: 1 samples, 200 ns
  www {"route":"cart"}: 3 samples, 130 ns
  2 rings, lost 0 samples, 0 ns
asked: every 10000000 ns for 6000 ms; every 10000000 ns for 6000 ms
nothing new; asked again
  nothing
  2 rings, lost 0 samples, 0 ns
asked: every 10000000 ns for 6000 ms; every 10000000 ns for 6000 ms
one ends in order, one is killed and leaves its file
  www {"route":"cart"}: 1 samples, 1000 ns
  www {"route":"home"}: 1 samples, 2000 ns
  0 rings, lost 0 samples, 0 ns
  nothing
  0 rings, lost 0 samples, 0 ns
a ring that is overwritten
some are lost: true; all samples: 1000; all time: 5000 ns
another agent goes on: with those of another start, and those that died
12-7.data 13-7.data
  api {"route":"a"}: 1 samples, 7 ns
  api {"route":"b"}: 1 samples, 9 ns
  2 rings, lost 0 samples, 0 ns
asked: every 10000000 ns for 6000 ms, every 10000000 ns for 6000 ms, no more; every 10000000 ns for 6000 ms, no more
one more: a ring of another boot has the name of one, another one ended meanwhile
  api {"(other)":"(other)"}: all of
  api {"route":"a"}: 1 samples, 7 ns
  api {"route":"b"}: 1 samples, 11 ns
  2 rings, lost 0 samples, 0 ns
  1 vanished
no access
15-7.data: it is not a ring of xhprof, or truncated: it has 7 bytes
