--TEST--
A recording of live processes has their marks, each with its process; a trace for chrome shows them beside its calls
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
function work() { $x = 0; for ($i = 0; $i < 1000; $i++) { $x += $i; } return $x; }
function first() { work(); }
function second() { work(); }
function fails(string $class, int $times)
{
	for ($i = 0; $i < $times; $i++) { try { throw new $class("a secret"); } catch (Exception) {} }
}
[, $name, $class, $times, $garbage] = $argv;
while (!file_exists(__DIR__ . "/go")) { $name(); }
xhprof_request_begin(["method" => "JOB", "url" => $name]);
fails($class, (int) $times);
for ($i = 0; $i < (int) $garbage; $i++) { $a = new stdClass; $a->self = $a; }
unset($a);
gc_collect_cycles();
xhprof_request_end(0);
echo "done\n";
for (;;) { $name(); }
');
$children = [];
foreach ([['first', 'DomainException', '2', '100'], ['second', 'LogicException', '20', '0']] as $arguments) {
	$children[$arguments[0]] = live_start("$folder/program.php", live_settings($folder), $arguments);
}
foreach ($children as $child) {
	live_wait('a ring', fn () => ($file = live_file($folder, $child->pid)) !== null && live_header($file) !== null);
}
$tool = live_start(TOOL, ['xhprof.hook=off', 'memory_limit=-1'],
	['record', '--json', '--duration', '600s', '--interval', '2ms', '--out', "$folder/x.json", $folder]);
foreach ($children as $name => $child) {
	live_wait("samples of $name", fn () => array_filter(live_records(live_file($folder, $child->pid)),
		fn (array $record): bool => preg_grep("/^$name:/", $record['frames'] ?? []) !== []));
}
touch("$folder/go");
foreach ($children as $child) {
	echo fgets($child->out);
}
proc_terminate($tool->process, 2);
$json = json_decode(stream_get_contents($tool->out), true);
echo 'ends with ', live_end($tool), ", $json[processes] processes, $json[lost_bytes] bytes lost\n";
foreach ($children as $child) {
	proc_terminate($child->process, 9);
	live_end($child);
}

/*
 * By process: which of the functions it has, and how often each mark, but compilations, which a busy machine may have.
 */
$functions = $marks = [];
foreach (json_decode(cli(['convert', "$folder/x.json", '--format', 'chrome'])['out'], true)['traceEvents'] as $event) {
	if ($event['ph'] === 'X' && in_array($event['name'], ['first', 'second'], true)) {
		$functions[$event['pid']][$event['name']] = true;
	} elseif ($event['ph'] === 'i' && $event['cat'] !== 'compile') {
		$text = preg_replace('/^gc [\d.]+ [mµu]?s/', 'gc TIME', $event['name']);
		$marks[$event['pid']]["$event[cat]: $text"] = ($marks[$event['pid']]["$event[cat]: $text"] ?? 0) + 1;
	}
}
foreach (['first', 'second'] as $name) {
	foreach ($functions as $pid => $those) {
		if (array_keys($those) === [$name]) {
			echo "$name\n";
			ksort($marks[$pid]);
			foreach ($marks[$pid] as $text => $count) {
				echo "  $count x $text\n";
			}
		}
	}
}
live_clean($folder);
?>
--EXPECT--
done
done
ends with 0, 2 processes, 0 bytes lost
first
  2 x exception: DomainException
  1 x gc: gc TIME, 100 values freed
second
  1 x exception: 20 exceptions in this request, last: LogicException
  16 x exception: LogicException
