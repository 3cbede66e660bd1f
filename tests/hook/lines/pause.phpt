--TEST--
lines() leave out a pause: its time, and the lines that run in it
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/lines.inc';

function pauses(): int
{
	$sum = 1; # before
	xhprof_pause(); # pause
	xhprof_fake_clock_advance(1000000, 0); # within
	$sum += leaf(); # within, too
	xhprof_resume(); # resume
	$sum++; # after
	return $sum; # end
}

function leaf(): int
{
	static $calls = 0;
	return $calls++; # leaf
}

xhprof_enable(0, ['lines' => ['pauses', 'leaf']]);
pauses();
xhprof_pause();
leaf();
xhprof_resume();
leaf();
$run = xhprof_stop();
show_lines($run, __FILE__);
echo $run->pairs()['main()==>pauses']['wt'], " in pauses\n";

function stops(): ?XHProf\Profile
{
	$run = xhprof_stop(); # stops
	$sum = leaf(); # no run
	xhprof_enable(0, ['lines' => ['st*', 'leaf']]); # starts
	$sum += leaf(); # new run
	return $run;
}

xhprof_enable(0, ['lines' => ['stops', 'leaf']]);
$run = stops();
leaf();
show_lines($run, __FILE__);
show_lines(xhprof_stop(), __FILE__);
?>
--EXPECT--
pauses                        1   1  $sum = 1; # before
pauses                        1   2  xhprof_pause(); # pause
pauses                        0   1  xhprof_resume(); # resume
pauses                        1   1  $sum++; # after
pauses                        1   1  return $sum; # end
leaf                          1   1  static $calls = 0;
leaf                          1   1  return $calls++; # leaf
8 in pauses
stops                         1   2  $run = xhprof_stop(); # stops
leaf                          2   2  static $calls = 0;
leaf                          2   2  return $calls++; # leaf
