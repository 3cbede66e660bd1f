--TEST--
A run of the whole request is saved however the program ends, and does not affect the program
--SKIPIF--
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
$program = __DIR__ . '/auto_program.inc';
foreach (['end', 'exit', 'exit 3', 'exit at shutdown', 'exception', 'fatal error', 'no memory', 'enables'] as $how) {
	echo "== $how\n";
	$with = child_php($program, auto_settings($folder), [], [$how]);
	$without = child_php($program, ['xhprof.hook=' . xhprof_info()['hook']], [], [$how]);
	echo $with === $without ? "the same output\n" : "with:\n$with\nwithout:\n$without\n";
	[$run] = runs($folder);
	[$meta] = metas($folder);
	$pairs = comparable($run->pairs());
	check_conservation($run->pairs());
	foreach (['main()==>work', 'shut_down==>work', 'Late::__destruct==>work'] as $key) {
		echo $pairs[$key]['ct'] ?? 0, ' ';
	}
	echo $meta['xhprof']['failed'] ? 'failed' : 'did not fail', ', status ', $meta['xhprof']['status'], "\n";
	forget($folder);
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/auto_ends.tmp');
?>
--EXPECT--
== end
the same output
1 1 1 did not fail, status 0
== exit
the same output
1 1 1 did not fail, status 0
== exit 3
the same output
1 1 1 failed, status 3
== exit at shutdown
the same output
1 1 1 did not fail, status 0
== exception
the same output
1 1 1 failed, status 255
== fatal error
the same output
1 1 0 failed, status 255
== no memory
the same output
1 1 0 failed, status 255
== enables
the same output
1 1 1 did not fail, status 0
