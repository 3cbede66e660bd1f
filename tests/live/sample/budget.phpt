--TEST--
The interval is lengthened until samples cost no more than xhprof.live_budget, and the header says so
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../sampler/skipif.inc';
need_wall_by_signal();
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
echo "begun\n";
stream_set_blocking(STDIN, false);
while (!fgets(STDIN)) { usleep(1000); }
');
foreach ([1, 100] as $budget) {
	$child = live_start("$folder/program.php", live_settings($folder, "xhprof.live_budget=$budget"));
	fgets($child->out);
	$file = live_file($folder, $child->pid);
	live_send($file, live_message(LIVE_ASK));
	/* the program uses little CPU time, of which one percent is less than a look each millisecond takes */
	if ($budget === 1) {
		live_wait('longer', fn () => live_header($file)['interval_ns'] > 2000000);
	} else {
		live_wait('samples', fn () => live_header($file)['samples'] > 50);
	}
	$header = live_header($file);
	echo "$header[budget_ppm] $header[asked_ns] ",
		$header['handler_ns'] + $header['helper_ns'] > 0 ? 'counted' : 'free', "\n";
	fwrite($child->in, "\n");
	live_end($child);
}
live_clean($folder);
?>
--EXPECT--
10000 1000000 counted
1000000 1000000 counted
