--TEST--
xhprof dump, record and live read a process without a ring from outside, say so, and leave nothing behind
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (getenv('SKIP_SLOW_TESTS')) die('skip slow: it is of the command');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../cli/cli.inc';

$shape = fn (string $text): string => preg_replace(['~\b(cli|process) \d+~', '~for \S+ m?s( +\S+ [KM]iB)?~',
	'~PHP \d+\.\d+\.\d+\w*~', '~ +~', '~\S*/~', '~^\d.* CPU$~m'], ['$1 N', 'for T', 'PHP V', ' ', '', 'COUNTS'], $text);
// Each command notes its number: other tests, too, run commands, kill some, and leave folders.
$pids = own_file('pids', '');
$note = own_file('note.inc', "<?php\nfile_put_contents('$pids', getmypid() . \"\\n\", FILE_APPEND);\n");
$xhprof = fn (string ...$arguments): array => cli($arguments, '', ["auto_prepend_file=$note"]);
file_put_contents($program = __DIR__ . '/commands_program.inc',
	"<?php\nfunction waits(): void\n{\n\techo \"1\\n\";\n\tfgets(STDIN);\n}\nwaits();\n");
$child = attach_start_file($program);
fgets($child->out);
$result = $xhprof('dump', (string) $child->pid);
echo $shape($result['out']), $result['err'];
$data = json_decode($xhprof('dump', (string) $child->pid, '--json')['out'], true)['processes'][0];
echo json_encode([$data['is_from_outside'], $data['is_alive'], $data['stack']['flags'],
	count($data['stack']['frames'])]), "\n";
$file = own_file('recorded.json');
foreach (tries() as $factor) {
	$result = $xhprof('record', (string) $child->pid, '--duration', "{$factor}s", '--interval', '5ms', '--out', $file);
	if (is_file($file)) {
		break;
	}
}
echo implode("\n", preg_grep('/^sampled/', explode("\n", $result['out'] . $result['err']))), "\n";
echo implode(' ', array_keys(read_run($file)->functions())), ' ', read_run($file)->summary()['cpu_ns'], " ns of CPU\n";
$page = explode("\n", $xhprof('live', (string) $child->pid, '--duration', '1s')['out']);
echo $page[2], "\n", $page[3], "\n";
$live = json_decode($xhprof('live', (string) $child->pid, '--duration', '1s', '--json')['out'], true);
echo implode(' ', array_column($live['workers'] ?? $live['processes'] ?? [], 'state')), "\n";
attach_end($child);
echo $shape($xhprof('dump', (string) $child->pid)['err']);
$commands = array_map(intval(...), file($pids));
$left = array_map(fn (int $pid): array => [...glob("/dev/shm/xhprof-outside-$pid-*"),
	...glob(sys_get_temp_dir() . "/xhprof-outside-$pid-*")], $commands);
echo json_encode([count($commands) >= 6, array_merge(...$left)]), "\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/commands_program.inc');
?>
--EXPECT--
cli N from outside, PHP V cli commands_program.inc for T
 waits for pipe in fgets()
 #0 fgets
 #1 waits commands_program.inc:5
 #2 main() commands_program.inc:7
[true,true,["off_cpu","dump"],3]
sampled by xhprof from outside: the process has no ring that can be read
{pipe} main() waits fgets 0 ns of CPU
wall time every 40.0 ms, by xhprof from outside
no ring, so no tags: set xhprof.live_dir=/dev/shm/xhprof in php.ini
running
xhprof: there is no process N
 for a process of another container, give the folder of its rings
[true,[]]
