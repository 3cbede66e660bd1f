--TEST--
lines() of a file has those of its functions, methods and closures, and of its own code wherever it is included
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/lines.inc';

function own(): int
{
	return 1; # not chosen
}

xhprof_enable(0, ['lines' => ['lines/include.part.inc', 'evaluated']]);
for ($i = 0; $i < 2; $i++) {
	$closure = require __DIR__ . '/include.part.inc';
	own();
}
$closure(3);
(new Part\Thing)->method();
eval('function evaluated(int $n): int { return $n
	+ 1; } evaluated(1);');
$run = xhprof_stop();
show_lines($run, __DIR__ . '/include.part.inc');
$of = array_column($run->lines(), 'file', 'function');
echo $run->summary()['missed_line_calls'], " calls missed\n";
?>
--EXPECT--
run_init::include.part.inc    2   2  $loaded = 1; # code of the file
run_init::include.part.inc    2   6  $loaded += strlen('b');
run_init::include.part.inc    2   6  if (!class_exists(Thing::class, false)) { # once
run_init::include.part.inc    1   1  class Thing
Part\Thing::method            1   1  $twice = fn(int $n): int => 2 * $n; # arrow
Part\Thing::{closure}         1   1  $twice = fn(int $n): int => 2 * $n; # arrow
Part\Thing::method            1   5  return $twice(2); # method
run_init::include.part.inc    1   1  function conditional(): int
Part\conditional              3   3  return 5; # conditional
run_init::include.part.inc    2  10  conditional();
run_init::include.part.inc    2   2  return static function (int $n): int { # closure
{closure}                     1   5  return $n + conditional(); # body
run_init::include.part.inc    2   2  };
evaluated                     1   1  include.php(16) : eval()'d code:2
0 calls missed
