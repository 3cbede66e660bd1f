--TEST--
If the system refuses the snapshot writer process, the program writes the snapshot itself and reports it
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
require __DIR__ . '/../faults/refuse.inc';
need_copy();
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/../faults/refuse.inc';

$file = __DIR__ . '/copy_refused.tmp';
foreach (['', 'clone'] as $calls) {
	foreach (['[]', '["wait" => true]', '["wait" => true, "max_nodes" => 5]'] as $options) {
		$script = "\$kept = str_split(str_repeat('kept', 100));
			\$report = xhprof_heap_snapshot(" . var_export($file, true) . ", $options);
			echo \$report['how'], ', ', \$report['reason'] ?? 'as ever', ', ', json_encode([\$report['complete'], \$report['truncated'] > 0]), \"\\n\";";
		echo end_refused(start_refused($calls, $script, []));
		wait_until('the snapshot', fn () => is_file($file));
		unlink($file);
	}
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/copy_refused.tmp');
?>
--EXPECT--
fork, as ever, [false,false]
fork, as ever, [true,false]
fork, as ever, [true,true]
in place, clone() without an exit signal is not available here, [true,false]
in place, clone() without an exit signal is not available here, [true,false]
in place, clone() without an exit signal is not available here, [true,true]
