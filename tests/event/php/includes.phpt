--TEST--
Files that are really loaded, and classes that the autoloaders are asked for, count where that happens
--FILE--
<?php
require __DIR__ . '/events.inc';

$folder = sys_get_temp_dir() . '/xhprof-includes-' . getmypid();
mkdir($folder);
file_put_contents("$folder/Some.php", '<?php class Some {}');
file_put_contents("$folder/Child.php", '<?php class Child extends Some {}');
file_put_contents("$folder/value.php", '<?php return 1;');
file_put_contents("$folder/wrong.php", '<?php return ;;)');
function load($class) { static $calls = 0; $calls++; @include $GLOBALS['folder'] . "/$class.php"; }
function other($class) { static $calls = 0; $calls++; return $class; }
function known($x) { static $calls = 0; $calls++; return class_exists('ArrayObject') && class_exists('arrayobject'); }
function child($x) { static $calls = 0; $calls++; return new Child; }
function unknown($x)
{
	static $calls = 0;
	$calls++;
	return class_exists('Missing') || class_exists('Missing') || class_exists('Missing', false);
}
function values($x)
{
	global $folder;
	static $sum = 0;
	for ($i = 0; $i < 3; $i++) { $sum += include "$folder/value.php"; }
	return $sum;
}
function once($x)
{
	global $folder;
	static $sum = 0;
	for ($i = 0; $i < 3; $i++) { require_once "$folder/Some.php"; include_once "$folder/value.php"; }
}
function missing($x) { global $folder; static $calls = 0; $calls++; return @include "$folder/missing.php"; }
function wrong($x)
{
	global $folder;
	static $calls = 0;
	$calls++;
	try { include "$folder/wrong.php"; } catch (ParseError) {}
}

spl_autoload_register('load');
spl_autoload_register('other');
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['events' => ['includes', 'autoloads', 'exceptions', 'errors']]);
foreach (['known', 'child', 'unknown', 'values', 'once', 'missing', 'wrong'] as $what) {
	$what(1);
}
$profile = xhprof_stop();
show_counts(array_filter($profile->pairs(), fn($name) => !str_contains($name, 'load::'), ARRAY_FILTER_USE_KEY),
	['includes', 'autoloads', 'exceptions', 'errors']);
array_map('unlink', glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
child==>load includes=2 autoloads=1
load==>load@1 includes=1
main() includes=5 autoloads=4 exceptions=1 errors=6
main()==>child includes=2 autoloads=2
main()==>missing errors=2
main()==>unknown autoloads=2 errors=4
main()==>values includes=3
main()==>wrong exceptions=1
unknown==>load errors=4
