--TEST--
opcache_compile_file() produces the same code with and without a profile
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (opcache_settings() === null) die('skip needs opcache');
if (PHP_ZTS) die('skip with threads the compiler sees our pointers');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

file_put_contents($file = __DIR__ . '/opcache_compile_file.inc.tmp', <<<'PHP'
<?php
foreach (['during', 'after'] as $when) {
	file_put_contents($files[$when] = __DIR__ . "/opcache_compile_file.$when.tmp", "<?php
function calls_$when(\$x) { return strtoupper(trim(\$x)) . array_sum([\$x]); }
function computes_$when() { return str_repeat('ab', 3); }
");
}
xhprof_enable();
opcache_compile_file($files['during']);
xhprof_disable();
opcache_compile_file($files['after']);
xhprof_enable();
calls_during('x');
echo "\n", json_encode(array_map(fn($row) => $row['ct'], xhprof_disable())), "\n";
array_map(unlink(...), $files);
PHP);
foreach (['ex', 'observer'] as $hook) {
	$text = child_php($file, array_merge(opcache_settings(), ["xhprof.hook=$hook", 'opcache.opt_debug_level=0x20000']));
	/* What follows each line that names one of the files. */
	foreach (['during', 'after'] as $when) {
		$named = str_replace(["calls_$when", "computes_$when"], ['calls', 'computes'], $text);
		preg_match_all("~^ *; \S*opcache_compile_file\.$when\.tmp:.*((?:\R.+)*)~m", $named, $found);
		$dump[$when] = $found[1];
	}
	echo "$hook: ", count($dump['during']), ' dumps, ',
		$dump['during'] === $dump['after'] ? 'equal' : "different\n$text", "\n";
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/opcache_compile_file.inc.tmp'); ?>
--EXPECT--
ex: 3 dumps, equal
observer: 3 dumps, equal
