--TEST--
A request that ran out of memory has its run saved, however much memory saving takes
--SKIPIF--
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
/* Down to the last page; what is static is there until the very end. */
function use_up()
{
	static $chain = [];
	for (;;) {
		$chain = [$chain];
	}
}
$code = '';
for ($i = 0; $i < 10000; $i++) {
	$code .= "function f$i(\$x) { return \$x; } f$i(1);";
}
eval($code);
unset($code);
ini_set('memory_limit', (string) (memory_get_usage(true) + 2097152));
use_up();
PHP);
echo preg_replace(['/ at \S+:\d+/', '/\d+/'], ['', 'N'], strtok(ltrim(child_php("$folder/program.inc",
	auto_settings("$folder/runs", 'xhprof.auto_formats="xhprof,json"', 'xhprof.save_timeout_ms=0'))), '(')), "\n";
[$run] = runs("$folder/runs");
echo count(preg_grep('/==>f\d+$/', array_keys($run->pairs()))), " functions\n",
	count(glob("$folder/runs/*")), " files\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/auto_no_memory.tmp');
?>
--EXPECT--
Fatal error: Allowed memory size of N bytes exhausted 
10000 functions
2 files
