--TEST--
lines() counts how often execution comes to each line of the chosen functions, and times it with its callees
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

function chosen(int $n): int
{
	$sum = 0; # first
	for ($i = 0; $i < $n; $i++) { # for
		$sum += leaf($i);
	}
	foreach ([1, 2, 3] as $x) { # foreach
		if ($x === 1) {
			$sum--;
		}
		$sum += $x;
	}
	while ($n > 0) $n--;
	$most = leaf(leaf(1)); # twice
	do {
		$n++;
	} while ($n < 3); # do
	$sum += $most;
	if ($sum < 0)
		return 0;
	return $sum;
}

function other(int $n): int
{
	return leaf($n) + 1;
}

chosen(1);
xhprof_enable(0, ['lines' => ['chosen']]);
chosen(2);
other(1);
$run = xhprof_stop();
show_lines($run, __FILE__);
$summary = $run->summary();
echo $summary['lines'], ' lines, ', $summary['missed_line_calls'], " calls missed\n";
echo $run->pairs()['main()==>chosen']['wt'], " in all\n";
?>
--EXPECT--
chosen                        1   1  $sum = 0; # first
chosen                        3   3  for ($i = 0; $i < $n; $i++) { # for
chosen                        2   6  $sum += leaf($i);
chosen                        4   4  foreach ([1, 2, 3] as $x) { # foreach
chosen                        3   3  if ($x === 1) {
chosen                        1   1  $sum--;
chosen                        3   3  $sum += $x;
chosen                        3   3  while ($n > 0) $n--;
chosen                        1   5  $most = leaf(leaf(1)); # twice
chosen                        3   3  $n++;
chosen                        3   3  } while ($n < 3); # do
chosen                        1   1  $sum += $most;
chosen                        1   1  if ($sum < 0)
chosen                        1   1  return $sum;
14 lines, 0 calls missed
40 in all
