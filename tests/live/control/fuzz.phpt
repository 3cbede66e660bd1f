--TEST--
4000 broken messages in the FIFO change nothing but what messages may ask for
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/fuzz.inc';

$folder = live_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.php", '<?php
function leaf(int $n): int { static $calls; $calls++; for ($i = 0; $i < $n; $i++) { $calls ^= $i; } return $calls; }
echo "begun\n";
stream_set_blocking(STDIN, false);
while (!fgets(STDIN)) { leaf(1000); usleep(100); }
echo "end\n";
');
// tools/live-fpm.sh --fuzz has other seeds.
mt_srand(20);

$child = live_start("$folder/program.php",
	live_settings($folder, "xhprof.output_dir=$folder/runs", 'xhprof.keep=3', 'xhprof.live_budget=100'));
fgets($child->out);
$file = live_file($folder, $child->pid);
$control = fopen(substr($file, 0, -4) . 'ctl', 'r+n');
stream_set_blocking($control, false);
stream_set_write_buffer($control, 0);
$broken = [];
for ($i = 0; $i < 4000; $i++) {
	$message = message();
	live_wait('room in the FIFO', fn (): bool => @fwrite($control, $message) > 0);
	if ($i % 50 === 0) {
		usleep(mt_rand(0, 20000));
		$header = live_header($file);
		if (is_broken($header, $child->pid)) {
			$broken[] = "message $i: " . json_encode($header, JSON_PARTIAL_OUTPUT_ON_ERROR);
		}
	}
}
live_wait('what it refuses', fn () => live_header($file)['refused'] > 0);
fclose($control);
echo implode("\n", $broken);
fwrite($child->in, "\n");
echo fgets($child->out);
var_dump(live_end($child));
live_alone("$folder/program.php"); // a copy may be writing a snapshot
$strange = array_filter(scandir("$folder/runs"),
	fn ($name) => $name[0] !== '.' && !preg_match('/^live-\d{16}-\d+\.xhprof\.heap$/', $name));
var_dump($strange, array_values(array_diff(scandir($folder), ['.', '..'])));
array_map('unlink', array_filter(all_in("$folder/runs"), 'is_file'));
rmdir("$folder/runs");
live_clean($folder);
?>
--EXPECT--
end
int(0)
array(0) {
}
array(2) {
  [0]=>
  string(11) "program.php"
  [1]=>
  string(4) "runs"
}
