--TEST--
lines() counts the lines of catch and finally, and a call that an exception leaves ends with the line that threw
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/lines.inc';

function thrower(int $n): int
{
	static $calls = 0;
	if ($n > 0) { # if
		throw new Exception((string) $calls++); # throws
	}
	return $n; # returns
}

function left(int $n): int
{
	$value = thrower($n); # left
	return $value; # not left
}

function caught(int $n): int
{
	$sum = 0;
	try {
		$sum += left($n); # try
		$sum++; # after
	} catch (Exception $e) { # catch
		$sum += (int) $e->getMessage(); # caught
	} finally {
		$sum *= 2; # finally
	}
	return $sum; # end
}

function early(): int
{
	try {
		return thrower(0); # early
	} finally {
		thrower(0); # late
	}
}

function steady(): int
{
	foreach ([1, 2] as $n) {
		try {
			try {
				if ($n === 2) {
					return 5; # constant
				}
				continue; # continue
			} finally { # inner
				thrower(0); # first
			}
		} finally { # outer
			thrower(0); # second
		}
	}
}

function error(?Exception $none): int
{
	static $calls = 0;
	return $calls++ + $none->getLine(); # error
}

xhprof_enable(0, ['lines' => ['thrower', 'left', 'caught', 'early', 'steady', 'error']]);
caught(1);
caught(0);
early();
steady();
try {
	left(1);
} catch (Exception) {
}
try {
	error(null);
} catch (Error) {
}
$run = xhprof_stop();
show_lines($run, __FILE__);
echo $run->summary()['missed_line_calls'], " calls missed\n";
?>
--EXPECT--
thrower                       9   9  static $calls = 0;
thrower                       9   9  if ($n > 0) { # if
thrower                       2   6  throw new Exception((string) $calls++); # throws
thrower                       7   7  return $n; # returns
left                          3  25  $value = thrower($n); # left
left                          1   1  return $value; # not left
caught                        2   2  $sum = 0;
caught                        2  25  $sum += left($n); # try
caught                        1   1  $sum++; # after
caught                        1   1  } catch (Exception $e) { # catch
caught                        1   3  $sum += (int) $e->getMessage(); # caught
caught                        2   2  $sum *= 2; # finally
caught                        2   2  return $sum; # end
early                         1   7  return thrower(0); # early
early                         1   7  thrower(0); # late
steady                        2   2  foreach ([1, 2] as $n) {
steady                        2   2  if ($n === 2) {
steady                        2   2  return 5; # constant
steady                        1   1  continue; # continue
steady                        2  14  thrower(0); # first
steady                        2  14  thrower(0); # second
error                         1   1  static $calls = 0;
error                         1   1  return $calls++ + $none->getLine(); # error
0 calls missed
