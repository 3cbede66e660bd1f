--TEST--
Short sleeps, system calls and forks have a part of the time, and times of functions add up to those that went by
--EXTENSIONS--
pcntl
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
/* How large the parts are is for bench/sample.php --limits: it needs a clock. */
require __DIR__ . '/sample.inc';

function tiny(): void { for ($i = 0; $i < 20; $i++) usleep(20); }
function longer(): void { usleep(4000); }
function spins(): int { $x = 1; for ($i = 0; $i < 20000; $i++) $x = ($x * 31 + $i) & 0xffff; return $x; }
function in_kernel(): void
{
	static $file;
	$file ??= fopen('/dev/zero', 'r');
	stream_set_read_buffer($file, 0);
	fread($file, 1 << 20);
}
function forks(): void { if (($child = pcntl_fork()) === 0) ends(); pcntl_waitpid($child, $status); }
function ends(): void { pcntl_exec('/bin/true'); exit; }

/* A function that did not have its time has hardly a sample in as long as a test may take. */
const ENOUGH_NS = 20_000_000;

/* Own times of all functions, by their nodes. */
function sums(XHProf\Profile $profile): array
{
	$nodes = $profile->nodes();
	return [array_sum(array_column($nodes, 'own_wall_ns')), array_sum(array_column($nodes, 'own_cpu_ns'))];
}

$memory = array_map(fn() => str_repeat('x', 1 << 20), range(1, 60));
$programs = [
	'naps' => [['tiny', 'longer', 'spins'], ['tiny', 'spins']],
	'kernel' => [['in_kernel', 'spins'], ['in_kernel', 'spins']],
	'forks' => [['forks', 'spins'], ['pcntl_fork', 'spins']],
];
foreach ($programs as $name => [$functions, $wanted]) {
	foreach ([['wall', 'auto'], ['cpu', 'auto'], ['wall', 'interrupt']] as [$clock, $engine]) {
		$found = array_fill_keys([...$functions, ...$wanted], ['wall_ns' => 0, 'cpu_ns' => 0]);
		foreach (tries() as $factor) {
			$before = cpu_seconds();
			xhprof_sample_enable(['clock' => $clock, 'engine' => $engine, 'interval' => 1000]);
			for ($i = 0; $i < 20 * $factor; $i++) {
				foreach ($functions as $function) $function();
			}
			$profile = xhprof_stop();
			$used_ns = 1e9 * (cpu_seconds() - $before);
			$summary = $profile->summary();
			if (sums($profile) !== [$summary['wall_ns'], $summary['cpu_ns']]) {
				echo "$name, $clock, $engine: not whole\n";
			}
			/* The process has a helper thread, too. */
			if ($summary['cpu_ns'] > $used_ns + 2_000_000) {
				echo "$name, $clock, $engine: $summary[cpu_ns] ns, and $used_ns used\n";
			}
			foreach ($found as $function => $times) {
				foreach ($times as $time => $ns) {
					$found[$function][$time] += $profile->functions()[$function][$time] ?? 0;
				}
			}
			$lacking = array_filter($wanted, fn($function) => $found[$function]['cpu_ns'] < ENOUGH_NS);
			if ($clock === 'wall') {
				array_push($lacking,
					...array_filter($functions, fn($function) => $found[$function]['wall_ns'] < ENOUGH_NS));
			}
			if ($lacking === []) {
				break;
			}
		}
		echo $lacking === [] ? '' : "$name, $clock, $engine: hardly " . implode(' ', $lacking) . "\n";
	}
}
echo "done\n";
?>
--EXPECT--
done
