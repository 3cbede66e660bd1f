--TEST--
Nothing is looked for after an uncaught exception where no saved run will say it: counted in instructions, with 10,000 objects
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (PHP_OS_FAMILY !== 'Linux' || trim((string) shell_exec('command -v valgrind')) === '') die('skip needs valgrind');
if (getenv('SKIP_ASAN') || getenv('XHPROF_VALGRIND')) die('skip valgrind does not run in another tool');
if (module_path() === null) die('skip needs the module as a file');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/throws.php",
	'<?php for ($i = 0; $i < 10000; $i++) { $objects[] = new Exception; } throw new Exception("x");');
foreach (['off', 'always'] as $auto) {
	exec(implode(' ', array_map(escapeshellarg(...), ['valgrind', '--tool=callgrind',
		'--toggle-collect=failure_observe', "--callgrind-out-file=$folder/out", PHP_BINARY, '-n',
		'-d', 'extension=' . module_path(), '-d', "xhprof.auto=$auto", '-d', "xhprof.output_dir=$folder/runs", '-d',
		'xhprof.save_timeout_ms=0', '-d', 'display_errors=0', "$folder/throws.php"])) . ' 2>&1', $said);
	$instructions = preg_match('/Collected : (\d+)/', implode("\n", $said), $found) === 1
		? (int) $found[1] : 'not known';
	echo "$auto: ", is_int($instructions) && $instructions > 0
		? ($instructions < 1000 ? 'less than 1,000' : ($instructions > 100000 ? 'more than 100,000' : $instructions))
		: $instructions, "\n";
	$said = [];
}
remove($folder);
?>
--EXPECT--
off: less than 1,000
always: more than 100,000
