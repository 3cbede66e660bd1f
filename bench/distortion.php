<?php
/**
 * How far profilers bend what they measure: the same work as many calls and as one loop, in known shares.
 *
 *     php bench/distortion.php --module build/bench/modules/xhprof.so
 *
 * Prints by how many percentage points the share that a profiler reports for the calls is off, the largest
 * over true shares of 10 % to 90 %, and its mean. What is true is timed in a process without any profiler.
 */

declare(strict_types=1);

namespace Bench\Distortion;

const RUNS = 15;
const PROGRAM_US = 1000;

function leaf_empty(): void
{
}

function leaf_small(int $x): int
{
	return ($x * 31 + 7) % 1009 ^ $x >> 3;
}

function leaf_medium(int $x): int
{
	for ($i = 0; $i < 10; $i++) {
		$x = $x * 31 % 1009;
	}
	return $x;
}

function leaf_large(int $x): int
{
	for ($i = 0; $i < 60; $i++) {
		$x = $x * 31 % 1009;
	}
	return $x;
}

function nested_1(int $x): int
{
	return nested_2($x) + 1;
}

function nested_2(int $x): int
{
	return nested_3($x) + 1;
}

function nested_3(int $x): int
{
	return $x % 1009;
}

/** Many calls; one function for each kind of them. */
function calls_empty(int $count): void
{
	while ($count-- > 0) {
		leaf_empty();
	}
}

function calls_small(int $count): void
{
	while ($count-- > 0) {
		leaf_small($count);
	}
}

function calls_medium(int $count): void
{
	while ($count-- > 0) {
		leaf_medium($count);
	}
}

function calls_large(int $count): void
{
	while ($count-- > 0) {
		leaf_large($count);
	}
}

function calls_nested(int $count): void
{
	while ($count-- > 0) {
		nested_1($count);
	}
}

function calls_internal(int $count): void
{
	while ($count-- > 0) {
		\abs($count);
	}
}

function calls_internal_large(int $count): void
{
	while ($count-- > 0) {
		\md5('a string to make a digest of');
	}
}

/** The one loop. */
function loop(int $count): int
{
	$x = 1;
	while ($count-- > 0) {
		$x = $x * 31 % 1009;
	}
	return $x;
}

const KINDS = ['empty', 'small', 'medium', 'large', 'nested', 'internal', 'internal_large'];
const SHARES = [0.1, 0.3, 0.5, 0.7, 0.9];

function fastest(callable $run, int $count): int
{
	$fastest = PHP_INT_MAX;
	for ($i = 0; $i < RUNS; $i++) {
		$start = hrtime(true);
		$run($count);
		$fastest = min($fastest, hrtime(true) - $start);
	}

	return $fastest;
}

/** In the process without a profiler: how many rounds of both make each share, and what share that is. */
function plan(): array
{
	$loop_ns = fastest(__NAMESPACE__ . '\loop', 20000) / 20000;
	$plan = [];
	foreach (KINDS as $kind) {
		$calls = __NAMESPACE__ . "\\calls_$kind";
		$call_ns = fastest($calls, 5000) / 5000;
		foreach (SHARES as $share) {
			$one = ['kind' => $kind, 'calls' => (int) (PROGRAM_US * 1000 * $share / $call_ns),
				'loops' => (int) (PROGRAM_US * 1000 * (1 - $share) / $loop_ns)];
			$calls_ns = fastest($calls, $one['calls']);
			$loops_ns = fastest(__NAMESPACE__ . '\loop', $one['loops']);
			$plan[] = $one + ['share' => $calls_ns / ($calls_ns + $loops_ns)];
		}
	}

	return $plan;
}

/** In a profiler's process: the same, and the shares as it reports them. */
function report(array $plan, string $enable, string $disable): array
{
	$shares = [];
	foreach ($plan as $one) {
		$fastest = ['calls' => PHP_INT_MAX, 'loop' => PHP_INT_MAX];
		for ($i = 0; $i < RUNS; $i++) {
			$rows = profile($one, $enable, $disable);
			foreach ($rows as $name => $row) {
				// Tideways leaves the caller out where that is main().
				$callee = preg_replace('/^.*==>/', '', $name);
				$which = $callee === __NAMESPACE__ . "\\calls_{$one['kind']}" ? 'calls'
					: ($callee === __NAMESPACE__ . '\loop' ? 'loop' : null);
				if ($which !== null) {
					$fastest[$which] = min($fastest[$which], $row['wt']);
				}
				if ($row['wt'] < 0) {
					fwrite(STDERR, "NEGATIVE: $name {$row['wt']}\n");
				}
			}
		}
		$shares[] = $fastest['calls'] / max(1, $fastest['calls'] + $fastest['loop']);
	}

	return $shares;
}

function profile(array $one, string $enable, string $disable): array
{
	eval($enable);
	(__NAMESPACE__ . "\\calls_{$one['kind']}")($one['calls']);
	loop($one['loops']);

	return eval("return $disable");
}

/** Xdebug profiles all of a process: each call of both functions is in its file, with what it took. */
function report_of_file(array $plan, callable $run): array
{
	$shares = [];
	foreach ($plan as $one) {
		$text = $run($one);
		$fastest = ['calls' => PHP_INT_MAX, 'loop' => PHP_INT_MAX];
		$names = [];
		$callee = null;
		foreach (explode("\n", $text) as $line) {
			if (preg_match('/^(c?)fn=\((\d+)\)(?: (.*))?$/', $line, $match)) {
				$names[$match[2]] = $match[3] ?? $names[$match[2]];
				$callee = $match[1] === 'c' ? $names[$match[2]] : null;
			} elseif ($callee !== null && !str_starts_with($line, 'calls=')) {
				$which = str_ends_with($callee, "calls_{$one['kind']}") ? 'calls'
					: (str_ends_with($callee, '\loop') ? 'loop' : null);
				if ($which !== null) {
					$fastest[$which] = min($fastest[$which], (int) explode(' ', $line)[1]);
				}
				$callee = null;
			}
		}
		$shares[] = $fastest['calls'] / max(1, $fastest['calls'] + $fastest['loop']);
	}

	return $shares;
}

/** @return list<float> what a process prints as JSON */
function ask(array $ini, array $arguments): array
{
	$command = [PHP_BINARY, '-n'];
	foreach ($ini as $setting) {
		array_push($command, '-d', $setting);
	}
	$process = proc_open([...$command, __FILE__, ...$arguments], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
	fclose($pipes[0]);
	$text = stream_get_contents($pipes[1]);
	proc_close($process);

	return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
}

function with_xdebug(string $module, array $plan): array
{
	$folder = sys_get_temp_dir() . '/xhprof-distortion-' . getmypid();
	mkdir($folder);
	// Fewer runs: a file has a line for each call.
	$shares = report_of_file($plan, static function (array $one) use ($module, $folder): string {
		ask(["zend_extension=$module", 'xdebug.mode=profile', 'xdebug.start_with_request=yes',
			"xdebug.output_dir=$folder", 'xdebug.profiler_output_name=profile', 'xdebug.use_compression=0'],
			['--run', json_encode($one)]);
		$text = file_get_contents("$folder/profile");
		unlink("$folder/profile");
		return $text;
	});
	rmdir($folder);

	return $shares;
}

function row(string $name, array $plan, array $shares): void
{
	printf('%-28s', $name);
	foreach (KINDS as $kind) {
		$errors = [];
		foreach ($plan as $i => $one) {
			if ($one['kind'] === $kind) {
				$errors[] = 100 * ($shares[$i] - $one['share']);
			}
		}
		$largest = array_reduce($errors, static fn (float $a, float $b): float => abs($b) > abs($a) ? $b : $a, 0.0);
		printf('%16s', sprintf('%+.1f (%+.1f)', $largest, array_sum($errors) / count($errors)));
	}
	echo "\n";
}

function main(array $arguments): void
{
	switch ($arguments[1] ?? '') {
		case '--plan':
			echo json_encode(plan());
			return;
		case '--report':
			echo json_encode(report(json_decode(stream_get_contents(fopen($arguments[2], 'r')), true),
				$arguments[3], $arguments[4]));
			return;
		case '--run':
			$one = json_decode($arguments[2], true);
			for ($i = 0; $i < 3; $i++) {
				(__NAMESPACE__ . "\\calls_{$one['kind']}")($one['calls']);
				loop($one['loops']);
			}
			echo '[]';
			return;
		case '--module':
			break;
		default:
			fwrite(STDERR, "Usage: php distortion.php --module xhprof.so\n");
			exit(2);
	}
	$module = realpath($arguments[2]);
	$plan = ask([], ['--plan']);
	$file = tempnam(sys_get_temp_dir(), 'plan');
	file_put_contents($file, json_encode($plan));
	$folder = PHP_EXTENSION_DIR;
	$disable = 'xhprof_disable();';
	$profilers = [
		'xhprof' => [["extension=$module"], 'xhprof_enable();', $disable],
		'xhprof, CPU + MEMORY' => [["extension=$module"], 'xhprof_enable(6);', $disable],
		'xhprof, compensate' => [["extension=$module", 'xhprof.compensate=1'], 'xhprof_enable();', $disable],
		'xhprof, compensate, C + M' => [["extension=$module", 'xhprof.compensate=1'], 'xhprof_enable(6);', $disable],
		'tideways' => [["extension=$folder/tideways_xhprof.so"], 'tideways_xhprof_enable();',
			'tideways_xhprof_disable();'],
		'tideways, CPU + MEMORY' => [["extension=$folder/tideways_xhprof.so"],
			'tideways_xhprof_enable(TIDEWAYS_XHPROF_FLAGS_CPU | TIDEWAYS_XHPROF_FLAGS_MEMORY);',
			'tideways_xhprof_disable();'],
	];
	echo 'Percentage points that the reported share of the calls is off: the largest (the mean).', "\n";
	printf('%-28s' . str_repeat('%16s', count(KINDS)) . "\n", '', ...KINDS);
	foreach ($profilers as $name => [$ini, $enable, $disable]) {
		$so = substr($ini[0], strlen('extension='));
		is_file($so)
			? row($name, $plan, ask($ini, ['--report', $file, $enable, $disable]))
			: print("$name: not on this machine\n");
	}
	is_file("$folder/xdebug.so")
		? row('xdebug', $plan, with_xdebug("$folder/xdebug.so", $plan))
		: print("xdebug: not on this machine\n");
	unlink($file);
}

main($argv);
