--TEST--
Samples of the ring and of xhprof_sample_enable() are taken side by side, and with traces
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function leaf(int $n): int { static $calls; $calls++; for ($i = 0; $i < $n; $i++) { $calls ^= $i; } return $calls; }
function work(int $ms) { for ($end = getrusage()["ru_utime.tv_sec"] * 1e3 + getrusage()["ru_utime.tv_usec"] / 1e3 + $ms;
	getrusage()["ru_utime.tv_sec"] * 1e3 + getrusage()["ru_utime.tv_usec"] / 1e3 < $end;) { leaf(10000); } }
echo "begun\n";
fgets(STDIN);
work(50);
xhprof_sample_enable(["interval" => 1000, "clock" => "cpu", "paths" => true]);
work(200);
$result = xhprof_sample_disable();
$info = $result["summary"] ?? $result;
echo json_encode($info["samples"] > 50), "\n";
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
work(100);
$rows = xhprof_disable();
echo json_encode($rows["main()==>work"]["ct"] === 1 && $rows["work==>leaf"]["ct"] > 3), "\n";
work(50);
echo "end\n";
fgets(STDIN);
');
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_budget=100'));
fgets($child->out);
$file = live_file($folder, $child->pid);
live_send($file, live_message(LIVE_ASK, ['lease_ms' => 60000, 'clock' => 1]));
live_wait('on', fn () => live_header($file)['is_on']);
fwrite($child->in, "\n");
while (($line = fgets($child->out)) !== "end\n") {
	echo $line;
}
$weight = 0;
foreach (live_records($file) as $record) {
	$weight += $record['kind'] === 1 && str_contains(implode(' ', $record['frames']), 'work:') ? $record['weight_ns'] : 0;
}
var_dump($weight > 0.3e9, live_header($file)['samples'] > 50);
live_end($child);
live_clean($folder);
?>
--EXPECT--
true
true
bool(true)
bool(true)
