--TEST--
Functions removed by disable_functions, frameless ones included, cause no trouble
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

file_put_contents($file = __DIR__ . '/disabled_frameless.inc.tmp', <<<'PHP'
<?php
function used($x) { return is_callable($x) . str_contains($x, 'a') . substr($x, 1) . in_array($x, [$x]); }
xhprof_enable();
used('abc');
foreach (xhprof_disable() as $key => $row) echo "$key  ct=$row[ct]\n";
try { trim('x'); } catch (Error $error) { echo $error->getMessage(), "\n"; }
PHP);
$disabled = 'trim,strpos,implode,explode,min,max,preg_match,preg_replace,class_exists,dirname,str_replace,strtr,'
	. 'property_exists,method_exists';
foreach (['ex', 'observer'] as $hook) {
	$text[] = child_php($file, ["xhprof.hook=$hook", "disable_functions=$disabled"]);
}
echo $text[0], $text[0] === $text[1] ? "the same\n" : $text[1];
?>
--CLEAN--
<?php @unlink(__DIR__ . '/disabled_frameless.inc.tmp'); ?>
--EXPECT--
used==>is_callable  ct=1
used==>str_contains  ct=1
used==>substr  ct=1
used==>in_array  ct=1
main()==>used  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
Call to undefined function trim()
the same
