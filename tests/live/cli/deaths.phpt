--TEST--
slow and dump say by which signal php-fpm's workers died, and where they were seen last; live and dump say that one is stopped
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require_once __DIR__ . '/../../helper.inc';
require __DIR__ . '/../../sampler/skipif.inc';
need_wall_by_signal();
if (fpm_binary() === null) die('skip needs the php-fpm of this PHP');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../../cli/cli.inc';

$folder = live_folder(__FILE__);
mkdir("$folder/rings", 0755);
$isRoot = posix_geteuid() === 0;
if ($isRoot) {
	chown("$folder/rings", 'nobody'); // as workers are; the master stays root
	chmod($folder, 0755);
}
file_put_contents("$folder/page.php", '<?php
function waits_long() { for (;;) { usleep(600000000); } }
waits_long();
');
file_put_contents("$folder/fpm.conf", "[global]\nerror_log=$folder/fpm.log\n"
	. "daemonize=no\n[patient]\nuser=nobody\nlisten=$folder/patient\nlisten.mode=0666\n"
	. "pm=static\npm.max_children=2\n[strict]\nuser=nobody\nlisten=$folder/strict\nlisten.mode=0666\npm=static\n"
	. "pm.max_children=1\nrequest_terminate_timeout=1s\n");

/* A request by FastCGI, which is never answered. */
function request(string $pool, string $uri)
{
	global $folder;
	$stream = live_connect("unix://$folder/$pool");
	$body = '';
	foreach (['SCRIPT_FILENAME' => "$folder/page.php", 'REQUEST_METHOD' => 'GET',
		'REQUEST_URI' => $uri] as $name => $value) {
		$body .= chr(strlen($name)) . chr(strlen($value)) . $name . $value;
	}
	$record = fn (int $type, string $content) => pack('CCnnCC', 1, $type, 1, strlen($content), 0, 0) . $content;
	fwrite($stream, $record(1, pack('nCx5', 1, 0)) . $record(4, $body) . $record(4, '') . $record(5, ''));

	return $stream;
}

/* The worker that runs that request, once its newest sample is one of its wait. */
function worker(string $uri): int
{
	global $folder;

	return (int) live_wait("a worker at $uri", function () use ($folder, $uri): ?int {
		foreach (glob("$folder/rings/*.data") as $file) {
			$header = live_header($file);
			if (($header['slot']['uri'] ?? '') === $uri && str_starts_with(
				implode(' ', array_slice(live_records($file), -1)[0]['frames'] ?? []), 'usleep:0 waits_long:')) {
				return $header['pid'];
			}
		}
		return null;
	});
}

function stop(int $pid): void
{
	posix_kill($pid, SIGSTOP);
	live_wait('it stops', fn () => preg_match('/\) [TZ] /', (string) @file_get_contents("/proc/$pid/stat")) === 1);
}

$module = module_path();
$master = proc_open([fpm_binary(), '-n', ...($module === null ? [] : ['-d', "extension=$module"]), '-d',
	"xhprof.live_dir=$folder/rings", '-d', 'xhprof.live_interval=1000', ...($isRoot ? ['-R'] : []), '-F', '-y',
	"$folder/fpm.conf"], [['file', '/dev/null', 'r'], ['file', "$folder/out", 'w'], ['redirect', 1]], $pipes);
$streams = [request('patient', '/crashes'), request('patient', '/killed')];
$crashes = worker('/crashes');
$killed = worker('/killed');

stop($killed);
$live = cli(['live', "$folder/rings", '--duration', '1s'])['out'];
preg_match_all('/1 stopped|\d of \d processes is stopped.*$/m', $live, $found);
echo implode("\n", $found[0]), "\n";
echo preg_match('/^ *\d+ +stopped .* \/killed$/m', $live) === 1 ? "the row says it\n" : $live;
echo preg_match("/\/killed.*\n +(it is stopped.*)\n/", cli(['dump', "$folder/rings"])['out'], $found) === 1
	? str_replace((string) $killed, 'PID', $found[1]) : 'NO', "\n";

// The log is older than this start of a container, where processes have the same numbers each time.
file_put_contents("$folder/fpm.log", "[01-Jan-2020 00:00:00] WARNING: [pool patient] child $killed, "
	. "script '/x.php' (request: \"GET /x\") execution timed out (1.5 sec), terminating\n", FILE_APPEND);
/* The master stands still until the third request is sampled: a second may be too short for that. */
$pid = proc_get_status($master)['pid'];
live_wait('all workers', fn () => count(explode(' ', trim(file_get_contents("/proc/$pid/task/$pid/children")))) === 3);
stop($pid);
$streams[] = request('strict', '/takes-too-long');
array_map(worker(...), ['/crashes', '/takes-too-long']); // a dump interrupts what sleeps
posix_kill($crashes, SIGSEGV);
posix_kill($killed, SIGKILL);
posix_kill($pid, SIGCONT);
$data = live_wait('all deaths', function () use ($folder): ?array {
	$rows = json_decode(cli(['slow', '--json', "$folder/rings"])['out'], true)['slow'] ?? [];
	$dead = array_filter($rows, fn (array $row): bool => $row['death'] !== null);

	return count($dead) >= 3 ? $dead : null;
});
usort($data, fn (array $a, array $b): int => $a['uri'] <=> $b['uri']);
foreach ($data as $row) {
	echo "$row[uri]: {$row['death']['signal']} by ", json_encode($row['death']['by']), ", $row[last_in]\n";
}
$text = cli(['slow', "$folder/rings"])['out'];
/* Behind that, a line also has the time of compiling, if it was 1 % of the request: where the machine is busy. */
preg_match_all('/^ +((?:ended|killed) .*? from(?: waits_long)?)(?:$|; compiled|;$)/m', $text, $found);
sort($found[1]);
echo implode("\n", $found[1]), "\n";
preg_match_all('/it was ended by [\w: ]+ after/', cli(['dump', "$folder/rings"])['out'], $found);
sort($found[0]);
echo implode("\n", $found[0]), "\n";

/* What no log says. */
stop($pid); // it starts no worker any more, one that has no ring yet
$workers = array_map(intval(...), explode(' ', trim(file_get_contents("/proc/$pid/task/$pid/children"))));
proc_terminate($master, 9);
array_map(fn (int $worker) => posix_kill($worker, SIGKILL), $workers);
live_wait('their end', fn () => !proc_get_status($master)['running'] && array_filter($workers,
	fn (int $worker) => preg_match('/\) [^ZX] /', (string) @file_get_contents("/proc/$worker/stat")) === 1) === []);
echo implode("\n", array_unique(preg_match_all('/^ +(killed or.*? waits_long)(?:$|; compiled|;$)/m',
	cli(['slow', "$folder/rings"])['out'], $found) > 0 ? $found[1] : [])), "\n";
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
1 stopped
1 of 2 processes is stopped (state T): kill -CONT PID lets it continue
the row says it
it is stopped (state T): kill -CONT PID lets it continue
/crashes: SIGSEGV by null, usleep from waits_long
/killed: SIGKILL by null, usleep from waits_long
/takes-too-long: SIGTERM by "request_terminate_timeout", usleep from waits_long
ended by SIGKILL, last seen in usleep from waits_long
ended by SIGSEGV, last seen in usleep from waits_long
ended by SIGTERM: request_terminate_timeout, last seen in usleep from
it was ended by SIGKILL after
it was ended by SIGSEGV after
it was ended by SIGTERM: request_terminate_timeout after
killed or crashed, last seen in usleep from waits_long
