--TEST--
Short waits before a long one keep their part of the time: what no look saw goes to short waits
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
function tiny(): void { usleep(300); }
function longer(): void { usleep(60000); }

$took = ['tiny' => 0, 'longer' => 0];
xhprof_sample_enable(['interval' => 10000]);
for ($end = hrtime(true) + 4e9; hrtime(true) < $end;) {
	foreach ([...array_fill(0, 40, 'tiny'), 'longer'] as $part) {
		$start = hrtime(true);
		$part();
		$took[$part] += hrtime(true) - $start;
	}
}
$functions = xhprof_stop()->functions();
foreach ($took as $part => $true) {
	$ratio = $functions[$part]['wall_ns'] / $true;
	echo $part, ': ', $ratio > 0.6 && $ratio < 1.5 ? 'its part' : sprintf('%.2f of its part', $ratio), "\n";
}
?>
--EXPECT--
tiny: its part
longer: its part
