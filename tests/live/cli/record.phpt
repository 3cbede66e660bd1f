--TEST--
xhprof record samples processes that start meanwhile as well; Ctrl-C ends it, saves, and leaves nothing switched on
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../helper.inc';
if (!function_exists('pcntl_signal') && shipped_module('pcntl') === null) die('skip needs the extension pcntl');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../../cli/cli.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function first() { $x = 0; for ($i = 0; $i < 1000; $i++) { $x += $i; } return $x; }
function second() { $x = 0; for ($i = 0; $i < 1000; $i++) { $x += $i; } return $x; }
xhprof_tag("job", $argv[1] === "first" ? "a/b" : "");
for (;;) { $argv[1](); }
');

/* Samples of a recording that is ended by SIGINT once both processes, of which one starts late, are sampled. */
function record(string $folder, array $options): array
{
	$first = live_start("$folder/program.php", live_settings($folder), ['first']);
	live_wait('first', fn () => ($file = live_file($folder, $first->pid)) !== null && live_header($file) !== null);
	$tool = live_start(TOOL, ['xhprof.hook=off', 'memory_limit=-1'],
		['record', '--json', '--duration', '600s', ...$options, $folder]);
	$sampled = fn (object $child, string $function): bool => ($file = live_file($folder, $child->pid)) !== null
		&& live_header($file) !== null && count(array_filter(live_records($file),
			fn (array $record): bool => preg_grep("/^$function:/", $record['frames'] ?? []) !== [])) > 5;
	live_wait('first sampled', fn () => $sampled($first, 'first'));
	$second = live_start("$folder/program.php", live_settings($folder), ['second']);
	live_wait('second sampled', fn () => $sampled($second, 'second'));
	proc_terminate($tool->process, 2);
	$json = json_decode(stream_get_contents($tool->out), true);
	echo 'ends with ', live_end($tool), "\n";
	foreach ([$first, $second] as $child) {
		$header = live_wait('off', fn () => ($header = live_header(live_file($folder, $child->pid)))['is_on'] === 0
			&& $header['readers'] === 0 ? $header : null);
		echo 'readers left: ', $header['readers'], "\n";
		proc_terminate($child->process, 9);
		live_end($child);
		array_map('unlink', glob("$folder/$child->pid-*"));
	}
	return $json;
}

$json = record($folder, ['--interval', '2ms', '--out', "$folder/x.json"]);
$run = read_run("$folder/x.json");
$summary = $run->summary();
var_dump($json['schema'], $json['processes'], $json['started'], $json['lost_bytes'], $json['least_ns'] >= 2_000_000,
	$json['samples'] === $summary['samples'], $summary['samples'] > 10, $summary['runs']);
echo implode(' ', array_intersect(['first', 'second'], array_keys($run->functions()))), "\n";

$json = record($folder, ['--group-by', 'tag:job', '--clock', 'cpu', '--out', "$folder/y.folded"]);
$files = array_column($json['files'], 'file', 'value');
ksort($files);
foreach ($files as $value => $file) {
	echo "$value: ", basename($file), ' ', implode(' ', array_filter(['first', 'second'],
		fn (string $name) => str_contains(file_get_contents($file), ";$name "))), "\n";
}
live_clean($folder);
?>
--EXPECT--
ends with 0
readers left: 0
readers left: 0
string(13) "xhprof-record"
int(2)
int(1)
int(0)
bool(true)
bool(true)
bool(true)
int(1)
first second
ends with 0
readers left: 0
readers left: 0
(none): y-none.folded second
a/b: y-a_b.folded first
