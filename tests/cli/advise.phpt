--TEST--
xhprof advise finds planted defects at their places, each with cost and proof, says that a sound program is clean, and what it could not look for
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (extension_loaded('pdo')) die('skip has a PDO of its own');
?>
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/advise.inc';

$db = new PDO;
$programs = [
	'n+1' => fn () => (new Orders($db))->all(),
	'duplicates' => function () use ($db) { for ($i = 0; $i < 12; $i++) settings($db); },
	'exceptions' => words(...),
	'sound' => fn () => sound($db),
];
$row = fn (int $ct, int $wt, ?int $cpu = null): array => ['ct' => $ct, 'wt' => $wt, 'cpu' => $cpu ?? $wt];
$loader = 'Composer\Autoload\ClassLoader';
$made_up = [
	'quadratic' => ['main()==>unique' => $row(1, 39000), 'unique==>in_array' => $row(6000, 36000)],
	'files' => ['main()==>Theme::find' => $row(1, 9000), 'Theme::find==>file_exists' => $row(800, 6000)],
	'serialize' => ['main()==>Cache::get' => $row(50, 31000), 'Cache::get==>unserialize' => $row(50, 30000)],
	'autoload' => ["main()==>$loader::findFile" => $row(100, 9000),
		"$loader::findFile==>$loader::findFileWithExtension" => $row(100, 8000),
		"$loader::findFileWithExtension==>file_exists" => $row(400, 6000)],
	'session' => ['main()==>session_start' => $row(1, 90000, 300)],
	'fast' => ['main()==>unique' => $row(1, 39000), 'unique==>in_array' => $row(6000, 600)],
];
foreach ($programs + $made_up as $name => $program) {
	if (is_array($program)) {
		XHProf\Profile::fromPairs($program + ['main()' => $row(1, 100000)])
			->export('json', $file = own_file("$name.json"));
	} else {
		xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY, ['texts' => true]);
		$program();
		xhprof_stop()->export('json', $file = own_file("$name.json"));
	}
	$advice = json_decode(cli(['advise', $file, '--json'])['out'], true);
	echo "$name: ", count($advice['findings']), ' of ', count($advice['asked']), " rules\n";
	foreach ($advice['findings'] as $finding) {
		echo "  $finding[id], $finding[calls] calls, ", round(100 * $finding['share']), ' %: ',
			implode(' > ', array_column(array_slice($finding['where'], -2), 'function')),
			', ', basename((string) $finding['file']), ":$finding[line]\n    ", implode("\n    ", $finding['evidence']),
			"\n    ", $finding['try']['change'], "\n";
	}
	$files[$name] = $file;
}
unset($advice['findings']);
echo json_encode($advice['not_asked'], JSON_PRETTY_PRINT), "\n";

// Of several runs one finding, and without call paths what pairs show.
$several = json_decode(cli(['advise', $files['n+1'], $files['sound'], $files['n+1'], '--json'])['out'], true);
echo $several['findings'][0]['id'], ' in ', $several['findings'][0]['runs'], " of $several[runs] runs\n";
xhprof_enable(0, ['texts' => true]);
$programs['n+1']();
xhprof_stop()->export('json', $pairs = own_file('pairs.json'));
echo implode(', ', array_column(json_decode(cli(['advise', $pairs, '--json'])['out'], true)['findings'], 'id')), "\n";
echo preg_replace('/wall .*/', 'wall', cli(['advise', $files['sound']])['out']);
echo substr_count(cli(['advise', $files['n+1'], '--markdown'])['out'], "\n   * Try: "), " in Markdown\n",
	cli(['advise'])['err'];
?>
--EXPECT--
n+1: 1 of 12 rules
  n-plus-one, 60 calls, 98 %: Orders::customer > PDO::query, advise.inc:12
    Orders::all calls Orders::customer 60 times
    each time: SELECT name FROM customers WHERE id = ?
    before it, once: SELECT id FROM orders
    fetch the rows of all ids with one query, WHERE ... IN (...) or a JOIN; with an ORM, load the relation eagerly
duplicates: 1 of 12 rules
  duplicate-query, 12 calls, 92 %: settings > PDO::query, advise.php:8
    the query has no parameters: SELECT name, value FROM settings
    from one place
    keep the rows in a variable or a property after the first query
exceptions: 0 of 12 rules
sound: 0 of 12 rules
quadratic: 1 of 8 rules
  quadratic, 6000 calls, 36 %: unique > in_array, :
    6,000 calls, 6.00 us each: each call of in_array reads its whole argument
    store the values as array keys, and test with isset()
files: 1 of 8 rules
  stat-storm, 800 calls, 6 %: Theme::find > file_exists, :
    file_exists 800 times
    keep the results in an array, read a folder once with scandir(), or skip the checks in a release, whose files do not change
serialize: 1 of 8 rules
  serialize, 50 calls, 30 %: Cache::get > unserialize, :
    50 calls, 600 us each
    keep the value in memory, store separately the parts that are read alone, or write a PHP file, which opcache caches
autoload: 1 of 8 rules
  autoload, 100 calls, 8 %: Composer\Autoload\ClassLoader::findFile > Composer\Autoload\ClassLoader::findFileWithExtension, :
    100 of 100 classes were in no class map
    400 lookups of files on the disk
    run composer dump-autoload --classmap-authoritative, or --optimize if classes are generated at run time
session: 1 of 8 rules
  session-lock, 1 calls, 90 %: main() > session_start, :
    90.0 ms in session_start, of which 300 us on the CPU: another request of this visitor holds the lock
    call session_write_close() after the last write, or session_start(['read_and_close' => true]) in requests that only read
fast: 0 of 8 rules
{
    "n-plus-one": "call paths, but this run has pairs of caller and callee: record it with --mode tree",
    "query-in-loop": "call paths, but this run has pairs of caller and callee: record it with --mode tree",
    "cold-opcache": "a description of PHP: xhprof.meta=off omits it, and arrays do not have it",
    "opcache-full": "a web request: a command compiles its files at each start",
    "opcache-restarting": "a web request: a command compiles its files at each start",
    "gc": "the number of garbage collections: arrays and files of older versions do not have it",
    "regex-compile": "the number of compiled patterns: xhprof.meta=off omits it, and older versions did not record it",
    "repeated-call": "arguments to compare: record them with xhprof run --arguments FUNCTION",
    "xdebug-loaded": "a description of PHP: xhprof.meta=off omits it, and arrays do not have it",
    "peak": "memory: record it with --flags cpu,memory"
}
n-plus-one in 2 of 3 runs

no findings: 12 rules checked advise.sound.json, wall

not checked:
  cold-opcache needs a description of PHP: xhprof.meta=off omits it, and arrays do not have it
  opcache-full needs a web request: a command compiles its files at each start
  opcache-restarting needs a web request: a command compiles its files at each start
  regex-compile needs the number of compiled patterns: xhprof.meta=off omits it, and older versions did not record it
  repeated-call needs arguments to compare: record them with xhprof run --arguments FUNCTION
  xdebug-loaded needs a description of PHP: xhprof.meta=off omits it, and arrays do not have it
1 in Markdown
xhprof: no run given
        xhprof advise RUN
