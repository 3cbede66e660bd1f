--TEST--
xhprof dump has what live processes do at this moment; of killed ones, what they died in
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../../cli/cli.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function sleeps() { echo "sleeps\n"; usleep(1000000000); }
function computes() { echo "computes\n"; for (;;) { } }
function reads() { echo "reads\n"; fgets(STDIN); }
function locks() { $file = fopen(__FILE__, "r"); echo "locks\n"; flock($file, LOCK_EX); }
$argv[1]();
');
$lock = fopen("$folder/program.php", 'r');
flock($lock, LOCK_EX);
$children = [];
foreach (['sleeps', 'computes', 'reads', 'locks'] as $what) {
	$children[$what] = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_interval=1000'), [$what]);
	fgets($children[$what]->out);
}

/* What each does, as the tool says; complete once all have come to their place. */
function doings(array $children, string $folder, string $key): ?array
{
	$all = json_decode(cli(['dump', '--json', $folder])['out'], true)['processes'] ?? [];
	$doings = [];
	foreach ($children as $what => $child) {
		foreach ($all as $process) {
			$stack = $key === 'stack' ? $process['stack'] ?? null : $process['last_stacks'][0] ?? null;
			/* One that waits may wait for a CPU before. */
			if ($process['pid'] === $child->pid && $stack !== null
				&& ($what === 'computes' || $stack['does']['kind'] !== 'cpu')) {
				$frames = array_map(fn (array $frame): string => "$frame[function]:$frame[line]", $stack['frames']);
				$doings[$what] = [implode(' ', $frames),
					$what === 'computes' ? '' : str_replace("$folder/", '', $stack['does']['text']),
					$process['is_alive'], $process['request']['method'] . ' ' . basename($process['request']['uri'])];
			}
		}
	}
	foreach (['sleeps' => 'usleep: sleeps:2', 'computes' => 'computes:3', 'reads' => 'fgets: reads:4',
		'locks' => 'flock: locks:5'] as $what => $wanted) {
		if (isset($children[$what]) && ($doings[$what][0] ?? '') !== "$wanted main():6") {
			return null;
		}
	}
	return $doings;
}

foreach (live_wait('all in place', fn () => doings($children, $folder, 'stack')) ?? [] as $what => $doing) {
	echo "$what: ", json_encode($doing), "\n";
}

echo "killed\n";
foreach ($children as $what => $child) {
	live_wait('a last sample of that', function () use ($folder, $child, $what): bool {
		$newest = array_slice(live_records(live_file($folder, $child->pid)), -1)[0] ?? ['flags' => 0];

		return $newest['flags'] & LIVE_REPEATED || ($what === 'computes' && isset($newest['weight_ns']));
	});
	proc_terminate($child->process, 9);
}
foreach (live_wait('all dead', fn () => doings($children, $folder, 'last_stacks')) ?? [] as $what => $doing) {
	echo "$what: ", json_encode($doing), "\n";
}
array_map(live_end(...), $children);
$text = cli(['dump', live_file($folder, $children['locks']->pid)])['out'];
echo preg_match('/^cli \d+  cli .*program\.php.*\n(?:    compiled .*\n)?    it was killed or '
	. 'crashed after .*\n    .*: waits .*for flock .*program\.php in flock\(\)\n     '
	. '#0 flock\n     #1 locks   .*program\.php:5\n     #2 main\(\)  .*program\.php:6\n/', $text) === 1
	? "and as a text\n" : $text;
live_clean($folder);
?>
--EXPECT--
sleeps: ["usleep: sleeps:2 main():6","sleeps: usleep()",true,"cli program.php"]
computes: ["computes:3 main():6","",true,"cli program.php"]
reads: ["fgets: reads:4 main():6","waits for pipe in fgets()",true,"cli program.php"]
locks: ["flock: locks:5 main():6","waits for flock program.php in flock()",true,"cli program.php"]
killed
sleeps: ["usleep: sleeps:2 main():6","sleeps: usleep()",false,"cli program.php"]
computes: ["computes:3 main():6","",false,"cli program.php"]
reads: ["fgets: reads:4 main():6","waits for pipe in fgets()",false,"cli program.php"]
locks: ["flock: locks:5 main():6","waits for flock program.php in flock()",false,"cli program.php"]
and as a text
