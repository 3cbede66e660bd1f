--TEST--
A message switches samples on in the middle of a request, its lease off again; names, lines and requests are right
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function leaf(int $n): int { static $calls; $calls++; for ($i = 0; $i < $n; $i++) { $calls ^= $i; } return $calls; }
class Work {
	function inner() {
		return leaf(20000);
	}
}
stream_set_blocking(STDIN, false);
echo "begun\n";
$work = new Work;
$line = false;
while (!$line) {
	$work->inner();
	$line = fgets(STDIN);
}
xhprof_tag("job", "second");
while (!fgets(STDIN)) {
	$work->inner();
}
');
$child = live_start("$folder/program.php", live_settings($folder));
fgets($child->out);
$file = live_file($folder, $child->pid);
live_send($file, live_message(LIVE_ASK, ['interval_ns' => 1, 'clock' => 1]));
$found = fn (): array => array_filter(live_records($file), fn (array $record): bool => $record['request'] === 1
	&& preg_match('/^leaf:2 Work::inner:5 program.php:(13|18)$/', implode(' ', $record['frames'] ?? [])) === 1);
live_wait('samples of the work', fn () => count($found()) > 10);
$header = live_header($file);
echo "$header[is_on] $header[clock] $header[readers] $header[asked_ns]\n";
var_dump($header['interval_ns'] >= 1000000, $header['until_ns'] > hrtime(true), $header['on_ns'] < hrtime(true));
fwrite($child->in, "\n");
live_wait('the second job',
	fn () => array_filter(live_records($file), fn ($record) => ($record['texts'][3] ?? '') === 'second'));
live_send($file, live_message(LIVE_ASK, ['lease_ms' => 0]));
live_wait('off', fn () => live_header($file)['is_on'] === 0);
$header = live_header($file);
echo "$header[is_on] $header[readers] $header[asked_ns] $header[interval_ns] $header[source]\n";

$weight = 0;
foreach (live_records($file) as $record) {
	if ($record['kind'] === 2) {
		echo 'request: ', implode(' ', array_map(basename(...), $record['texts'])), "\n";
		continue;
	}
	$weight += $record['weight_ns'];
}
var_dump(count($found()) > 10, $weight === $header['weight_ns'], $header['samples'] >= count($found()));
fwrite($child->in, "\n");
var_dump(live_end($child));
live_clean($folder);
?>
--EXPECT--
1 1 1 1000000
bool(true)
bool(true)
bool(true)
0 0 0 0 0
request: cli program.php
request: cli program.php job second
bool(true)
bool(true)
bool(true)
int(0)
