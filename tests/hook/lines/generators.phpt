--TEST--
lines() of a generator counts each part that runs: the line that yields ends there, and what follows it comes anew
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/lines.inc';

function leaf(int $n): int
{
	static $calls = 0;
	return $n + $calls++;
}

function numbers(int $n)
{
	$own = leaf(1); # first
	for ($i = 0; $i < $n; $i++) { # for
		yield leaf($i); # yield
	}
	$sent = (int) (yield $own); # sent
	leaf($sent);
	return $own; # value
}

function delegates()
{
	$value = 1 + yield from numbers(1); # from
	leaf($value); # behind
}

function left()
{
	try {
		yield 1; # left here
		leaf(1);
	} finally {
		leaf(2); # destroyed
	}
}

xhprof_enable(0, ['lines' => ['numbers', 'delegates', 'left']]);
$numbers = numbers(2);
foreach ($numbers as $i => $number) {
	if ($i === 2) {
		break;
	}
}
$numbers->send(5);
$all = [];
foreach (delegates() as $number) {
	$all[] = $number;
}
$left = left();
$left->current();
unset($left);
$run = xhprof_stop();
show_lines($run, __FILE__);
echo $numbers->getReturn(), ' ', count($all), "\n";
echo $run->summary()['missed_line_calls'], " calls missed\n";
?>
--EXPECT--
numbers                       2   6  $own = leaf(1); # first
numbers                       5   5  for ($i = 0; $i < $n; $i++) { # for
numbers                       3   9  yield leaf($i); # yield
numbers                       2   4  $sent = (int) (yield $own); # sent
numbers                       2   6  leaf($sent);
numbers                       2   2  return $own; # value
delegates                     1   2  $value = 1 + yield from numbers(1); # from
delegates                     1   3  leaf($value); # behind
left                          1   1  yield 1; # left here
left                          1   3  leaf(2); # destroyed
1 2
0 calls missed
