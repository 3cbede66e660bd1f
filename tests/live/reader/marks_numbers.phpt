--TEST--
Numbers and words in the marks of a recording are those of the command, by its table of digits
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';
require __DIR__ . '/../../../cli/autoload.php';

use XHProf\Cli\Live\Marks;

$now = hrtime(true);
$fake = new FakeRing(__DIR__, ['interval_ns' => 1_000_000, 'made_ns' => $now]);
$main = $fake->main('/app/index.php');
$fake->request(1, 'GET', '/', time_ns: $now);
$ring = XHProf\Ring::open($fake->write(), true);
$fake->sample([[$main, 1]], 1_000_000, time_ns: $now);
$table = json_decode(file_get_contents(__DIR__ . '/../../cli/unit/units.json'), true);
$expected = [];

/* Marks are of numbers from 0 on. */
function natural(array $row): bool
{
	return array_filter($row, fn ($value) => is_int($value) && $value < 0) === [];
}

foreach (array_filter($table['time'], natural(...)) as [$ns, $text]) {
	$fake->mark(1, $ns, amount: 1, time_ns: $now);
	$expected[] = "gc $text, 1 value freed";
}
foreach (array_filter($table['count'], natural(...)) as [$count, $text]) {
	$fake->mark(1, 40_000, amount: $count, time_ns: $now);
	$expected[] = "gc 40.0 us, $text " . ($count === 1 ? 'value' : 'values') . ' freed';
}
foreach (array_filter($table['bytes'], natural(...)) as [$bytes, $text]) {
	$fake->mark(6, limit: $bytes, time_ns: $now);
	$expected[] = "memory_limit of $text hit";
}
foreach (array_filter($table['percent'], natural(...)) as [$part, $whole, $text]) {
	if ($whole > 0) {
		$fake->mark(5, amount: $part, limit: $whole, time_ns: $now);
		$expected[] = "memory $text % of $whole B";
	}
}
// The words: kinds of event/mark.h, by the names that the command has for them.
foreach ([6 => 'out_of_memory', 5 => 'memory', 7 => 'opcache_restart', 8 => 'opcache_full'] as $kind => $name) {
	$fake->mark($kind, text: $text = $kind === 7 ? 'hash' : '', amount: 96 << 20, limit: 128 << 20, time_ns: $now);
	$expected[] = Marks::troubles([$name => ['count' => 1, 'duration_ns' => 0, 'longest_ns' => 0, 'amount' => 96 << 20,
		'limit' => 128 << 20, 'text' => $text]])[0];
}
// The sum of a request with one exception, whose own record is lost.
$fake->mark(4, text: 'LogicException', count: 1, flags: 128, time_ns: $now);
$expected[] = '1 exception in this request: LogicException';
$fake->write();
$ring->collect();
$found = json_decode($ring->read()['']->export('json'), true)['marks']['text'];
echo count($found) > 200 ? 'many' : count($found), "\n";
foreach ($expected as $i => $text) {
	// The units of a limit are those of the table of bytes.
	$is_same = ($found[$i] ?? '') === $text || (str_starts_with($text, 'memory ')
		&& strstr($found[$i] ?? '', ' of', true) === strstr($text, ' of', true));
	echo $is_same ? '' : "$text, not " . ($found[$i] ?? 'there') . "\n";
}
$fake->remove();
?>
--EXPECT--
many
