--TEST--
In narrow terminals tables drop columns, and names can be read: top, list, show and queries; list knows the times of files of xhprof_lib
--SKIPIF--
<?php
require __DIR__ . '/cli.inc';
if (!XHProf\Profile::formats()['json.gz']['is_available']) die('skip built without zlib');
?>
--FILE--
<?php
require __DIR__ . '/saved.inc';

date_default_timezone_set('UTC');
$folder = fresh_folder(__FILE__);
$row = fn (int $ct, int $wt, int $mu = 0): array => ['ct' => $ct, 'wt' => $wt, 'cpu' => $wt, 'mu' => $mu, 'pmu' => $mu];
$pairs = ['main()' => $row(1, 90000, 1 << 20),
	'main()==>Shop\Checkout\PaymentGateway::authorize' => $row(3, 70000, 5000),
	'Shop\Checkout\PaymentGateway::authorize==>PDO::query#SELECT name, price FROM articles WHERE id = ?' =>
		$row(400, 50000)];
file_put_contents("$folder/4b3f.shop.xhprof", serialize($pairs));
touch("$folder/4b3f.shop.xhprof", 1_795_300_000);
save_request($folder, '00000000000000a1', '/checkout/payment/authorize?step=2', 120);
XHProf\Profile::fromPairs($pairs)->export('json', $file = own_file('json'));
$stacks = array_map(fn (string $name): array => ['frames' => ['main()', $name],
	'samples' => 500, 'wall_ns' => 5_000_000_000, 'cpu_ns' => 0],
	['Shop\Checkout\PaymentGateway::authorize', 'Shop\Catalogue\ArticleRepository::byCategory']);
XHProf\Profile::fromStacks($stacks, null, 1000.0)->export('json', $samples = own_file('samples.json'));

foreach ([60, 40] as $columns) {
	putenv("COLUMNS=$columns");
	foreach ([['top', $file], ['top', $samples], ['top', $file, '--by', 'memory'],
		['show', $file, '--function', 'main()'], ['queries', $file], ['list', $folder]] as $words) {
		$result = cli($words);
		$table = preg_replace('/^\d\d-\d\d \d\d:\d\d:\d\d /m', 'TIME           ',
			array_slice(preg_split('/\n(?=\n|[ ]*(?:own%|run%|wall|saved))/', $result['out']), 1));
		echo "--- $words[0], $columns columns\n", preg_replace('/^\n+/', '',
			implode("\n", array_filter($table, fn (string $part): bool => trim($part) !== ''))), $result['err'];
		$longest = max(array_map(fn (string $line): int => preg_match_all('~.~u', $line),
			explode("\n", implode("\n", $table))));
		echo $longest > $columns ? "A LINE OF $longest\n" : '';
	}
}
putenv('COLUMNS');
echo implode(' ', array_map(fn (array $run): string => "$run[run]: $run[wall_ns] $run[cpu_ns] $run[peak_bytes],",
	json_decode(cli(['list', $folder, '--sort', 'wall', '--json'])['out'], true)['runs'])), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/saved.inc';
remove(__DIR__ . '/narrow.tmp');
?>
--EXPECT--
--- top, 60 columns
 own%      own  incl%     incl  function
 55.6  50.0 ms   55.6  50.0 ms  PDO::quer…icles WHERE id = ?
 22.2  20.0 ms    100  90.0 ms  main()
 22.2  20.0 ms   77.8  70.0 ms  Shop\Chec…Gateway::authorize
--- top, 60 columns
 own%  ± pts      own  incl%  function
 50.0   ±3.2   5.00 s   50.0  Shop\Check…tGateway::authorize
 50.0   ±3.2   5.00 s   50.0  Shop\Catal…ository::byCategory
  0.0   ±0.4     0 ns    100  main()
--- top, 60 columns
 own%       own  incl%  function    by memory
 99.5  1.00 MiB    100  main()
  0.5  4.88 KiB    0.5  Shop\Checkou…ymentGateway::authorize
  0.0       0 B    0.0  PDO::query#S…M articles WHERE id = ?
--- show, 60 columns
            incl  of run       own  of run
wall     90.0 ms   100 %   20.0 ms  22.2 %
CPU      90.0 ms           20.0 ms
memory  1.00 MiB          1.00 MiB
peak    1.00 MiB          1.00 MiB

     %     incl    calls  callers
                          (none)

     %     incl    calls  callees
  77.8  70.0 ms        3  Shop\Checko…mentGateway::authorize
  22.2  20.0 ms           (own)
--- queries, 60 columns
   run%    total  from
   55.6  50.0 ms  400 times from Shop\Chec…ateway::authorize
         SELECT name, price FROM articles WHERE id = ?

this run has no call paths, so callers are the nearest ones:
record paths with xhprof run --mode tree
--- list, 60 columns
     wall  run               request
   120 ms  00000000000000a1  GET /check…ent/authorize?step=2
  90.0 ms  4b3f.shop.xhprof
--- top, 40 columns
 own%  function
 55.6  PDO::query#…articles WHERE id = ?
 22.2  main()
 22.2  Shop\Checko…entGateway::authorize
--- top, 40 columns
 own%  ± pts  function
 50.0   ±3.2  Shop\Chec…teway::authorize
 50.0   ±3.2  Shop\Cata…tory::byCategory
  0.0   ±0.4  main()
--- top, 40 columns
 own%  function    by memory
 99.5  main()
  0.5  Shop\Checko…entGateway::authorize
  0.0  PDO::query#…articles WHERE id = ?
--- show, 40 columns
            incl  of run       own
wall     90.0 ms   100 %   20.0 ms
CPU      90.0 ms           20.0 ms
memory  1.00 MiB          1.00 MiB
peak    1.00 MiB          1.00 MiB

     %     incl    calls  callers
                          (none)

     %  callees
  77.8  Shop\Checko…ntGateway::authorize
  22.2  (own)
--- queries, 40 columns
   run%  from
   55.6  400 times from Shop\…:authorize
         SELECT name, price FROM
         articles WHERE id = ?

this run has no call paths, so callers
are the nearest ones: record paths with
xhprof run --mode tree
--- list, 40 columns
     wall  request
   120 ms  GET /check…t/authorize?step=2
  90.0 ms  4b3f.shop.xhprof
00000000000000a1: 120000000 60000000 122880, 4b3f.shop.xhprof: 90000000 90000000 1048576,
