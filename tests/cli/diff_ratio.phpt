--TEST--
xhprof diff says no cost fell by more than all of it, calls new what is new, keeps gains and losses apart, and says once that runs are too few
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Run\SetFile;

/* A set of runs with the given times of a nap, in ms, and other functions: name => [calls, ms]. */
function nap_set(string $name, array $naps, array $others): string
{
	$set = new RunSet();
	foreach ($naps as $i => $nap) {
		$sum = $rows = [];
		foreach (['usleep' => [1, $nap]] + $others as $function => [$calls, $ms]) {
			$rows["main()==>$function"] = ['ct' => $calls, 'wt' => $sum[] = (int) (1000 * $ms) + $i];
		}
		$set->add(XHProf\Profile::fromPairs($rows + ['main()' => ['ct' => 1, 'wt' => 10 + array_sum($sum)]]));
	}
	SetFile::save($set, ['app.php'], $file = own_file($name));

	return $file;
}

/* A run of these functions alone. */
function one_run(string $name, array $functions): string
{
	$file = nap_set($name, [1], $functions);
	SetFile::load($file)->profile()->export('json', $file);

	return $file;
}

$text = fn (string ...$arguments): string => cli(['diff', ...$arguments, '--limit', '0'])['out'];
$rare = [40, 40, 200, 40, 200, 40, 200, 40];
$short = nap_set('short.json', array_fill(0, 8, 2), []);
$wall = json_decode(cli(['diff', nap_set('rare.json', $rare, []), $short, '--json'])['out'], true)['totals'][1];
echo $wall['interval'][0] / $wall['before'] < -1 ? 'the change has a bound beyond what was' : 'no such bound',
	'; as a part of it ', $wall['relative'][0] < -1 ? 'BELOW -100 %' : 'none', "\n",
	preg_match('/^wall.*$/m', $text(own_file('rare.json'), $short), $line) ? "$line[0]\n\n" : '';

echo $text(nap_set('wide.json', [100, 110, 90, 105, 330, 340, 350, 95], ['work' => [2, 9]]),
	nap_set('fresh.json', [320, 330, 340, 325, 335, 100, 480, 490], ['work' => [2, 9], 'fresh' => [20, 12]])), "\n";

echo $text(one_run('old.json', ['render' => [3, 70], 'legacy' => [9, 8]]),
	one_run('new.json', ['render' => [1, 10], 'fresh' => [20, 3.51]])), "\n";
echo substr_count($text(own_file('old.json'), own_file('new.json')), 'one run each cannot'), " time\n";
?>
--EXPECT--
the change has a bound beyond what was; as a part of it none
wall       40.0 ms   2.01 ms   -38.0 ms   -95.0 %  -99.0 % to -95.0 %

237 ms slower (±233 ms): 12.0 ms from `main()` > `fresh`, which is new (20
calls); 225 ms is noise.

medians of 8 and 8 runs
            before     after     change            95 % interval
calls            4        24        +20    +500 %  +500 % to +500 %
wall        117 ms    354 ms    +237 ms    +203 %  +1.3 % to +295 %

own change   before    after     calls  function
(2 more)

~ is within noise

64.5 ms faster: 60.0 ms from `main()` > `render`, 2 calls fewer, 8.00 ms from
`main()` > `legacy`, which is gone (9 calls); 3.51 ms more from `main()` >
`fresh`, which is new (20 calls); one run each cannot tell a change from noise.

            before     after     change
calls           14        23         +9   +64.3 %
wall       79.0 ms   14.5 ms   -64.5 ms   -81.6 %

own change   before    after     calls  function
(3 more)

to tell a change from noise: xhprof run --repeat 20

1 time
