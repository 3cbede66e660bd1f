--TEST--
Files included once are loaded once, and their code belongs to the includer
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$file = $argv[0];
$prefix = 'inc/once_';
xhprof_enable();
for ($i = 0; $i < 3; $i++) {
	include_once dirname($file) . "/{$prefix}one.inc";
	require_once dirname($file) . "/{$prefix}two.inc";
}
show(xhprof_disable());
?>
--EXPECT--
main()==>dirname  ct=6
main()==>load::inc/once_one.inc  ct=1
main()==>implode  ct=2
main()==>explode  ct=2
main()==>foo  ct=1
main()==>load::inc/once_two.inc  ct=1
main()==>bar  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
