--TEST--
A run that would take far more memory than xhprof.keep has for a run is not saved; the exit status stays the program's
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
$name = str_repeat('f', 10000);
for ($i = 0; $i < 2000; $i++) {
	eval("function $name$i() {} $name$i();");
}
/* What is static is there until the very end. */
function fill()
{
	static $full = [];
	for ($i = 0; $i < 1000; $i++) {
		$full[] = str_repeat('x', 61000);
	}
}
fill();
exit(3);
PHP);
foreach (['64M', '1K'] as $most) {
	/* Some PHPs raise no error of the limit while a request ends. */
	$answer = child_php("$folder/program.inc", auto_settings("$folder/runs", 'memory_limit=1G', "xhprof.keep=$most/run",
		'xhprof.auto_formats=xhprof', 'error_log=/dev/null', 'display_errors=0'));
	echo trim($answer), "\n", implode(' ', names("$folder/runs")) ?: 'no file', "\n";
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/save_memory.tmp');
?>
--EXPECT--
ended with status 3
RUN.cli.xhprof
ended with status 3
no file
