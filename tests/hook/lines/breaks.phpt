--TEST--
A "break" or "continue" on a line of its own counts when it runs, also in a "switch" with more cases below
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (function_exists('opcache_get_status')
	&& @opcache_get_status(false) !== false) die('skip the optimizer removes jumps');
?>
--FILE--
<?php
require __DIR__ . '/lines.inc';

function chosen(int|string $n): int
{
	$sum = 0;
	for ($i = 0; $i < 2; $i++) {
		switch ($n) {
			case 1:
				$sum++;
				break; # one
			case 2:
				if ($i === 0) {
					continue 2; # again
				}
				while (true) {
					if ($sum++ > 1) {
						break; # inner
					}
				}
				break; # two
			case 3:
			case 4:
				break; # empty
			default:
				$sum--;
				break; # last
		}
		switch ($n . 'x') {
			case '1x':
				$sum++;
				break; # text
			case '4x':
				$sum--;
				break; # another text
		}
		match (true) {
			$n === 1 => $sum++,
			default => $sum--,
		};
		switch (true) {
			case $n === 1:
				$sum++;
				break; # true
			case $n > 2:
				continue 2; # greater
			case $n > 5:
				break; # never
		}
		$sum += 2;
	}
	return $sum;
}

xhprof_enable(0, ['lines' => ['chosen']]);
array_map(chosen(...), [1, 2, 2, 3, 4, 5]);
show_lines(xhprof_stop(), __FILE__);
?>
--EXPECT--
chosen                        6   6  $sum = 0;
chosen                       18  18  for ($i = 0; $i < 2; $i++) {
chosen                       12  12  switch ($n) {
chosen                        2   2  $sum++;
chosen                        2   2  break; # one
chosen                        4   4  if ($i === 0) {
chosen                        2   2  continue 2; # again
chosen                        6   6  while (true) {
chosen                        6   6  if ($sum++ > 1) {
chosen                        2   2  break; # inner
chosen                        2   2  break; # two
chosen                        4   4  break; # empty
chosen                        2   2  $sum--;
chosen                        2   2  break; # last
chosen                       10  10  switch ($n . 'x') {
chosen                        2   2  $sum++;
chosen                        2   2  break; # text
chosen                        2   2  $sum--;
chosen                        2   2  break; # another text
chosen                       10  10  $n === 1 => $sum++,
chosen                        8   8  default => $sum--,
chosen                        2   2  $sum++;
chosen                        2   2  break; # true
chosen                        8   8  case $n > 2:
chosen                        6   6  continue 2; # greater
chosen                        2   2  case $n > 5:
chosen                        4   4  $sum += 2;
chosen                        6   6  return $sum;
