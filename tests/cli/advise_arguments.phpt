--TEST--
xhprof advise finds calls that had the same arguments before, recursive ones too
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
?>
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/cli.inc';

/* Prints the findings of a program. */
function advise(string $program, string ...$options): void
{
	$file = own_file('inc', "<?php\n$program\n");
	$run = cli(['run', '--quiet', '--out', $saved = own_file('json'), ...$options, '--', $file]);
	echo $run['status'] === 0 ? '' : $run['err'];
	$advice = json_decode(cli(['advise', $saved, '--json'])['out'], true);
	foreach ($advice['findings'] as $finding) {
		echo "$finding[id], $finding[calls] calls: ", implode(' > ', array_column($finding['where'], 'function')),
			', ', basename((string) $finding['file']), ":$finding[line]\n  ",
			preg_replace('/[\d.]+ us each/', 'N us each', implode("\n  ", $finding['evidence'])), "\n  ",
			$finding['try']['change'], "\n";
	}
	echo $advice['findings'] === []
		? 'no finding; ' . ($advice['not_asked']['repeated-call'] ?? 'repeated-call was asked') . "\n" : '';
}

$pricing = 'class Price { public function of(int $id): int { xhprof_fake_clock_advance(500000, 500000); return $id; } }
$price = new Price; for ($i = 0; $i < 100; $i++) { $price->of($i % 7); }';
advise($pricing);
advise($pricing, '--arguments', 'Price::of()');
advise($pricing, '--arguments', 'Price::other');
$unseen = cli(['run', '--out', own_file('json'), '--arguments', 'of, Price::*, round', '--', own_file('inc')]);
echo strtok($unseen['err'], "\n"), "\n";
advise('function fib(int $n): int { xhprof_fake_clock_advance(200000, 200000); return $n < 2 ? $n : '
	. 'fib($n - 1) + fib($n - 2); } fib(12);', '--arguments', 'none, fib');
advise('function one(int $n): void { xhprof_fake_clock_advance(1000000, 1000000); } for ($i = 0; $i < 30; '
	. '$i++) { one($i); }', '--arguments', 'one');
echo cli(['run', '--no-texts', '--arguments', 'one', '--', __FILE__])['err'],
	cli(['run', '--mode', 'sample', '--arguments', 'one', '--', __FILE__])['err'];
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/advise_arguments.{inc,json}', GLOB_BRACE));
?>
--EXPECT--
no finding; arguments to compare: record them with xhprof run --arguments FUNCTION
repeated-call, 93 calls: main() > Price::of, advise_arguments.inc:2
  100 calls with 7 different arguments; the most frequent 15 times
  if the result depends on the arguments only, cache it: static $known = []; return $known[$key] ??= ...
no finding; arguments to compare: record them with xhprof run --arguments FUNCTION
xhprof: no call of of, round: name a function as Price::of
repeated-call, 452 calls: main() > fib, advise_arguments.inc:2
  465 calls with 13 different arguments; the most frequent 144 times
  if the result depends on the arguments only, cache it: static $known = []; return $known[$key] ??= ...
no finding; repeated-call was asked
xhprof: --no-texts and --arguments exclude each other
        leave one of them out
xhprof: --arguments cannot be combined with --mode sample
        samples record no calls to count or measure
