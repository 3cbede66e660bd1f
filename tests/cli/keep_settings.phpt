--TEST--
A limit of what is kept means the same in php.ini and to the command, or both refuse it
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Cli\Problem;
use XHProf\Cli\Saved\Limits;

/* Each list to the number of files, bytes and days; null: it is refused. */
const LISTS = ['' => [0, 1000 << 20, 0], '2000, 14d' => [2000, 1000 << 20, 14],
	'14D 1g;5/URI' => [0, 1 << 30, 14],
	'0M' => [0, 0, 0], '1M|7,5k/run 5K' => [7, 5 << 10, 0], "\t1\r\n2" => [2, 1000 << 20, 0],
	'007,' => [7, 1000 << 20, 0], '64M/RUN' => [0, 1000 << 20, 0], '0/uri' => [0, 1000 << 20, 0],
	'1K 2M 3G' => [0, 3 << 30, 0], '5d 0d' => [0, 1000 << 20, 0],
	'9223372036854775807M 99999999999999999999 99999999999999999999d'
		=> [PHP_INT_MAX, PHP_INT_MAX >> 20 << 20, PHP_INT_MAX],
	'1.5G' => null, '14m2' => null, '14w' => null, '5M/uri' => null, '64/run' => null, '5/url' => null, 'd' => null,
	'-1' => null, '+1' => null, '1T' => null, '1KB' => null, '1Kd' => null, '1 d' => null, '1d/uri' => null,
	'1:2' => null, '/run' => null, '0x10' => null];

function command(string $list): ?array
{
	try {
		return array_values((array) Limits::of($list));
	} catch (Problem) {
		return null;
	}
}

foreach (LISTS as $list => $limits) {
	$said = child_php(own_file('child.php', ''), ["xhprof.keep=\"$list\""]);
	$is = [command($list), str_contains($said, 'xhprof.keep must be a list')];
	if ($is !== [$limits, $limits === null]) {
		echo json_encode($list), ': ', json_encode($is), ' ', $said, "\n";
	}
}
echo count(LISTS), " lists\n";
?>
--EXPECTF--
%d lists
