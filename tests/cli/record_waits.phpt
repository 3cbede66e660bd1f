--TEST--
xhprof record waits for processes that a folder or a pool does not have yet
--SKIPIF--
<?php
require __DIR__ . '/../live/skipif.inc';
if (!function_exists('pcntl_signal')) die('skip needs pcntl');
?>
--FILE--
<?php
require __DIR__ . '/live_rings.inc';

foreach ([false, true] as $isPool) {
	$rings = new Rings(__FILE__, 'record-waits');
	$target = $isPool ? ['record-waits'] : [$rings->folder];
	$command = tool('record', ...$target, ...['--duration', '600s', '--out', "$rings->folder/run.json"]);
	array_splice($command, 2, 0, ['-d', "xhprof.live_dir=$rings->folder"]);
	$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
	// It has its own ring once it runs, unless it has ended.
	while (glob("$rings->folder/*.data") === [] && proc_get_status($process)['running']) {
		usleep(10_000);
	}
	usleep(300_000);
	$rings->add(1001, ['state' => FakeRing::RUNNING, 'uri' => '/cart']);
	while ($rings->messages() === [] && ($isRunning = proc_get_status($process)['running'])) {
		usleep(10_000);
	}
	$rings->sample();
	proc_terminate($process, 2);
	$text = stream_get_contents($pipes[1]);
	proc_close($process);
	echo $isPool ? 'a pool: ' : 'a folder: ', is_file("$rings->folder/run.json")
		? XHProf\Profile::load("$rings->folder/run.json")->summary()['samples'] . " samples\n" : $text;
	@unlink("$rings->folder/run.json");
	$rings->remove();
}
?>
--EXPECT--
a folder: 4 samples
a pool: 4 samples
