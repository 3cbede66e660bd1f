--TEST--
php-fpm leaves no rings of the workers that it ends, by SIGTERM or SIGQUIT; after a reload dump shows none of them as dead
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../helper.inc';
if (fpm_binary() === null) die('skip needs the php-fpm of this PHP');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../../cli/cli.inc';

$folder = live_folder(__FILE__);
mkdir("$folder/rings", 0755);
if (posix_geteuid() === 0) {
	chown("$folder/rings", 'nobody'); // as workers are; the master stays root
	chmod($folder, 0755);
}
file_put_contents("$folder/page.php", '<?php echo "pid ", getmypid(), "\n"; usleep(20000);');
file_put_contents("$folder/fpm.conf",
	"[global]\nerror_log=$folder/fpm.log\ndaemonize=no\n[www]\nuser=nobody\nlisten=$folder/socket\nlisten.mode=0666\n"
		. "pm=static\npm.max_children=4\n");

/* A request by FastCGI; the stream of its answer. */
function request(array $params)
{
	global $folder;
	$stream = live_connect("unix://$folder/socket");
	$params += ['SCRIPT_FILENAME' => "$folder/page.php", 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/page'];
	$body = '';
	foreach ($params as $name => $value) {
		$body .= chr(strlen($name)) . chr(strlen($value)) . $name . $value;
	}
	$record = fn (int $type, string $content) => pack('CCnnCC', 1, $type, 1, strlen($content), 0, 0) . $content;
	fwrite($stream, $record(1, pack('nCx5', 1, 0)) . $record(4, $body) . $record(4, '') . $record(5, ''));

	return $stream;
}

/* Has each of four workers make its ring. All answers are there: no request waits. */
function make_rings(): void
{
	global $folder;
	live_wait('four rings', function () use ($folder) {
		$streams = array_map(fn () => request([]), range(1, 4));
		array_map(stream_get_contents(...), $streams);
		return count(glob("$folder/rings/*.data")) === 4;
	});
}

/* Starts a master with four workers. */
function master()
{
	global $folder;
	$module = module_path();
	$process = proc_open([fpm_binary(), '-n', ...($module === null ? [] : ['-d', "extension=$module"]),
		'-d', "xhprof.live_dir=$folder/rings", '-R', '-F', '-y', "$folder/fpm.conf"],
		[['file', '/dev/null', 'r'], ['file', "$folder/out", 'w'], ['redirect', 1]], $pipes);
	make_rings();

	return $process;
}

function finish($process, int $signal): int
{
	global $folder;
	proc_terminate($process, $signal);
	live_wait('its end', fn () => !proc_get_status($process)['running']);

	return count(glob("$folder/rings/*"));
}

foreach ([15 => 'SIGTERM', 3 => 'SIGQUIT'] as $signal => $name) {
	echo "$name: ", finish(master(), $signal), " files left\n";
}

echo "a reload\n";
$process = master();
proc_terminate($process, 12);
live_wait('the sweep', fn () => glob("$folder/rings/*") === []);
echo "none left\n";

echo "a worker killed between two requests\n";
make_rings();
live_wait('idle', fn () => array_unique(array_map(fn (string $file) => live_header($file)["slot"]["state"] ?? null,
	glob("$folder/rings/*.data"))) === ['idle']);
$killed = (int) basename(glob("$folder/rings/*.data")[0]);
posix_kill($killed, 9);
live_wait('its end', fn () => !posix_kill($killed, 0));
$processes = json_decode(cli(['dump', '--json', "$folder/rings"])['out'], true)['processes'];
echo count(glob("$folder/rings/*.data")), ' rings, ', count($processes), ' processes, ',
	in_array($killed, array_column($processes, 'pid'), true) ? 'with it' : 'without it', "\n";
$file = glob("$folder/rings/$killed-*.data")[0];
echo str_replace($file, 'FILE', cli(['dump', $file])['err']);
finish($process, 3);
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
SIGTERM: 0 files left
SIGQUIT: 0 files left
a reload
none left
a worker killed between two requests
4 rings, 3 processes, without it
xhprof: no process of FILE is alive, and none died in a request
