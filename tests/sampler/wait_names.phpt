--TEST--
What a thread sleeps in is a leaf of the profile: by its server, file, lock or child, by signals and at safe points
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/syscall')) die('skip needs /proc/self/syscall');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

const NAMES = ['sleep' => '{sleep}', 'tcp' => '{tcp SERVER}', 'unix' => '{unix FOLDER/server}',
	'abstract' => '{unix @FOLDER/server}', 'pair' => '{socketpair}', 'flock' => '{flock sess_abcd…}',
	'file' => '{flock FOLDER/file}', 'fifo' => '{fifo FOLDER/fifo}', 'child' => '{child sleep}',
	'pipe' => '{child sleep}', 'select' => '{tcp SERVER}', 'nothing' => '{signal}'];

$folder = sys_get_temp_dir() . '/xhprof-wait_names-' . getmypid();
mkdir($folder);
posix_mkfifo("$folder/fifo", 0600);
touch($lock = "$folder/sess_abcdef0123456789");

/* Ends by itself, without the program's shutdown. */
function child(callable $run): int
{
	$pid = pcntl_fork();
	if ($pid === 0) {
		$run();
		posix_kill(getmypid(), SIGKILL);
	}
	return $pid;
}

/* Another process has the lock by then, and drops it as it ends. */
function locked(string $lock, int $factor): mixed
{
	[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	child(function () use ($lock, $theirs, $factor) {
		$file = fopen($lock, 'r+');
		flock($file, LOCK_EX);
		fwrite($theirs, 'x');
		usleep(200000 * $factor);
	});
	fread($ours, 1);
	return fopen($lock, 'r+');
}

$tcp = stream_socket_server('tcp://127.0.0.1:0');
$name = stream_socket_get_name($tcp, false);
$unix = stream_socket_server("unix://$folder/server");
$abstract = stream_socket_server("unix://\0$folder/server");
$read = function ($socket, int $factor) { stream_set_timeout($socket, 0, 200000 * $factor); fread($socket, 1); };
$waits = [
	'sleep' => fn ($factor) => usleep(200000 * $factor),
	'tcp' => fn ($factor) => $read(stream_socket_client("tcp://$name"), $factor),
	'unix' => fn ($factor) => $read(stream_socket_client("unix://$folder/server"), $factor),
	'abstract' => fn ($factor) => $read(stream_socket_client("unix://\0$folder/server"), $factor),
	'pair' => function ($factor) use ($read) {
		$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
		$read($pair[0], $factor);
	},
	'flock' => fn ($factor) => flock(locked($lock, $factor), LOCK_EX),
	'file' => fn ($factor) => flock(locked("$folder/file", $factor), LOCK_SH),
	'fifo' => function ($factor) use ($folder) {
		$writer = child(function () use ($folder, $factor) { usleep(200000 * $factor); fopen("$folder/fifo", 'w'); });
		fopen("$folder/fifo", 'r');
		pcntl_waitpid($writer, $status); // else it may be the next one's
	},
	/* To start a child may take longer than to wait for it. */
	'child' => fn ($factor) => proc_close(proc_open(['sleep', (string) (0.2 * $factor)], [], $pipes)),
	'pipe' => fn ($factor) => shell_exec('exec sleep ' . 0.2 * $factor),
	'select' => function ($factor) use ($tcp, $name) {
		$sockets = [stream_socket_client("tcp://$name")];
		$none = null;
		stream_select($sockets, $none, $none, 0, 200000 * $factor);
	},
	'nothing' => fn ($factor) => @pcntl_sigtimedwait([SIGUSR1], $info, intdiv($factor, 4),
		200000000 * ($factor % 4 + 1)),
];
touch("$folder/file");
foreach ($waits as $what => $wait) {
	foreach (['signal', 'interrupt'] as $engine) {
		foreach (tries() as $factor) {
			xhprof_sample_enable(['interval' => 1000, 'engine' => $engine]);
			$wait($factor);
			$names = array_map(fn (string $function): string => strtr($function,
				[$folder => 'FOLDER', $name => 'SERVER']), array_keys(xhprof_stop()->functions()));
			if (in_array(NAMES[$what], $names, true)) {
				break;
			}
		}
		echo in_array(NAMES[$what], $names, true) ? '' : "$what by $engine: " . implode(' ', $names) . "\n";
	}
}
while (pcntl_wait($status) > 0) {
}
/* The classic array is that of other versions. */
xhprof_sample_enable(['interval' => 1000]);
usleep(50000);
var_dump(array_filter(xhprof_sample_disable(), fn (string $stack): bool => str_contains($stack, '{sleep}')));
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
array(0) {
}
