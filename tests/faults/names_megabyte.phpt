--TEST--
Names of a megabyte are complete in every format that can be read back
--INI--
memory_limit=512M
--SKIPIF--
<?php if (getenv('SKIP_SLOW_TESTS')) die('skip slow'); ?>
--FILE--
<?php
require __DIR__ . '/../format/program.inc';
require __DIR__ . '/../cli/cli.inc';

$name = 'n' . str_repeat('abcdefgh', 131072);
$class = 'C' . str_repeat('12345678', 131072);
eval("function $name(\$x) { return \$x; } class $class { function m(\$x) { return \$x; } }");
$object = new $class;
$file = __DIR__ . '/names_megabyte.tmp';
foreach (['xhprof' => 0, 'json' => 0, 'json.gz' => XHPROF_FLAGS_TREE] as $format => $flags) {
	xhprof_enable($flags);
	$name(1);
	$name(1);
	$object->m(1);
	$run = xhprof_stop();
	if ($format !== 'json.gz' || has_pprof()) {
		$run->export($format, $file);
		$run = read_run($file);
	}
	$pairs = $run->pairs();
	var_dump($pairs["main()==>$name"]['ct'] === 2, $pairs["main()==>$class::m"]['ct'] === 1, count($pairs));
}
unlink($file);
?>
--EXPECT--
bool(true)
bool(true)
int(4)
bool(true)
bool(true)
int(4)
bool(true)
bool(true)
int(4)
