--TEST--
Of many processes that died in a request the newest 32 leave their data, however the folder lists them
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

const COUNT = 50, KEPT = 32, GONE_PID = 0x7FFFFF00;

$folder = live_folder(__FILE__);
file_put_contents("$folder/short.php", '<?php');

/* The data of a process that died in its request; its death is noticed if it has no FIFO. */
function bury(int $number, int $began_s): string
{
	global $folder;
	$path = "$folder/" . (GONE_PID + $number) . '-7.data';
	$slot = pack('LLQQQ', 0, 1, 1, 1, $began_s * 1000000);
	file_put_contents($path, str_pad(str_pad('XHPLIVE1', 512, "\0") . $slot, 4096, "\0"));
	return $path;
}

function kept(): string
{
	global $folder;
	clearstatcache();
	$numbers = array_map(fn (string $file) => (int) basename($file) - GONE_PID, glob("$folder/*-7.data"));
	sort($numbers);
	return count($numbers) . ' of ' . COUNT . ': ' . implode(' ', $numbers);
}

$order = range(0, COUNT - 1);
shuffle($order);
$now = time();
foreach ($order as $number) {
	touch(bury($number, 1000), $now - COUNT + $number);
}
child_php("$folder/short.php", live_settings($folder));
echo "by the time when it was noticed: ", kept(), "\n";

array_map('unlink', glob("$folder/*-7.data"));
shuffle($order);
foreach ($order as $number) {
	$path = bury($number, 1000 + COUNT - $number);
	exec('mkfifo ' . escapeshellarg(substr($path, 0, -4) . 'ctl'));
}
child_php("$folder/short.php", live_settings($folder));
echo "noticed at once, by the request: ", kept(), "\n";
echo 'FIFOs: ', count(glob("$folder/*-7.ctl")), "\n";

bury(COUNT, 1);
child_php("$folder/short.php", live_settings($folder));
echo "one more: ", kept(), "\n";
live_clean($folder);
?>
--EXPECT--
by the time when it was noticed: 32 of 50: 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49
noticed at once, by the request: 32 of 50: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
FIFOs: 0
one more: 32 of 50: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 50
