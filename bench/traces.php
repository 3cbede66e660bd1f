<?php
/*
 * How true the samples of a trace are, at the defaults of the tool: nginx and 4 workers of php-fpm serve requests of 8 traces, known by
 * their header traceparent, and others of none; xhprof record --trace has those of each. Linux; needs nginx, php-fpm and curl.
 *
 *   php -n -d extension=FILE -d extension=curl bench/traces.php [TIMES [SECONDS]]    so many times (5) for so long (20 s): how far the time
 *                                                                       of a trace is off the wall time of its requests, and the error that is stated
 *
 * Not a test: it depends on the machine.
 */
declare(strict_types=1);

const WORKERS = 4;
const TRACES = 8;

function loop(int $times): int { $x = 1; for ($i = 0; $i < $times; $i++) { $x = ($x * 31 + $i) & 0xffff; } return $x; }

/* The page: works and waits, as the number of its trace says, and logs from when to when. */
if (PHP_SAPI === 'fpm-fcgi') {
	$began = hrtime(true);
	$number = (int) $_GET['n'];
	for ($i = 0; $i <= $number % 4; $i++) {
		loop(60_000 * (1 + $number % 3));
		usleep(3000 * ($number % 5));
	}
	file_put_contents("$_SERVER[BENCH_LOG]." . getmypid(), "$number $began " . hrtime(true) . "\n", FILE_APPEND);
	exit;
}

function trace(int $number): string { return sprintf('%032x', 0xABC000 + $number); }

function command(string $name): string
{
	$path = trim((string) shell_exec("PATH=\$PATH:/usr/sbin:/usr/local/sbin; command -v $name"));
	return $path !== '' ? $path : exit("traces.php: there is no $name\n");
}

/* Clients, as many as workers, until killed. Number TRACES has no trace. */
if (($argv[1] ?? '') === 'load') {
	$multi = curl_multi_init();
	$add = static function () use ($multi, $argv): void {
		$number = mt_rand(0, TRACES);
		$one = curl_init("http://127.0.0.1:$argv[2]/page?n=$number");
		curl_setopt_array($one, [CURLOPT_RETURNTRANSFER => true,
			CURLOPT_HTTPHEADER => $number === TRACES ? [] : ['traceparent: 00-' . trace($number) . sprintf('-%016x-01', mt_rand(1, PHP_INT_MAX))]]);
		curl_multi_add_handle($multi, $one);
	};
	for ($i = 0; $i < WORKERS; $i++) {
		$add();
	}
	for (;;) {
		curl_multi_exec($multi, $running);
		curl_multi_select($multi, 0.05);
		while ($done = curl_multi_info_read($multi)) {
			curl_multi_remove_handle($multi, $done['handle']);
			$add();
		}
	}
}

$module = ini_get('extension') ?: '';
foreach (file('/proc/self/maps') as $line) {
	$module = preg_match('~\S+/xhprof\.so$~', rtrim($line), $found) ? $found[0] : $module;
}
$times = (int) ($argv[1] ?? 5);
$seconds = (int) ($argv[2] ?? 20);
$folder = '/dev/shm/xhprof-bench-traces-' . getmypid();
mkdir("$folder/rings", 0755, true);
mkdir("$folder/logs");
$isRoot = trim((string) shell_exec('id -u')) === '0';
array_map(fn (string $name) => $isRoot && chown("$folder/$name", 'nobody'), ['rings', 'logs']);
$socket = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr((string) strrchr(stream_socket_get_name($socket, false), ':'), 1);
fclose($socket);
file_put_contents("$folder/php.ini", "extension=$module\nxhprof.live_dir=$folder/rings\n");
file_put_contents("$folder/fpm.conf", "[global]\ndaemonize = no\nerror_log = $folder/fpm.log\n[pool]\nlisten = $folder/socket\nlisten.mode = 0666\n"
	. ($isRoot ? "user = nobody\ngroup = nogroup\n" : '') . "pm = static\npm.max_children = " . WORKERS . "\n");
file_put_contents("$folder/nginx.conf", "daemon off; pid $folder/nginx.pid; error_log $folder/nginx.log; " . ($isRoot ? 'user nobody nogroup; ' : '')
	. "worker_processes 1; events {} http { access_log off; client_body_temp_path $folder/b; proxy_temp_path $folder/p; fastcgi_temp_path $folder/f; uwsgi_temp_path $folder/u; "
	. "scgi_temp_path $folder/s; server { listen 127.0.0.1:$port; location / { fastcgi_pass unix:$folder/socket; fastcgi_param SCRIPT_FILENAME " . __FILE__ . '; '
	. "fastcgi_param REQUEST_METHOD GET; fastcgi_param QUERY_STRING \$query_string; fastcgi_param REQUEST_URI \$request_uri; fastcgi_param BENCH_LOG $folder/logs/log; } } }");
$processes = [];
$start = function (array $command, array $environment = []) use (&$processes, $folder) {
	return $processes[] = proc_open($command, [['file', '/dev/null', 'r'], ['file', "$folder/out", 'a'], ['file', "$folder/out", 'a']], $pipes, null, $environment + getenv());
};
$await = static function (callable $isDone) use ($folder): void {
	for ($i = 0; !$isDone(); $i++) {
		$i < 1000 || exit('traces.php: no server: ' . file_get_contents("$folder/fpm.log") . @file_get_contents("$folder/out"));
		usleep(10_000);
	}
};
$start([command('php-fpm' . PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION), '-c', "$folder/php.ini", '-F', '-y', "$folder/fpm.conf"], ['PHP_INI_SCAN_DIR' => '']);
$await(fn () => file_exists("$folder/socket"));
$start([command('nginx'), '-c', "$folder/nginx.conf", '-p', $folder]);
$await(fn () => @fsockopen('127.0.0.1', $port) !== false);
$load = [PHP_BINARY, '-n', ...(extension_loaded('curl') ? ['-d', 'extension=curl'] : []), __FILE__, 'load', (string) $port];
$start($load);
$await(fn () => count(glob("$folder/rings/*.data")) === WORKERS);
sleep(1);
$rings = array_map(XHProf\Ring::open(...), glob("$folder/rings/*.data"));
$isOn = fn (): int => count(array_filter($rings, fn (XHProf\Ring $ring) => $ring->status()['sampling']['is_on']));
$all = [];
for ($round = 0; $round < $times; $round++) {
	$records = [];
	for ($number = 0; $number < TRACES; $number++) {
		$records[] = $start([PHP_BINARY, '-n', '-d', "extension=$module", __DIR__ . '/../cli/bin/xhprof', 'record', "$folder/rings", '--trace', trace($number), '--duration', "{$seconds}s",
			'--out', "$folder/$number.json"]);
	}
	for (; $isOn() < WORKERS; usleep(500));
	$from = hrtime(true);
	for (; $isOn() > 0; usleep(500));
	$until = hrtime(true);
	array_map(proc_close(...), $records);
	$processes = array_slice($processes, 0, 3);
	sleep(1);
	$truth = array_fill(0, TRACES + 1, 0);
	foreach (glob("$folder/logs/*") as $file) {
		foreach (file($file) as $line) {
			[$number, $began, $ended] = array_map(intval(...), explode(' ', $line));
			$truth[$number] += max(0, min($ended, $until) - max($began, $from));
		}
	}
	for ($number = 0; $number < TRACES; $number++) {
		$summary = XHProf\Profile::load("$folder/$number.json")->summary();
		$all[] = [$number, 100 * ($summary['wall_ns'] / $truth[$number] - 1), 196 / sqrt($summary['effective_samples']), $summary['samples']];
	}
}
for ($number = 0; $number < TRACES; $number++) {
	$rows = array_values(array_filter($all, fn (array $row) => $row[0] === $number));
	printf("trace %d  off by %+.2f %% in the mean, %.2f at most; stated ± %.2f; outside of it %d of %d; %d samples each\n", $number, array_sum(array_column($rows, 1)) / count($rows),
		max(array_map(fn (array $row) => abs($row[1]), $rows)), array_sum(array_column($rows, 2)) / count($rows),
		count(array_filter($rows, fn (array $row) => abs($row[1]) > $row[2])), count($rows), array_sum(array_column($rows, 3)) / count($rows));
}
printf("all      off by %+.2f %% in the mean; outside of the error %d of %d\n", array_sum(array_column($all, 1)) / count($all), count(array_filter($all, fn (array $row) => abs($row[1]) > $row[2])), count($all));
foreach (array_reverse($processes) as $process) {
	proc_terminate($process);
	proc_close($process);
}
exec('rm -r ' . escapeshellarg($folder));
