--TEST--
Sampling does not kill a program started by pcntl_exec(), and goes on if the exec fails
--EXTENSIONS--
pcntl
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

file_put_contents($file = __DIR__ . '/exec.inc.tmp', '<?php
[, $clock, $how] = $argv;
function spin($ms) { for ($end = hrtime(true) + $ms * 1e6; hrtime(true) < $end;); }
if ($how === "calls") xhprof_enable();
else xhprof_sample_enable(["interval" => 200, "clock" => $clock]);
spin(mt_rand(5, 10));
if ($how === "fails") {
	@pcntl_exec("/none/at all");
	$before = xhprof_info()["sampling"]["samples"];
	for ($end = hrtime(true) + 100e9; xhprof_info()["sampling"]["samples"] === $before && hrtime(true) < $end;);
	echo xhprof_info()["sampling"]["samples"] > $before ? "goes on " : "has stopped ";
	xhprof_sample_disable();
	exit;
}
pcntl_exec("/bin/sh", ["-c", "printf \"another \""]);
');
$pcntl = extension_loaded('pcntl') && ($shipped = shipped_module('pcntl')) !== null ? ["extension=$shipped"] : [];
foreach (['cpu', 'wall'] as $clock) {
	foreach (['replaced', 'fails', 'calls'] as $how) {
		echo "$clock, $how: ";
		for ($i = 0; $i < 5; $i++) {
			echo trim(child_php($file, [], $pcntl, [$clock, $how])), ' ';
		}
		echo "\n";
	}
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/exec.inc.tmp'); ?>
--EXPECT--
cpu, replaced: another another another another another 
cpu, fails: goes on goes on goes on goes on goes on 
cpu, calls: another another another another another 
wall, replaced: another another another another another 
wall, fails: goes on goes on goes on goes on goes on 
wall, calls: another another another another another 
