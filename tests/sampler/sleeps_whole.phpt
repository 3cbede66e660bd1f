--TEST--
Sampling cuts no sleep or wait of the program short
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
foreach (['wall', 'cpu'] as $clock) {
	foreach (['signal', 'interrupt'] as $engine) {
		xhprof_sample_enable(['interval' => 100, 'clock' => $clock, 'engine' => $engine]);
		$cut = 0;
		for ($i = 0; $i < 300; $i++) {
			$cut += time_nanosleep(0, 200000) === true ? 0 : 1;
			$read = [$a];
			$cut += stream_select($read, $write, $except, 0, 200) === 0 ? 0 : 1;
		}
		xhprof_sample_disable();
		echo "$clock $engine: $cut\n";
	}
}
?>
--EXPECT--
wall signal: 0
wall interrupt: 0
cpu signal: 0
cpu interrupt: 0
