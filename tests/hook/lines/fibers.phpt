--TEST--
lines() of functions that run in fibers leave out the time in which their fiber is suspended
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/lines.inc';

function suspends(int $n): int
{
	$sum = 0; # first
	for ($i = 0; $i < $n; $i++) { # for
		$sum += Fiber::suspend($i); # suspends
	}
	return $sum; # ends
}

function inner(): int
{
	return suspends(1); # inner
}

function drives(): int
{
	$one = new Fiber('suspends');
	$two = new Fiber('inner');
	$one->start(2); # start one
	$two->start(); # start two
	xhprof_fake_clock_advance(1000000, 0);
	$one->resume(10); # resume one
	$two->resume(20); # resume two
	$one->resume(30); # end one
	return $one->getReturn() + $two->getReturn();
}

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['lines' => ['suspends', 'inner', 'drives']]);
$sum = drives();
$never = new Fiber('suspends');
$never->start(1);
xhprof_fake_clock_advance(1000000, 0);
unset($never);
$run = xhprof_stop();
show_lines($run, __FILE__);
echo $sum, "\n", $run->pairs()['main()==>drives']['wt'], " in drives\n";
?>
--EXPECT--
suspends                      3   3  $sum = 0; # first
suspends                      6   6  for ($i = 0; $i < $n; $i++) { # for
suspends                      4   8  $sum += Fiber::suspend($i); # suspends
suspends                      2   2  return $sum; # ends
inner                         1  10  return suspends(1); # inner
drives                        1   1  $one = new Fiber('suspends');
drives                        1   1  $two = new Fiber('inner');
drives                        1   7  $one->start(2); # start one
drives                        1   9  $two->start(); # start two
drives                        1 1001  xhprof_fake_clock_advance(1000000, 0);
drives                        1   5  $one->resume(10); # resume one
drives                        1   9  $two->resume(20); # resume two
drives                        1   7  $one->resume(30); # end one
drives                        1   1  return $one->getReturn() + $two->getReturn();
60
1043 in drives
