--TEST--
Under a seccomp filter that kills, no forbidden system call is made: samples come by a timer, waits have their names, and counters say why they count nothing
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
require __DIR__ . '/../live/skipif.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';
require __DIR__ . '/../live/live.inc';

$run = fn (string $script, array $settings = []) => end_refused(start_preloaded('filter.c', [], $script, $settings));
echo $run('
	xhprof_sample_enable(["interval" => 1000, "engine" => "signal", "clock" => "cpu"]);
	while ((xhprof_info()["sampling"]["samples"] ?? 1) === 0) {
	}
	echo xhprof_sample_disable() === null ? "no samples" : "samples", " ", xhprof_info()["sampling"]["source"] ?? "-", "\n";
');
echo $run('
	xhprof_enable(0, ["events" => ["instructions"]]);
	strrev("x");
	echo is_array(xhprof_disable()) ? "counted or not\n" : "no run\n";
');

/* A ring whose program is asked for samples, while it reads from a server. */
$folder = live_folder(__FILE__);
$server = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($server, false);
[$process, $pipe] = start_preloaded('filter.c', [], '
	$socket = stream_socket_client("tcp://' . $address . '");
	echo getmypid(), "\n";
	fread($socket, 1);
	for ($end = microtime(true) + 0.1; microtime(true) < $end;) {
	}
	echo "done\n";
', live_settings($folder));
$accepted = stream_socket_accept($server);
$file = live_file($folder, (int) fgets($pipe));
live_send($file, live_message(LIVE_ASK));
live_wait('a name', fn () => in_array("tcp $address", array_column(live_records($file), 'wait'), true)
	|| !proc_get_status($process)['running']);
fwrite($accepted, 'x');
echo end_refused([$process, $pipe]);
live_clean($folder);
?>
--EXPECTF--
samples timer

Warning: xhprof_enable(): %s
counted or not
done
