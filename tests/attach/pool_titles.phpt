--TEST--
The workers of a pool are children of a master that runs their program: a title alone makes none
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (!is_executable('/bin/bash')) die('skip needs bash');
if (function_exists('cli_set_process_title') === false) die('skip no titles');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../../cli/autoload.php';

$folder = live_folder(__FILE__, 0700);
$pool = 'titles' . getmypid();
$php = escapeshellarg(PHP_BINARY);
$titled = static fn (string $title): string => "cli_set_process_title('$title'); echo getmypid(), \"\\n\";";
$worker = $titled("php-fpm: pool $pool") . ' fgets(STDIN);';
file_put_contents("$folder/worker.php", "<?php $worker");
$children = [
	// A master with a worker, and with a child of another program.
	'worker' => attach_start($titled('php-fpm: master process (x)') . " \$a = proc_open([PHP_BINARY, '-n', '$folder/worker.php'], [], \$p);
		\$b = proc_open(['/bin/bash', '-c', 'echo $$; exec -a \"php-fpm: pool $pool\" sleep 1000'], [], \$p); fgets(STDIN); proc_terminate(\$b);"),
	'nobody\'s child' => attach_start($worker),
	'a child of no master' => attach_start($titled('php: master process (x)')
		. " \$a = proc_open([PHP_BINARY, '-n', '$folder/worker.php'], [], \$p); fgets(STDIN);"),
];
$names = [];
foreach ($children as $name => $child) {
	for ($i = $name === 'worker' ? 3 : ($name === 'nobody\'s child' ? 1 : 2); $i > 0; $i--) {
		$names[(int) fgets($child->out)] = $name;
	}
}
live_wait('titles', fn (): bool => count(preg_grep(XHProf\Cli\Live\FpmPool::pattern($pool), array_map(
	'file_get_contents', array_map(fn (int $pid): string => "/proc/$pid/cmdline", array_keys($names))))) === 4);

$settings = module_path() === null ? [] : ['-d', 'extension=' . module_path()];
$outside = proc_open([PHP_BINARY, '-n', ...$settings, __DIR__ . '/../../cli/outside.php', $folder,
	XHProf\Cli\Live\FpmPool::pattern($pool)], [['pipe', 'r'], ['pipe', 'w']], $pipes);
echo fgets($pipes[1]);
foreach (glob("$folder/*.data") as $file) {
	echo $names[(int) basename($file)], "\n";
}
array_map(fclose(...), $pipes);
proc_close($outside);
array_map(attach_end(...), $children);
@mkdir($folder);
live_clean($folder);
?>
--EXPECT--
{"attached":1,"refused":{}}
worker
