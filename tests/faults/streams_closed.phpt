--TEST--
A program that closes its standard streams gets their numbers for the next files it opens; ours are above, and close at exec
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../live/skipif.inc';
if (getenv('SKIP_ASAN')) die(
	'skip the thread of a forked copy waits for a lock of libasan, which another thread held at the fork');
?>
--FILE--
<?php
require __DIR__ . '/../live/live.inc';
require __DIR__ . '/../request/trigger/auto.inc';

/* Targets of the descriptors that a child inherits, by our names; the checkout's own may be one of them. */
const INHERITED = 'for i in /proc/self/fd/*; do readlink "$i"; '
	. 'done | sed "s|^.*/streams_closed.tmp/||" | grep "perf_event\|eventfd\|/task/\|xhprof\|ours"';

/* As a daemon does; afterwards what is printed is in the file of its first argument. */
const PROGRAM = '<?php
function compute() { for ($i = 0, $x = 0; $i < 10000; $i++) { $x ^= $i; } return $x; }
function streams() {
	global $argv, $streams;
	$streams = [fopen("/dev/null", "r"), fopen($argv[1], "a"), fopen($argv[1], "a")];
}
fclose(STDIN); fclose(STDOUT); fclose(STDERR);
%s
foreach ([0, 1, 2] as $i) { echo $i, " ", basename(readlink("/proc/self/fd/$i")), "\n"; }
exec(%s, $ours);
echo "inherited: ", implode(" ", array_diff($ours, %s)), "\nend\n";
';

const SOURCES = [
	'live' => 'if (($child = pcntl_fork()) > 0) { pcntl_waitpid($child, $status); exit; }
		while (!is_file((string) xhprof_info()["live"]["file"])) { compute(); clearstatcache(); } streams();',
	'live samples' => '$file = xhprof_info()["live"]["file"]; live_send($file, live_message(LIVE_ASK));
		live_wait("on", fn() => live_header($file)["is_on"]); for ($i = 0; $i < 1000; $i++) { compute(); } streams();',
	'signal' => 'xhprof_sample_enable(["interval" => 1000, "engine" => "signal"]); compute(); streams(); compute();
		xhprof_sample_disable();',
	'interrupt' =>
		'xhprof_sample_enable(["interval" => 1000, "engine" => "interrupt"]); compute(); streams(); compute();
		xhprof_sample_disable();',
	'events' => 'xhprof_enable(0, ["events" => ["page-faults"]]); compute(); streams();',
	'log' => 'xhprof_enable(XHPROF_FLAGS_TIMELINE, ["log" => "$argv[1].ours"]); compute(); streams(); '
		. 'compute(); xhprof_disable();',
	'snapshot' => 'xhprof_heap_snapshot("$argv[1].ours", ["wait" => true]); streams();',
	'auto' => 'streams();',
];

exec(INHERITED, $callers); // whoever runs the tests may have some of these names open
$folder = fresh_folder(__FILE__);
foreach (SOURCES as $name => $source) {
	$require = $name === 'live samples'
		? 'require ' . var_export(realpath(__DIR__ . '/../live/live.inc'), true) . ';' : '';
	file_put_contents("$folder/program.php",
		sprintf(PROGRAM, $require . $source, var_export(INHERITED, true), var_export($callers, true)));
	mkdir("$folder/$name");
	$settings = $name === 'auto' ? auto_settings("$folder/$name")
		: live_settings(str_starts_with($name, 'live') ? "$folder/$name" : '');
	echo "$name: ", child_php("$folder/program.php", $settings, [], ["$folder/out"]);
	echo str_replace("\n", ', ', file_get_contents("$folder/out")), "\n";
	unlink("$folder/out");
}
echo count(runs("$folder/auto")), " run saved\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/streams_closed.tmp');
?>
--EXPECT--
live: 
0 null, 1 out, 2 out, inherited: , end, 
live samples: 
0 null, 1 out, 2 out, inherited: , end, 
signal: 
0 null, 1 out, 2 out, inherited: , end, 
interrupt: 
0 null, 1 out, 2 out, inherited: , end, 
events: 
0 null, 1 out, 2 out, inherited: , end, 
log: 
0 null, 1 out, 2 out, inherited: , end, 
snapshot: 
0 null, 1 out, 2 out, inherited: , end, 
auto: 
0 null, 1 out, 2 out, inherited: , end, 
1 run saved
