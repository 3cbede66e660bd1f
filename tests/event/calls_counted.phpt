--TEST--
Each call has its events, callees included, in every mode: as many as the fake clock has ticks
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { static $calls = 0; $calls++; return $x; }
function recursive($n) { static $calls = 0; $calls++; leaf($n); return $n > 0 ? recursive($n - 1) : leaf(0); }
function thrower($n)
{
	static $calls = 0;
	$calls++;
	if ($n === 0) { throw new Exception('x'); }
	return thrower($n - 1);
}
function numbers($n) { for ($i = 0; $i < $n; $i++) { yield leaf($i); } }
function program()
{
	recursive(2);
	array_map('leaf', [1, 2]);
	try { thrower(2); } catch (Exception) { leaf(1); }
	foreach (numbers(2) as $number) { leaf($number); }
}

foreach (['hier', 'tree', 'timeline'] as $mode) {
	xhprof_enable(0, ['mode' => $mode, 'events' => ['fake']]);
	program();
	$profile = xhprof_stop();
	$other = 0;
	foreach ($profile->pairs() as $name => $row) {
		// Where the run ends, the counter is read once for each open call, and the clock once for all.
		if (!isset($row['fake'])
			|| ($row['fake'] !== $row['wt'] && !in_array($name, ['main()', 'main()==>xhprof_stop'], true))) {
			echo "$mode $name ", json_encode($row), "\n";
		}
	}
	$functions = $profile->functions();
	echo $mode, ' ', $functions['recursive']['fake'], ' ', $functions['recursive']['own_fake'], ' of ',
		$profile->summary()['events']['fake'], ', ',
		array_sum(array_column($functions, 'own_fake')) === $profile->summary()['events']['fake']
			? 'conserved' : 'lost', "\n";
}
xhprof_enable();
leaf(1);
$profile = xhprof_stop();
echo json_encode($profile->pairs()['main()==>leaf']), "\n";
var_dump(isset($profile->summary()['events']));
?>
--EXPECT--
hier 13 9 of 49, conserved
tree 13 9 of 49, conserved
timeline 13 9 of 49, conserved
{"ct":1,"wt":1}
bool(false)
