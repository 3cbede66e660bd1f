--TEST--
xhprof run follows a script that starts PHP again in its place, by a file of all settings, and leaves its other processes alone
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (PHP_OS_FAMILY === 'Windows') die('skip needs /proc or posix');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

// As composer/xdebug-handler: all settings in a file, the same arguments, and the status of the new process.
$restart = '
function settings(bool $hasXhprof): string
{
	$file = tempnam(sys_get_temp_dir(), "ini");
	$content = $hasXhprof && getenv("MODULE") ? "extension=" . getenv("MODULE") . "\n" : "";
	foreach (ini_get_all(null, false) as $name => $value) {
		if (is_string($value)) {
			$content .= $name . "=\"" . addcslashes($value, "\\\\\"") . "\"\n";
		}
	}
	file_put_contents($file, $content);
	return $file;
}
function start(array $words, array $more = [], bool $hasXhprof = true): int
{
	$file = settings($hasXhprof);
	$process = proc_open([PHP_BINARY, "-n", "-c", $file, ...$words], [], $pipes, null, ["AGAIN" => "1"] + $more + getenv());
	$status = proc_close($process);
	unlink($file);
	return $status;
}
function in_the_first() { }
function in_the_second() { usleep(1); }
function in_a_worker() { }
if (($argv[1] ?? "") === "worker") {
	in_a_worker();
	echo "worker\n";
	exit;
}
';
$module = module_path();
putenv('MODULE=' . ($module ?? ''));
$scripts = [
	'restarted' => 'if (!getenv("AGAIN")) { in_the_first(); exit(start($argv)); }
		in_the_second(); echo "second, ", implode(" ", $argv), "\n"; start([$argv[0], "worker"]); exit(3);',
	'exec' =>
		'if (!getenv("AGAIN")) { in_the_first(); $file = settings($argv[1] !== "without"); pcntl_exec(PHP_BINARY, ["-n", "-c", $file, ...$argv], ["AGAIN" => $file] + getenv()); }
		unlink(getenv("AGAIN")); in_the_second(); echo "second\n"; exit(3);',
	'workers of other arguments' =>
		'in_the_first(); start([$argv[0], "worker"]); start([$argv[0], "worker"]); exit(3);',
	'workers of the same arguments' => 'if (getenv("AGAIN")) { in_a_worker(); echo "worker\n"; exit; }
		in_the_first(); start($argv); start($argv); start($argv); exit(3);',
	'restarted twice' => 'if (!getenv("AGAIN")) { in_the_first(); exit(start($argv)); }
		if (!getenv("TWICE")) exit(start($argv, ["TWICE" => "1"])); in_the_second(); echo "third\n"; exit(3);',
	'restarted without xhprof' =>
		'if (!getenv("AGAIN")) { in_the_first(); exit(start($argv, [], false)); } echo "second\n"; exit(3);',
];
foreach ($scripts as $what => $code) {
	if ($what === 'exec' && !extension_loaded('pcntl') && shipped_module('pcntl') === null) {
		continue;
	}
	$script = own_file('script.tmp', "<?php $restart $code");
	$file = own_file('run.json');
	@unlink($file);
	$pcntl = $what === 'exec' && !extension_loaded('pcntl') ? ['extension=' . shipped_module('pcntl')] : [];
	$result = cli(['run', '--quiet', '--out', $file, '--', $script, 'a b', "d'\"\\"], '', $pcntl);
	$functions = is_file($file) ? array_keys(read_run($file)->functions()) : ['no run'];
	echo "$what: status $result[status], ", implode(' ', preg_grep('/^in_|no run/', $functions)), "\n",
		str_replace(__DIR__ . '/', '', $result['out'] . $result['err']);
}
if ($module !== null && (extension_loaded('pcntl') || shipped_module('pcntl') !== null)) {
	$script = own_file('script.tmp', "<?php $restart {$scripts['exec']}");
	$result = cli(['run', '--out', own_file('none.json'), '--', $script, 'without'], '',
		extension_loaded('pcntl') ? [] : ['extension=' . shipped_module('pcntl')]);
	echo "exec without xhprof: status $result[status], ", $result['out'], $result['err'];
} else {
	echo "exec without xhprof: status 3, second\nxhprof: no profile was recorded: "
		. "the script starts PHP again in its place, and php.ini, by which it does so, lacks extension=xhprof\n";
}
// The same without us.
exec(escapeshellarg(PHP_BINARY) . ' -n '
	. escapeshellarg(own_file('script.tmp', "<?php $restart {$scripts['restarted']}")), $lines, $status);
echo "plain: status $status, ", str_replace(__DIR__ . '/', '', implode(', ', $lines)), "\n";
?>
--EXPECT--
restarted: status 3, in_the_second
second, run_restart.script.tmp a b d'"\
worker
exec: status 3, in_the_second
second
workers of other arguments: status 3, in_the_first
worker
worker
workers of the same arguments: status 3, in_the_first
worker
worker
worker
restarted twice: status 3, in_the_second
third
restarted without xhprof: status 3, in_the_first
second
exec without xhprof: status 3, second
xhprof: no profile was recorded: the script starts PHP again in its place, and php.ini, by which it does so, lacks extension=xhprof
plain: status 3, second, run_restart.script.tmp, worker
