<?php
/**
 * How large a profile of very many functions or pairs is: memory while it records, at most until xhprof_disable() has
 * returned, and what the array takes.
 *
 *     php -n -d extension=build/bench/modules/xhprof.so bench/size.php functions 1000000
 *     php -n -d extension=build/bench/modules/xhprof.so bench/size.php pairs 10000000
 */

declare(strict_types=1);

namespace Bench\Size;

/** A line of /proc/self/status, in bytes. */
function status(string $name): int
{
	preg_match("/^$name:\s*(\d+) kB/m", file_get_contents('/proc/self/status'), $match);

	return 1024 * (int) $match[1];
}

/** @return \Closure(): void calls that many functions, each once */
function functions(int $count): \Closure
{
	for ($part = 0; $part < 100; $part++) {
		$code = 'namespace Bench\Size\Made;';
		for ($i = 0; $i < $count / 100; $i++) {
			$code .= "function leaf{$part}_$i() {}";
		}
		eval($code);
	}

	return static function () use ($count): void {
		for ($part = 0; $part < 100; $part++) {
			for ($i = 0; $i < $count / 100; $i++) {
				("Bench\Size\Made\leaf{$part}_$i")();
			}
		}
	};
}

/** @return \Closure(): void calls each of a number of functions from each of as many */
function pairs(int $count): \Closure
{
	$side = (int) ceil(sqrt($count));
	$code = 'namespace Bench\Size\Made;';
	for ($i = 0; $i < $side; $i++) {
		$code .= "function callee$i() {} function caller$i(\$names) { foreach (\$names as \$name) \$name(); }";
	}
	eval($code);
	$names = array_map(static fn (int $i): string => "Bench\Size\Made\callee$i", range(0, $side - 1));

	return static function () use ($names): void {
		foreach ($names as $i => $name) {
			("Bench\Size\Made\caller$i")($names);
		}
	};
}

ini_set('memory_limit', '-1');
ini_set('xhprof.max_nodes', '20000000');
[, $what, $count] = $argv + [1 => 'functions', '1000000'];
$program = $what === 'pairs' ? pairs((int) $count) : functions((int) $count);
if ($what === 'functions') {
	$program(); // what the engine needs for it
}
$before = status('RssAnon');
xhprof_enable();
$program();
$recorded = status('RssAnon');
$start = hrtime(true);
$rows = xhprof_disable();
$seconds = (hrtime(true) - $start) / 1e9;
printf("%d rows: %.0f MB while it records, %.0f MB at most, %.0f MB the array; xhprof_disable() takes %.2f s\n",
	count($rows), ($recorded - $before) / 1e6, (status('VmHWM') - status('RssFile') - $before) / 1e6,
	(status('RssAnon') - $recorded) / 1e6, $seconds);
