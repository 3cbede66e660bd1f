--TEST--
Messages that make no sense are counted, numbers are clamped, and what follows garbage is understood
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php echo "begun\n"; fgets(STDIN);');
$child = live_start("$folder/program.php", live_settings($folder));
fgets($child->out);
$file = live_file($folder, $child->pid);

function refused(string $what, string $bytes): void
{
	global $file;
	$before = live_header($file)['refused'];
	live_send($file, $bytes);
	live_wait("$what refused", fn () => live_header($file)['refused'] > $before);
	echo "$what\n";
}

refused('bytes', 'nonsense');
refused('half a message', substr(live_message(LIVE_ASK), 0, 100) . 'x');
refused('version', live_message(LIVE_ASK, ['version' => 2]));
refused('command', live_message(77));
refused('clock', live_message(LIVE_ASK, ['clock' => 2]));
refused('uri without end', live_message(LIVE_ARM, ['uri' => str_repeat('x', 200)]));
refused('zeros', str_repeat("\0", 4096));
$header = live_header($file);
echo "$header[is_on] $header[dumps] $header[armed]\n";

live_send($file, live_message(LIVE_ASK, ['interval_ns' => -1, 'lease_ms' => -1]));
live_wait('on', fn () => live_header($file)['is_on']);
$header = live_header($file);
echo $header['asked_ns'], ' ', $header['until_ns'] - hrtime(true) < 61e9 ? 'a minute' : 'longer', "\n";
live_send($file, 'garbage' . live_message(LIVE_ASK, ['interval_ns' => 0, 'reader' => 5, 'clock' => 1]) . 'garbage');
live_wait('shortest', fn () => live_header($file)['asked_ns'] === 1000000);
echo live_header($file)['readers'], ' ', live_header($file)['clock'], "\n";
foreach (range(1, 100) as $reader) {
	live_send($file, live_message(LIVE_ASK, ['reader' => 1000 + $reader]));
}
live_wait('many readers', fn () => live_header($file)['readers'] === 32);
foreach ([...range(1001, 1100), getmypid(), 5] as $reader) {
	live_send($file, live_message(LIVE_ASK, ['reader' => $reader, 'lease_ms' => 0]));
}
live_wait('none', fn () => live_header($file)['readers'] === 0 && !live_header($file)['is_on']);
live_send($file, live_message(LIVE_ASK, ['lease_ms' => 1]));
live_wait('over', fn () => live_header($file)['on_ns'] !== $header['on_ns'] && !live_header($file)['is_on']);
var_dump(live_end($child));
live_clean($folder);
?>
--EXPECT--
bytes
half a message
version
command
clock
uri without end
zeros
0 0 0
10000000000 a minute
2 0
int(0)
