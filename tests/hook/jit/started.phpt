--TEST--
Beside the JIT no observer is on the path, however a profile starts, and rows are those without the JIT
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function started(string $way, array $settings, string $file = 'started.inc'): void
{
	$expected = child_php(__DIR__ . "/$file", array_merge(opcache_settings(), ['opcache.enable=0'], $settings));
	foreach (['tracing', 'function'] as $jit) {
		$got = child_php(__DIR__ . "/$file", array_merge(opcache_settings($jit), $settings));
		echo "$way, $jit: ", $got === $expected ? "same\n" : $got;
	}
	echo $jit === 'function' ? $expected : '', "\n";
}

started('in the middle of the main script', []);
started('only live_dir', ['xhprof.live_dir=' . sys_get_temp_dir()]);
started('samples only', [], 'started_samples.inc');
started('by the file of auto_prepend_file', ['auto_prepend_file=' . __DIR__ . '/leave.inc'], 'started_quietly.inc');
started('in the middle of another file', ['xhprof.hook=observer'], 'started_quietly.inc');
?>
--EXPECT--
in the middle of the main script, tracing: same
in the middle of the main script, function: same
hook ex
f==>g 3000
main()==>f 3000
main()==>xhprof_disable 1
main() 1

only live_dir, tracing: same
only live_dir, function: same
hook ex
f==>g 3000
main()==>f 3000
main()==>xhprof_disable 1
main() 1

samples only, tracing: same
samples only, function: same
hook ex, array

by the file of auto_prepend_file, tracing: same
by the file of auto_prepend_file, function: same
hook ex
f==>g 3000
main()==>f 3000
main()==>xhprof_disable 1
main() 1

in the middle of another file, tracing: same
in the middle of another file, function: same
hook observer
f==>g 3000
main()==>f 3000
main()==>xhprof_disable 1
main() 1

