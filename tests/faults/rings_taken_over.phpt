--TEST--
A ring that takes over its reader costs no other ring a sample, is named, and gets nothing done
--SKIPIF--
<?php
require __DIR__ . '/../live/skipif.inc';
require __DIR__ . '/../format/tools.inc';
require __DIR__ . '/refuse.inc';
once_is_enough();
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

$script = strtr(<<<'PHP'
require 'TESTS/live/ring.inc';
require 'TESTS/../cli/autoload.php';
use XHProf\Fleet\Agent\{Agent, Collector, Labels};

$folder = sys_get_temp_dir() . '/' . uniqid('xhprof-rings-');
mkdir($folder);
register_shutdown_function(function () { echo "the end\n"; });
$namespace = (int) preg_replace('/\D+/', '', (string) @readlink('/proc/self/ns/pid')) + 1;
$now = 100.0;
function ring(int $pid, string $sapi): array
{
	global $folder, $namespace;
	$fake = new FakeRing($folder, ['pid' => $pid, 'start_ticks' => 7, 'pid_namespace' => $namespace, 'sapi' => $sapi, 'interval_ns' => 1000]);
	$fake->write();
	return [$fake, $fake->control()];
}
function sample(FakeRing $fake, int $i): void
{
	$fake->request($i, 'GET', '/', ['route' => 'r' . $i % 2]);
	for ($j = 0; $j < 50; $j++) {
		$fake->sample([[$fake->function("f$j", '/f.php', $i), 4], [$fake->main('/i.php'), 1]], 1000, 0, $i);
	}
	$fake->write();
}
function take(Collector $collector): string
{
	$lines = [];
	foreach ($collector->take()->parts(new Labels('shop', '', 'web1')) as $part) {
		$summary = $part->profile->summary();
		$lines[] = "{$part->series->tags['route']}: $summary[samples] samples, $summary[wall_ns] ns";
	}
	sort($lines);
	return implode('; ', $lines);
}
$collector = new Collector(XHProf\Cli\Live\Target::in($folder)->files(...), 10_000_000, 'wall', new Labels('shop', '', 'web1'), [],
	function () { global $now; return $now += 1; });
$rings = [];
$names = explode(' ', getenv('RINGS'));
for ([$i, $count] = [0, 20 + count($names)]; $i < $count; $i++) {
	$rings[] = ring(100 + $i, $i % 2 === 1 ? array_shift($names) ?? 'cli' : 'cli');
}
foreach ([1, 2, 3] as $round) {
	foreach ($rings as $i => [$fake]) {
		sample($fake, $i + 1);
	}
	for ($i = 0; $i < 9; $i++) {
		$collector->tick();
	}
	echo $collector->count(), ' rings, ', $collector->reader(), ': ', take($collector), "\n";
}
$refused = $collector->refused();
ksort($refused);
echo str_replace("$folder/", '  ', implode("\n", $refused)), $refused === [] ? '' : "\n";
$lost = $collector->lost();
echo "damaged: $lost[damaged_samples] samples, $lost[damaged_weight_ns] ns; places: ", array_sum(array_column($collector->places(), 'samples')), "\n";
array_map('unlink', glob("$folder/*"));
rmdir($folder);
PHP, ['TESTS' => dirname(__DIR__)]);

function run(array $variables, string $script): void
{
	echo json_encode($variables, JSON_UNESCAPED_SLASHES), "\n",
		end_refused(start_preloaded('take_over.c', $variables, $script, []));
}

run(['RINGS' => 'open socket execve kill output code'], $script);
run(['RINGS' => 'crash killed once hang'], $script);
run(['RINGS' => 'memory lengths records position'], $script);
run(['RINGS' => 'restless'], $script);
run(['RINGS' => 'crash', 'NO_SECCOMP' => '1'], $script);
run(['RINGS' => 'crash', 'NO_FORK' => '1'], $script);
?>
--EXPECT--
{"RINGS":"open socket execve kill output code"}
20 rings, seccomp: r0: 350 samples, 350000 ns; r1: 650 samples, 650000 ns
20 rings, seccomp: r0: 350 samples, 350000 ns; r1: 650 samples, 650000 ns
20 rings, seccomp: r0: 350 samples, 350000 ns; r1: 650 samples, 650000 ns
  101-7.data: quarantined: its reader made a forbidden system call
  103-7.data: quarantined: its reader made a forbidden system call
  105-7.data: quarantined: its reader made a forbidden system call
  107-7.data: quarantined: its reader made a forbidden system call
  109-7.data: quarantined: its reader made a forbidden system call
  111-7.data: quarantined: its reader made a forbidden system call
damaged: 300 samples, 300000 ns; places: 3000
the end
{"RINGS":"crash killed once hang"}
21 rings, seccomp: r0: 450 samples, 450000 ns; r1: 600 samples, 600000 ns
21 rings, seccomp: r0: 450 samples, 450000 ns; r1: 600 samples, 600000 ns
21 rings, seccomp: r0: 450 samples, 450000 ns; r1: 600 samples, 600000 ns
  101-7.data: quarantined: its reader crashed
  103-7.data: quarantined: its reader was killed
  107-7.data: quarantined: its reader took too long
damaged: 150 samples, 150000 ns; places: 3150
the end
{"RINGS":"memory lengths records position"}
20 rings, seccomp: r0: 400 samples, 400000 ns; r1: 600 samples, 600000 ns
20 rings, seccomp: r0: 400 samples, 400000 ns; r1: 600 samples, 600000 ns
20 rings, seccomp: r0: 400 samples, 400000 ns; r1: 600 samples, 600000 ns
  101-7.data: quarantined: its reader crashed
  103-7.data: quarantined: its reader sent an invalid answer
  105-7.data: quarantined: its reader sent an invalid answer
  107-7.data: quarantined: its reader sent an invalid answer
damaged: 200 samples, 200000 ns; places: 3000
the end
{"RINGS":"restless"}
20 rings, seccomp: r0: 450 samples, 450000 ns; r1: 550 samples, 550000 ns
20 rings, seccomp: r0: 450 samples, 450000 ns; r1: 550 samples, 550000 ns
20 rings, seccomp: r0: 450 samples, 450000 ns; r1: 550 samples, 550000 ns
  101-7.data: quarantined: its reader took too long
damaged: 50 samples, 50000 ns; places: 3000
the end
{"RINGS":"crash","NO_SECCOMP":"1"}
20 rings, limits: r0: 450 samples, 450000 ns; r1: 550 samples, 550000 ns
20 rings, limits: r0: 450 samples, 450000 ns; r1: 550 samples, 550000 ns
20 rings, limits: r0: 450 samples, 450000 ns; r1: 550 samples, 550000 ns
  101-7.data: quarantined: its reader crashed
damaged: 50 samples, 50000 ns; places: 3000
the end
{"RINGS":"crash","NO_FORK":"1"}
21 rings, none: r0: 500 samples, 500000 ns; r1: 550 samples, 550000 ns
21 rings, none: r0: 500 samples, 500000 ns; r1: 550 samples, 550000 ns
21 rings, none: r0: 500 samples, 500000 ns; r1: 550 samples, 550000 ns
damaged: 0 samples, 0 ns; places: 3150
the end
