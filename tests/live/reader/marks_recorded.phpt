--TEST--
A recording has marks in order of time, of each process; more than there is room for are counted
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

const MS = 1_000_000;
$now = hrtime(true);
$made = ['interval_ns' => MS, 'made_ns' => $now, 'made_unix_us' => 1_700_000_000_000_000];

/* A run's marks, one per line. */
function show(string $title, XHProf\Profile $run): void
{
	echo "$title\n";
	$marks = json_decode($run->export('json'), true)['marks'] ?? ['mark_ns' => []];
	$at_ns = 0;
	foreach ($marks['mark_ns'] as $i => $step) {
		$at_ns += $step;
		echo '  ', $at_ns / MS, " ms, {$marks['kind'][$i]}, process {$marks['lane'][$i]}: {$marks['text'][$i]}\n";
	}
}

$fake = new FakeRing(__DIR__, $made);
$main = $fake->main('/app/index.php');
$fake->request(1, 'GET', '/cart', time_ns: $now);
$ring = XHProf\Ring::open($fake->write(), true);
$fake->mark(2, 3 * MS, '/app/a.php', time_ns: $now + 1 * MS);
$fake->sample([[$main, 1]], MS, time_ns: $now + 2 * MS);
$fake->mark(1, 7 * MS, amount: 10_000, time_ns: $now + 3 * MS);
$fake->mark(3, 2 * MS, '/app/a.php(3)', time_ns: $now + 4 * MS);
$fake->mark(4, text: 'PDOException', time_ns: $now + 5 * MS);
$fake->mark(5, amount: 96 << 20, limit: 100 << 20, time_ns: $now + 6 * MS);
$fake->mark(6, limit: 100 << 20, time_ns: $now + 7 * MS);
$fake->mark(7, text: 'hash', time_ns: $now + 8 * MS);
$fake->mark(8, time_ns: $now + 9 * MS);
$fake->mark(12, text: 'of a later version', time_ns: $now + 10 * MS);
// The sums of the request: more than the marks that have a record, as many, and of no weight.
$fake->mark(4, text: 'LogicException', count: 20, flags: 128, time_ns: $now + 11 * MS);
$fake->mark(2, 5 * MS, '/app/a.php', 30, flags: 128, time_ns: $now + 12 * MS);
$fake->mark(1, 7 * MS, count: 1, flags: 128, time_ns: $now + 11 * MS);
$fake->mark(3, 2 * MS, count: 1, flags: 128, time_ns: $now + 11 * MS);
$fake->request(2, 'GET', '/', time_ns: $now + 12 * MS);
$fake->mark(2, 1000, count: 30, request: 2, flags: 128, time_ns: $now + 13 * MS);
$fake->write();
$ring->collect();
$first = $ring->read()[''];
show('one process', $first);

$fake = new FakeRing(__DIR__, $made);
$main = $fake->main('/app/index.php');
$ring = XHProf\Ring::open($fake->write(), true);
$fake->sample([[$main, 1]], MS, time_ns: $now);
$fake->mark(4, text: 'Other', time_ns: $now + 4 * MS);
$fake->write();
$ring->collect();
$both = $first->merge($ring->read()['']);
show('two', $both);
show('loaded', XHProf\Profile::parse($both->export('json')));
show('a part', $both->reduce(['from_ns' => 4 * MS, 'to_ns' => 7 * MS]));
show('a process', $both->reduce(['lane' => 1]));
show('reduced', $both->reduce(['threshold' => 0.5]));
echo preg_match('/"marks":(\[\[.*?\]\])/', $both->export('html'), $found), ' ', substr_count($found[1], ',"'), "\n";

echo "by URI\n";
$fake = new FakeRing(__DIR__, $made);
$main = $fake->main('/app/index.php');
$ring = XHProf\Ring::open($fake->write(), true);
foreach (['/a', '/b'] as $i => $uri) {
	$fake->request($i + 1, 'GET', $uri, time_ns: $now);
	$fake->sample([[$main, 1]], MS, request: $i + 1, time_ns: $now);
	$fake->mark(4, text: "in $uri", request: $i + 1, time_ns: $now + MS);
}
$fake->write();
$ring->collect('uri');
foreach ($ring->read('uri') as $uri => $run) {
	show($uri, $run);
}

echo "many\n";
$fake = new FakeRing(__DIR__, $made);
$main = $fake->main('/app/index.php');
$ring = XHProf\Ring::open($fake->write(), true);
for ($i = 0; $i < 10_010; $i++) {
	if ($i % 500 === 0) {
		$fake->write();
		$ring->collect();
		$fake->sample([[$main, 1]], MS, time_ns: $now + $i);
	}
	$fake->mark(4, text: 'E', time_ns: $now + $i);
}
$fake->write();
$ring->collect();
$many = $ring->read()[''];
foreach ([$many, $many->merge($both), XHProf\Profile::parse($many->export('json'))] as $run) {
	echo count(json_decode($run->export('json'), true)['marks']['kind']), ' and ',
		$run->summary()['lost_marks'], " lost\n";
}
$fake->remove();
?>
--EXPECT--
one process
  0 ms, 2, process 0: compile 3.00 ms: /app/a.php
  2 ms, 1, process 0: gc 7.00 ms, 10,000 values freed
  3 ms, 3, process 0: eval 2.00 ms: /app/a.php(3)
  4 ms, 4, process 0: PDOException
  5 ms, 5, process 0: memory 96.0 % of 100 MiB
  6 ms, 6, process 0: memory_limit of 100 MiB hit
  7 ms, 7, process 0: opcache restarted: hash
  8 ms, 8, process 0: opcache full
  9 ms, 12, process 0: of a later version
  10 ms, 4, process 0: 20 exceptions in this request, last: LogicException
  11 ms, 2, process 0: compile 30x in this request, 5.00 ms
two
  2 ms, 2, process 0: compile 3.00 ms: /app/a.php
  4 ms, 1, process 0: gc 7.00 ms, 10,000 values freed
  5 ms, 3, process 0: eval 2.00 ms: /app/a.php(3)
  5 ms, 4, process 1: Other
  6 ms, 4, process 0: PDOException
  7 ms, 5, process 0: memory 96.0 % of 100 MiB
  8 ms, 6, process 0: memory_limit of 100 MiB hit
  9 ms, 7, process 0: opcache restarted: hash
  10 ms, 8, process 0: opcache full
  11 ms, 12, process 0: of a later version
  12 ms, 4, process 0: 20 exceptions in this request, last: LogicException
  13 ms, 2, process 0: compile 30x in this request, 5.00 ms
loaded
  2 ms, 2, process 0: compile 3.00 ms: /app/a.php
  4 ms, 1, process 0: gc 7.00 ms, 10,000 values freed
  5 ms, 3, process 0: eval 2.00 ms: /app/a.php(3)
  5 ms, 4, process 1: Other
  6 ms, 4, process 0: PDOException
  7 ms, 5, process 0: memory 96.0 % of 100 MiB
  8 ms, 6, process 0: memory_limit of 100 MiB hit
  9 ms, 7, process 0: opcache restarted: hash
  10 ms, 8, process 0: opcache full
  11 ms, 12, process 0: of a later version
  12 ms, 4, process 0: 20 exceptions in this request, last: LogicException
  13 ms, 2, process 0: compile 30x in this request, 5.00 ms
a part
  0 ms, 1, process 0: gc 7.00 ms, 10,000 values freed
  1 ms, 3, process 0: eval 2.00 ms: /app/a.php(3)
  1 ms, 4, process 1: Other
  2 ms, 4, process 0: PDOException
a process
  5 ms, 4, process 1: Other
reduced
  2 ms, 2, process 0: compile 3.00 ms: /app/a.php
  4 ms, 1, process 0: gc 7.00 ms, 10,000 values freed
  5 ms, 3, process 0: eval 2.00 ms: /app/a.php(3)
  5 ms, 4, process 1: Other
  6 ms, 4, process 0: PDOException
  7 ms, 5, process 0: memory 96.0 % of 100 MiB
  8 ms, 6, process 0: memory_limit of 100 MiB hit
  9 ms, 7, process 0: opcache restarted: hash
  10 ms, 8, process 0: opcache full
  11 ms, 12, process 0: of a later version
  12 ms, 4, process 0: 20 exceptions in this request, last: LogicException
  13 ms, 2, process 0: compile 30x in this request, 5.00 ms
1 24
by URI
/a
  2 ms, 4, process 0: in /a
/b
  2 ms, 4, process 0: in /b
many
10000 and 10 lost
10000 and 22 lost
10000 and 10 lost
