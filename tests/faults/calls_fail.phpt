--TEST--
Each open, write, rename and start of a thread or process of ours fails in turn, and the program prints and ends as without us
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
if (module_path() === null) die('skip the module is part of PHP');
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';
require __DIR__ . '/../request/trigger/auto.inc';

const ERRNOS = ['EPERM' => 1, 'EAGAIN' => 11, 'EMFILE' => 24, 'EFBIG' => 27, 'ENOSPC' => 28]; // of Linux
const ERRORS = ['open' => ['EMFILE', 'EPERM', 'ENOSPC'], 'write' => ['ENOSPC', 'EFBIG'],
	'rename' => ['EPERM', 'ENOSPC'], 'start' => ['EAGAIN', 'EPERM']];
const PROGRAM = '
function work($n) { for ($i = 0, $x = []; $i < 2000; $i++) { $x[] = str_repeat("x", $n); } return $n > 0 ? work($n - 1) : count($x); }
echo work(3), "\n";
%s
register_shutdown_function(function () { echo "shutdown\n"; });
exit(work(2) === 2000 ? 7 : 8);
';

/* The settings, and what the program does beside. */
$ways = [
	'calls' => [['xhprof.auto=always', 'xhprof.auto_mode=timeline', 'xhprof.auto_formats=json,html,xhprof',
		'xhprof.keep=5'], ''],
	'samples' => [['xhprof.auto=always', 'xhprof.auto_mode=hier,sample', 'xhprof.sampling_interval=1000'], ''],
	'live' => [['xhprof.live_dir=FOLDER', 'xhprof.live_interval=1000'], ''],
	'functions' =>
		[[], '@xhprof_enable(XHPROF_FLAGS_TIMELINE, ["log" => "FOLDER/log", "events" => ["page-faults"]]); work(1); @xhprof_disable();
		foreach ([true, false] as $wait) { try { xhprof_heap_snapshot("FOLDER/$wait.heap", ["wait" => $wait]); } catch (Throwable) { } }'],
];

$folder = fresh_folder(__FILE__);
$run = function (string $name, string $fail) use ($ways, $folder): array {
	static $number = 0;
	$own = "$folder/" . ++$number;
	mkdir($own);
	[$settings, $more] = array_map(fn ($texts) => str_replace('FOLDER', $own, $texts), $ways[$name]);
	$started = start_preloaded('fail.c', ['FAIL' => $fail, 'FAIL_COUNTS' => "$own.counts"], sprintf(PROGRAM, $more),
		["xhprof.output_dir=$own", "error_log=$own.log", 'log_errors=1', 'display_errors=1',
			'xhprof.hook=' . xhprof_info()['hook'], ...$settings]);
	return [$started, $own];
};
foreach (array_keys($ways) as $name) {
	[$started, $own] = $run($name, '');
	$plain = end_refused($started);
	$most = [];
	foreach (file("$own.counts") as $line) {
		$most = array_map(max(...), explode(' ', trim($line)), $most ?: [0, 0, 0, 0]);
	}
	$cases = [];
	foreach (array_keys(ERRORS) as $i => $kind) {
		foreach (ERRORS[$kind] as $error) {
			for ($call = 1; $call <= $most[$i]; $call++) {
				$cases["$kind:$call:" . ERRNOS[$error]] = "$name: $kind $call, $error";
			}
		}
	}
	$bad = [];
	foreach (array_chunk($cases, 4, true) as $some) {
		$running = [];
		foreach ($some as $fail => $case) {
			$running[$case] = $run($name, $fail);
		}
		foreach ($running as $case => [$started, $own]) {
			$said = end_refused($started);
			// a snapshot writer
			for ($end = hrtime(true) + 180e9;
				($left = glob("$own/{*,.*}.tmp", GLOB_BRACE)) && hrtime(true) < $end; usleep(1000));
			if ($said !== $plain || $left) {
				$bad[] = "$case: $said" . implode(' ', $left) . "\n" . @file_get_contents("$own.log");
			}
		}
	}
	echo "== $name: ", array_sum($most) > 9 ? 'ten calls or more' : 'NONE', "\n", $plain, implode($bad);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/calls_fail.tmp');
?>
--EXPECT--
== calls: ten calls or more
2000
shutdown
exit status 7
== samples: ten calls or more
2000
shutdown
exit status 7
== live: ten calls or more
2000
shutdown
exit status 7
== functions: ten calls or more
2000
shutdown
exit status 7
