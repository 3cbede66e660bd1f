--TEST--
A peak near memory_limit, and the fatal error of hitting it, are marks in the ring
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
if (getenv('USE_ZEND_ALLOC') === '0') die('skip needs the allocator of PHP');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function done() { echo "done\n"; fgets(STDIN); }
function step(int $megabytes): void
{
	xhprof_request_begin(["method" => "JOB", "url" => "$megabytes MB"]);
	$text = str_repeat("x", $megabytes << 20);
	xhprof_request_end(0);
	done();
}
register_shutdown_function("done");
step(16);
step(29);
step(1);
ini_set("memory_limit", "128M");
step(29);
ini_set("memory_limit", "-1");
step(200);
ini_set("memory_limit", "32M");
xhprof_request_begin(["method" => "JOB", "url" => "fatal"]);
str_repeat("x", 64 << 20);
');
$child = live_start("$folder/program.php", live_settings($folder, 'memory_limit=32M', 'display_errors=0'));
for ($ring = null, $i = 0; $i < 6; $i++) {
	fgets($child->out);
	$ring ??= XHProf\Ring::open(live_file($folder, $child->pid));
	$request = $i < 5 ? $ring->requests(1)[0] : $ring->status()['request'];
	echo "$request[uri]\n";
	foreach ($request['marks'] as $kind => $sum) {
		printf("  %s %d of %d MB, %s\n", $kind, $sum['count'], $sum['limit'] >> 20,
			$sum['amount'] >= 0.9 * $sum['limit'] ? 'near' : 'far');
	}
	fwrite($child->in, "\n");
}
live_end($child);
live_clean($folder);
?>
--EXPECT--
16 MB
29 MB
  memory 1 of 32 MB, near
1 MB
29 MB
200 MB
fatal
  out_of_memory 1 of 32 MB, near
