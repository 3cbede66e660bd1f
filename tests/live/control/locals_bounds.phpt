--TEST--
The variables of deep stacks, of many variables and of long values are bounded, and what is left out is counted
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
$many = implode('', array_map(fn (int $i) => "\$v$i = $i; ", range(1, 70)));
file_put_contents("$folder/program.php", '<?php
function deep(int $n, array $long, string $text, $b = null, $c = null) {
	if ($n > 0) {
		return $GLOBALS["argc"] > 3 ? deep($n - 1, $long, $text, $long, $long) : deep($n - 1, $long, $text);
	}
	' . $many . '
	echo "begun\n";
	while (!file_exists(__DIR__ . "/stop")) {
		$n += 100000; // mostly outside of that function
		while ($n > 0) {
			$n--;
		}
	}
	return $n;
}
deep((int) $argv[1], array_fill(0, 5, array_fill(0, 10, array_fill(0, 10, str_repeat("\0", (int) $argv[2])))), str_repeat("\1", 10000));
');

foreach ([[2, 3], [500, 1], [95, 80, 1]] as $arguments) {
	[$depth] = $arguments;
	$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_allow=sample,dump,locals',
		'xhprof.meta=full'), array_map(strval(...), $arguments));
	fgets($child->out);
	$file = substr(live_file($folder, $child->pid), 0, -4) . 'locals';
	live_send(live_file($folder, $child->pid), live_message(LIVE_LOCALS_NOW));
	live_wait('variables', fn () => is_file($file));
	$answer = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
	$frames = $answer['frames'];
	echo $depth + 2, ' calls: ', count($arguments) < 3
		? count($frames) . " and $answer[cut] cut, $answer[omitted] omitted"
		: (count($frames) + $answer['cut'] === $depth + 2 && $answer['cut'] > 0 && $answer['omitted'] >= 20 ? 'some cut'
			: 'WRONG'), ', ', filesize($file) <= 256 * 1024 ? 'bounded' : filesize($file) . ' bytes', "\n";
	echo '  ', count($frames[0]['locals']), ' locals, the last ', implode(' = ', end($frames[0]['locals'])),
		', longest value ', max(array_map(fn (array $variable) => strlen($variable[1]), $frames[0]['arguments'])), "\n";
	touch("$folder/stop");
	live_end($child);
	unlink("$folder/stop");
}
live_clean($folder);
?>
--EXPECT--
4 calls: 4 and 0 cut, 20 omitted, bounded
  50 locals, the last v50 = 50, longest value 1003
502 calls: 100 and 402 cut, 20 omitted, bounded
  50 locals, the last v50 = 50, longest value 1003
97 calls: some cut, bounded
  50 locals, the last v50 = 50, longest value 1003
