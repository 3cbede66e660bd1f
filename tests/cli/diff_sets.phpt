--TEST--
xhprof diff of sets fails only where the interval lies beyond the threshold, finds 10 percent, and says where it cannot tell
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Run\SetFile;

/* Runs whose times vary by some percent, always the same ones for a seed; once in ten one takes half as long again. */
function canned_set(string $name, int $seed, int $runs, int $percent, int $noise = 4): string
{
	$set = new RunSet();
	for ($i = 0; $i < $runs; $i++) {
		$seed = $seed * 1103515245 + 12345 & 0x7FFFFFFF;
		$part = 1000 + ($seed >> 8) % (20 * $noise + 1) - 10 * $noise + (($seed >> 16) % 10 === 0 ? 500 : 0);
		$slow = intdiv(40 * $part * $percent, 100);
		$set->add(XHProf\Profile::fromPairs([
			"main()==>slow|`\xFF" => ['ct' => 7, 'wt' => $slow, 'cpu' => $slow],
			'main()==>same' => ['ct' => 2, 'wt' => 3000, 'cpu' => 3000],
			'main()' => ['ct' => 1, 'wt' => $slow + 60 * $part, 'cpu' => $slow + 50000],
		]));
	}
	SetFile::save($set, ['app.php'], $file = own_file($name));

	return $file;
}

$failed = $unclear = $found = 0;
for ($i = 1; $i <= 10; $i++) {
	$before = canned_set('before.set.json', 100 + $i, 20, 100);
	$data = json_decode(cli(['diff', $before, canned_set('after.set.json', 200 + $i, 20, 100), '--fail-if', 'wt>+3%',
		'--json'])['out'], true);
	$failed += $data['worse'] ? 1 : 0;
	$unclear += $data['unclear'] ? 1 : 0;
	$found += json_decode(cli(['diff', $before, canned_set('slow.set.json', 300 + $i, 20, 125), '--fail-if', 'wt>+3%',
		'--json'])['out'], true)['worse'] ? 1 : 0;
}
echo "of ten equal pairs $failed fail, of $unclear one cannot tell; 10 % more is found in $found of ten\n\n";

$before = canned_set('before.set.json', 1, 20, 100);
$slow = canned_set('slow.set.json', 2, 20, 125);
$few = canned_set('few.set.json', 3, 4, 125);
show_cli(['diff', $before, $slow, '--fail-if', 'wt>+3%', '--fail-if', 'wt>+10%', '--fail-if', 'wt>+20%', '--fail-if',
	'cpu<1s', '--fail-if', 'own_wt[same]>+1%']);
show_cli(['diff', $before, $slow, '--fail-if', 'wt>+10%']);
show_cli(['diff', $before, $slow, '--fail-if', 'wt>+10%', '--strict']);
show_cli(['diff', $before, $few, '--fail-if', 'wt>+5%', '--limit', '1']);
$file = own_file('thresholds', "# of the team\nwt>+3%   # the whole\n\n ct>+0%\nwt>+10%\n");
show_cli(['diff', $before, $slow, '--fail-file', $file, '--markdown']);
show_cli(['diff', $before, $before, '--markdown']);
show_cli(['top', $before]);
show_cli(['diff', $before, $slow, '--fail-file', own_file('bad', "wt>+3%\nnonsense\n")]);
show_cli(['diff', $before, $slow, '--fail-file', own_file('none', "# nothing\n")]);
show_cli(['diff', $before, $slow, '--fail-file', 'no-such-file']);

$text = file_get_contents($before);
foreach (['cut' => substr($text, 0, -9), 'of the future' => str_replace('"version":1,"gen', '"version":2,"gen', $text),
	'no runs' => str_replace('"count":20', '"count":0', $text),
	'a text for a number' => preg_replace('/"wall_ns":\[\d+/', '"wall_ns":["1"', $text, 1),
	'one too few' => preg_replace('/"wall_ns":\[\d+,/', '"wall_ns":[', $text, 1),
	'its sum' => str_replace('"merged":{"format"', '"merged":{"farmot"', $text),
	'no set' => '{"schema":"xhprof-set"'] as $what => $damaged) {
	$result = cli(['diff', own_file('damaged', $damaged), $slow]);
	echo "$what: $result[status] ", strtok(str_replace(__DIR__ . '/', '', $result['err']), "\n"), "\n";
}
?>
--EXPECT--
of ten equal pairs 0 fail, of 6 one cannot tell; 10 % more is found in 10 of ten

$ xhprof diff diff_sets.before.set.json diff_sets.slow.set.json --fail-if wt>+3% --fail-if wt>+10% --fail-if wt>+20% --fail-if cpu<1s --fail-if own_wt[same]>+1%
8.95 ms slower (±3.31 ms): 9.58 ms from `slow|`ÿ`; 630 us less is noise.

medians of 20 and 20 runs
            before     after     change            95 % interval
calls           10        10          0
wall        101 ms    110 ms   +8.95 ms    +8.9 %  +5.5 % to +13.3 %
CPU        90.4 ms    100 ms   +9.58 ms   +10.6 %  +9.0 % to +12.8 %

own change   before    after     calls  function
  +9.58 ms  40.4 ms  50.0 ms            slow|`ÿ
  ~-630 us  57.6 ms  57.0 ms            main()

FAILED  wt>+3%: 101 ms -> 110 ms  +8.9 %, +5.5 % to +13.3 %
cannot tell  wt>+10%: 101 ms -> 110 ms  +8.9 %, +5.5 % to +13.3 %
ok      wt>+20%: 101 ms -> 110 ms  +8.9 %, +5.5 % to +13.3 %
FAILED  cpu<1s: 90.4 ms -> 100 ms  +10.6 %, +9.0 % to +12.8 %
ok      own_wt[same]>+1%: 3.00 ms -> 3.00 ms

~ is within noise
status 1

$ xhprof diff diff_sets.before.set.json diff_sets.slow.set.json --fail-if wt>+10%
8.95 ms slower (±3.31 ms): 9.58 ms from `slow|`ÿ`; 630 us less is noise.

medians of 20 and 20 runs
            before     after     change            95 % interval
calls           10        10          0
wall        101 ms    110 ms   +8.95 ms    +8.9 %  +5.5 % to +13.3 %
CPU        90.4 ms    100 ms   +9.58 ms   +10.6 %  +9.0 % to +12.8 %

own change   before    after     calls  function
  +9.58 ms  40.4 ms  50.0 ms            slow|`ÿ
  ~-630 us  57.6 ms  57.0 ms            main()

cannot tell  wt>+10%: 101 ms -> 110 ms  +8.9 %, +5.5 % to +13.3 %

~ is within noise

$ xhprof diff diff_sets.before.set.json diff_sets.slow.set.json --fail-if wt>+10% --strict
8.95 ms slower (±3.31 ms): 9.58 ms from `slow|`ÿ`; 630 us less is noise.

medians of 20 and 20 runs
            before     after     change            95 % interval
calls           10        10          0
wall        101 ms    110 ms   +8.95 ms    +8.9 %  +5.5 % to +13.3 %
CPU        90.4 ms    100 ms   +9.58 ms   +10.6 %  +9.0 % to +12.8 %

own change   before    after     calls  function
  +9.58 ms  40.4 ms  50.0 ms            slow|`ÿ
  ~-630 us  57.6 ms  57.0 ms            main()

cannot tell  wt>+10%: 101 ms -> 110 ms  +8.9 %, +5.5 % to +13.3 %

~ is within noise
status 3

$ xhprof diff diff_sets.before.set.json diff_sets.few.set.json --fail-if wt>+5% --limit 1
20 and 4 runs cannot tell a change from noise. 10.3 ms slower at the same calls,
the greatest in `slow|`ÿ` (+10.2 ms).

medians of 20 and 4 runs
            before     after     change
calls           10        10          0
wall        101 ms    111 ms   +10.3 ms   +10.2 %
CPU        90.4 ms    101 ms   +10.2 ms   +11.3 %

own change   before    after     calls  function
  +10.2 ms  40.4 ms  50.6 ms            slow|`ÿ
(1 more)

FAILED  wt>+5%: 101 ms -> 111 ms  +10.2 %

to tell a change from noise takes 5 of each
status 1

$ xhprof diff diff_sets.before.set.json diff_sets.slow.set.json --fail-file diff_sets.thresholds --markdown
### xhprof: 1 threshold exceeded, 8.95 ms slower (±3.31 ms), medians of 20 and 20 runs

8.95 ms slower (±3.31 ms): 9.58 ms from <code>slow&#124;&#96;ÿ</code>; 630 us less is noise.

| | before | after | change | 95 % interval |
|---|--:|--:|--:|--:|
| calls | 10 | 10 | 0 |  |
| wall | 101 ms | 110 ms | +8.95 ms +8.9 % | +5.5 % to +13.3 % |
| CPU | 90.4 ms | 100 ms | +9.58 ms +10.6 % | +9.0 % to +12.8 % |

* ❌ failed: <code>wt&gt;+3%</code>, 101 ms → 110 ms +8.9 %, +5.5 % to +13.3 %
* ✅ ok: <code>ct&gt;+0%</code>, 10 → 10
* ❔ cannot tell: <code>wt&gt;+10%</code>, 101 ms → 110 ms +8.9 %, +5.5 % to +13.3 %

<details><summary>Functions</summary>

| own change | before | after | calls | function |
|--:|--:|--:|--:|---|
| +9.58 ms | 40.4 ms | 50.0 ms |  | <code>slow&#124;&#96;ÿ</code> |
| ≈ -630 us | 57.6 ms | 57.0 ms |  | <code>main()</code> |

</details>

<sub>≈ is within noise</sub>
status 1

$ xhprof diff diff_sets.before.set.json diff_sets.before.set.json --markdown
### xhprof: no change (±3.30 ms), within noise, medians of 20 and 20 runs

No change beyond noise.

| | before | after | change | 95 % interval |
|---|--:|--:|--:|--:|
| calls | 10 | 10 | 0 |  |
| wall | 101 ms | 101 ms | 0 ns | -3.2 % to +3.2 % |
| CPU | 90.4 ms | 90.4 ms | 0 ns | -1.4 % to +1.4 % |

No function differs.

<sub>≈ is within noise</sub>

$ xhprof top diff_sets.before.set.json
diff_sets.before.set.json  wall 2.11 s  CPU 1.84 s
20 runs  200 calls  3 functions  3 pairs

 own%      own  incl%     incl   calls  function
 57.2   1.20 s    100   2.11 s      20  main()
 40.0   842 ms   40.0   842 ms     140  slow|`ÿ
  2.8  60.0 ms    2.8  60.0 ms      40  same

$ xhprof diff diff_sets.before.set.json diff_sets.slow.set.json --fail-file diff_sets.bad
xhprof: diff_sets.bad, line 2: "nonsense" is not a threshold
        write it like 'wt>+10%', 'mu>+2MiB', 'own_wt[Foo::bar]>+5ms', 'ct>100000'; for run --vary 'growth[Foo::bar]>1.2'
status 2

$ xhprof diff diff_sets.before.set.json diff_sets.slow.set.json --fail-file diff_sets.none
xhprof: diff_sets.none: there is no threshold in it
        write them like 'wt>+10%', one a line
status 2

$ xhprof diff diff_sets.before.set.json diff_sets.slow.set.json --fail-file no-such-file
xhprof: no-such-file: no such file
        a file of thresholds has one a line
status 2

cut: 2 xhprof: diff_sets.damaged cannot be read as a set of runs: it is damaged or incomplete
of the future: 2 xhprof: diff_sets.damaged cannot be read as a set of runs: it is a set of version 2, which this xhprof does not know
no runs: 2 xhprof: diff_sets.damaged cannot be read as a set of runs: "calls" does not have a number for each run
a text for a number: 2 xhprof: diff_sets.damaged cannot be read as a set of runs: "wall_ns" does not have a number for each run
one too few: 2 xhprof: diff_sets.damaged cannot be read as a set of runs: "wall_ns" does not have a number for each run
its sum: 2 xhprof: diff_sets.damaged cannot be read as a set of runs: the sum of its runs is damaged
no set: 2 xhprof: diff_sets.damaged cannot be read as a set of runs: it is damaged or incomplete
