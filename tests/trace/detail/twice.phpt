--TEST--
A run reported twice, first at the memory limit, gives the calls told apart by text the same names both times
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP');
if (PHP_OS_FAMILY === 'Windows') die('skip no files are saved there');
?>
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/../../request/trigger/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
ini_set('display_errors', '0');
ini_set('memory_limit', '16M');
function mysql_query($query) { return $query; }
foreach (range(1, 20) as $i) eval("function later$i(\$x) { return \$x; }");
register_shutdown_function('at_end');
function at_end() {
	ini_set('memory_limit', '256M');
	/* Of these the first profile knew nothing. */
	foreach (range(1, 20) as $i) "later$i"($i);
	$run = $GLOBALS['argv'][1] === 'auto' ? null : xhprof_stop()->pairs();
	foreach ($run ?? [] as $name => $row) echo "$name  ct=$row[ct]\n";
}
if ($argv[1] !== 'auto') xhprof_enable(...json_decode($argv[1]));
foreach (range(1, 3) as $i) mysql_query("select $i");
str_repeat('x', 100 << 20);
PHP);

/* The rows of it that differ from file to file. */
function queries(array $pairs): array
{
	return array_intersect_key(counts($pairs), array_flip(preg_grep('/mysql_query|later/', array_keys($pairs))));
}

foreach (['[0]' => [], '[16]' => [], '[32]' => [], 'auto' => ['xhprof.auto=always']] as $flags => $more) {
	echo "== $flags\n";
	$said = child_php("$folder/program.inc",
		array_merge(['xhprof.hook=' . xhprof_info()['hook'], 'xhprof.collect_additional_info=1',
			'xhprof.on_memory_limit=profile', "xhprof.output_dir=$folder/runs", 'xhprof.save_timeout_ms=0'], $more),
		arguments: [$flags]);
	foreach (array_map(XHProf\Profile::load(...), glob("$folder/runs/*")) as $run) {
		$rows = queries($run->pairs());
		ksort($rows);
		echo json_encode($rows), "\n";
	}
	foreach (preg_grep('/mysql_query|ended/', explode("\n", $said)) as $line) {
		echo "$line\n";
	}
	echo preg_match_all('/later\d+  ct=1$/m', $said), " later\n";
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/../../request/trigger/auto.inc';
remove(__DIR__ . '/twice.tmp');
?>
--EXPECT--
== [0]
{"main()==>mysql_query#select ?":3}
main()==>mysql_query#select ?  ct=3
ended with status 255
20 later
== [16]
{"main()==>mysql_query#select ?":3}
main()==>mysql_query#select ?  ct=3
ended with status 255
20 later
== [32]
{"main()==>mysql_query#select ?":3}
main()==>mysql_query#select ?  ct=3
ended with status 255
20 later
== auto
{"at_end==>later1":1,"at_end==>later10":1,"at_end==>later11":1,"at_end==>later12":1,"at_end==>later13":1,"at_end==>later14":1,"at_end==>later15":1,"at_end==>later16":1,"at_end==>later17":1,"at_end==>later18":1,"at_end==>later19":1,"at_end==>later2":1,"at_end==>later20":1,"at_end==>later3":1,"at_end==>later4":1,"at_end==>later5":1,"at_end==>later6":1,"at_end==>later7":1,"at_end==>later8":1,"at_end==>later9":1,"main()==>mysql_query#select ?":3}
{"main()==>mysql_query#select ?":3}
ended with status 255
0 later
