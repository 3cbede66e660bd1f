--TEST--
xhprof_disable() in the program returns and ends the request's run, which is saved; later runs are the program's own
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
function before($x) { return $x; }
function within($x) { return $x; }
function after($x) { return $x; }
before(1);
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
within(1);
$stop = $argv[1];
$run = $stop();
if ($run instanceof XHProf\Profile) {
	$run = $run->pairs();
}
echo json_encode(array_map(fn ($row) => $row['ct'], $run)), "\n";
var_dump($stop(), xhprof_info()['running'], xhprof_info()['auto']['profiled']);
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
after(1);
echo json_encode(array_map(fn ($row) => $row['ct'], xhprof_disable())), "\n";
PHP);
foreach (['xhprof_disable', 'xhprof_sample_disable', 'xhprof_stop'] as $stop) {
	echo "== $stop\n";
	$lines = explode("\n", child_php("$folder/program.inc", auto_settings($folder), [], [$stop]));
	$rows = json_decode($lines[0], true);
	[$run] = runs($folder);
	echo implode(' ', array_map(fn (string $key) => $rows[$key] ?? 0,
		['main()==>before', 'main()==>within', 'main()==>after'])), "\n";
	echo implode("\n", array_slice($lines, 1));
	var_dump(array_map(fn ($row) => $row['ct'], $run->pairs()) === $rows);
	array_map('unlink', glob("$folder/*.json"));
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/auto_program_runs.tmp');
?>
--EXPECT--
== xhprof_disable
1 1 0
NULL
bool(false)
bool(true)
{"main()==>after":1,"main()":1}
bool(true)
== xhprof_sample_disable
1 1 0
NULL
bool(false)
bool(true)
{"main()==>after":1,"main()":1}
bool(true)
== xhprof_stop
1 1 0
NULL
bool(false)
bool(true)
{"main()==>after":1,"main()":1}
bool(true)
