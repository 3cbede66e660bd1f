--TEST--
A ring says what its process does, and is gone once that has ended
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
register_shutdown_function(function () { echo "ending\n"; fgets(STDIN); });
xhprof_tag("route", "cart_show"); xhprof_tag("job", "7");
echo "begun\n";
fgets(STDIN);
');
$before = microtime(true);
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_bytes=100000'));
echo fgets($child->out);
$file = live_file($folder, $child->pid);
$header = live_header($file);
printf("%o %o\n", fileperms($file) & 0777, fileperms(substr($file, 0, -4) . 'ctl') & 0777);
foreach (['version', 'header_bytes', 'ring_bytes', 'functions_count', 'block_bytes', 'sapi', 'pool', 'is_on', 'samples',
	'readers', 'budget_ppm'] as $name) {
	echo "$name ", $header[$name], "\n";
}
echo 'records ', count(live_records($file)), "\n";
var_dump($header['pid'] === $child->pid, $header['tid'] === $child->pid, $header['php_version'] === PHP_VERSION_ID);
var_dump(basename($file) === "$child->pid-$header[start_ticks].data");
$slot = $header['slot'];
echo "$slot[state] $slot[request] $slot[method] ", basename($slot['uri']), ' ', $slot['sequence'] % 2, "\n";
echo str_replace("\0", ".", $slot["tags"]), "\n";
var_dump($slot['began_unix_us'] / 1e6 >= $before && $slot['began_unix_us'] / 1e6 <= microtime(true),
	$slot['began_ns'] <= hrtime(true), filesize($file) === $header['ring_at'] + $header['ring_bytes']);
fwrite($child->in, "\n");
echo fgets($child->out), live_header($file)['slot']['state'], "\n";
fwrite($child->in, "\n");
var_dump(live_end($child), [...glob("$folder/*.data"), ...glob("$folder/*.ctl")]);
live_clean($folder);
?>
--EXPECT--
begun
640 620
version 1
header_bytes 4096
ring_bytes 131072
functions_count 1
block_bytes 16384
sapi cli
pool 
is_on 0
samples 0
readers 0
budget_ppm 10000
records 0
bool(true)
bool(true)
bool(true)
bool(true)
running 1 cli program.php 0
route.cart_show.job.7.
bool(true)
bool(true)
bool(true)
ending
running
int(0)
array(0) {
}
