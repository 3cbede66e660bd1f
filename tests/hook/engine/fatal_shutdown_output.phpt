--TEST--
Calls that follow a fatal error in a shutdown function belong to main()
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

file_put_contents($file = __DIR__ . '/fatal_shutdown_output.inc.tmp', <<<'PHP'
<?php
require __DIR__ . '/../../helper.inc';
ini_set('display_errors', '0');
function inner($x) { trigger_error('the end', E_USER_ERROR); }
function at_end() { inner(1); }
function later($x) { return $x; }
function output($text) {
	later(1);
	$rows = xhprof_disable();
	$text = '';
	foreach ($rows as $key => $row) $text .= "$key  ct=$row[ct]\n";
	return $text . implode("\n", broken_rules($rows, false));
}
register_shutdown_function('at_end');
ob_start('output');
error_reporting(E_ALL & ~E_DEPRECATED);
xhprof_enable();
PHP);
foreach (['ex', 'observer'] as $hook) {
	foreach ([0, 1] as $cached) {
		$text["$hook $cached"] = child_php($file,
			array_merge(["xhprof.hook=$hook"], $cached ? (opcache_settings() ?? []) : []));
	}
}
echo implode("-- others:\n", array_unique($text));
?>
--CLEAN--
<?php @unlink(__DIR__ . '/fatal_shutdown_output.inc.tmp'); ?>
--EXPECT--
inner==>trigger_error  ct=1
at_end==>inner  ct=1
main()==>at_end  ct=1
output==>later  ct=1
output==>xhprof_disable  ct=1
main()==>output  ct=1
main()  ct=1
ended with status 255
