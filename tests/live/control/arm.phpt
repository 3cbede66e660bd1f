--TEST--
The next requests that a reader armed, by number and URI, are profiled whole and saved; others are not
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
if (xhprof_info()['hook'] === 'off') {
	die('skip no profiles without a hook');
}
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../../request/trigger/auto.inc';

$folder = live_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.php", '<?php
echo json_encode(xhprof_info()["auto"]["reason"]), " ", getmypid();');
$settings = live_settings($folder, "xhprof.output_dir=$folder/runs", 'xhprof.auto_formats=json',
	'xhprof.save_timeout_ms=0');
serve("$folder/program.php", $settings, function (callable $ask) use ($folder): void {
	$pid = (int) strrev(explode(" ", strrev($ask("/first")[1]))[0]);
	$file = live_file($folder, $pid);
	echo live_header($file)['slot']['state'], ' ', live_header($file)['slot']['method'], ' ',
		live_header($file)['slot']['uri'], "\n";
	live_send($file, live_message(LIVE_ARM, ['requests' => 2, 'uri' => '/c?rt*']));
	live_wait('armed', fn () => live_header($file)['armed'] === 2);
	foreach (['/other', '/cart', '/cart/2?x=/y', '/cart/3'] as $path) {
		echo $path, ' ', preg_replace('/ \d+$/', '', $ask($path)[1]), ' ', live_header($file)['armed'], "\n";
	}
	live_send($file, live_message(LIVE_ARM, ['requests' => 5000]));
	live_wait('all armed', fn () => live_header($file)['armed'] === 1000);
	live_send($file, live_message(LIVE_ARM, ['requests' => 0]));
	live_wait('disarmed', fn () => live_header($file)['armed'] === 0);
	echo preg_replace('/ \d+$/', '', $ask('/cart')[1]), "\n";
});
foreach (metas("$folder/runs") as $meta) {
	echo $meta['url'], ' ', $meta['xhprof']['reason'], "\n";
}
array_map('unlink', glob("$folder/runs/*"));
rmdir("$folder/runs");
live_clean($folder);
?>
--EXPECT--
idle GET /first
/other "xhprof.auto=off" 2
/cart "requested by a reader of the live ring" 1
/cart/2?x=/y "requested by a reader of the live ring" 0
/cart/3 "xhprof.auto=off" 0
"xhprof.auto=off"
/cart requested by a reader of the live ring
/cart/2?x requested by a reader of the live ring
